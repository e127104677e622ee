# Kont. `make demo` shows it, `make test` tests it; both install what is missing.

CARGO ?= cargo
# The JIT, the linker and the tests use the same build: one profile for all.
RELEASE = --release --workspace --locked

.PHONY: help setup build demo test bench bench-setup tidy bless clean

help:
	@echo 'make demo    install what is missing, build, run a program and show what happened'
	@echo 'make test    install what is missing, build, run all tests'
	@echo 'make build   install what is missing, build'
	@echo 'make bench   install what is missing, build, measure against C, OCaml and Chez'
	@echo 'make bless   accept what the tests print now'

setup:
	@scripts/setup

build: setup
	$(CARGO) build $(RELEASE)

demo: build
	@scripts/demo

# The build comes first: executables are linked with the runtime archive.
test: build
	$(CARGO) test $(RELEASE) --no-fail-fast

# Whoever measures parts of it writes: cargo xtask bench --only fib,tak --rounds 21
bench: build bench-setup
	$(CARGO) xtask bench

bench-setup:
	@scripts/setup bench

tidy:
	$(CARGO) xtask tidy

bless: build
	$(CARGO) xtask bless

clean:
	$(CARGO) clean
