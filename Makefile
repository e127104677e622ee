# Kont. `make demo` shows it, `make test` tests it; both install what is missing.

CARGO ?= cargo
# The JIT, the linker and the tests use the same build: one profile for all.
RELEASE = --release --workspace --locked

# Where `make install` puts things; DESTDIR stands before all of it, for packagers.
PREFIX ?= /usr/local
DESTDIR ?=
# Where the build leaves the command and the runtime.
BUILT ?= $(or $(CARGO_TARGET_DIR),target)/release
STRIP ?= strip

bin = $(DESTDIR)$(PREFIX)/bin
lib = $(DESTDIR)$(PREFIX)/lib/kont
man = $(DESTDIR)$(PREFIX)/share/man/man1
doc = $(DESTDIR)$(PREFIX)/share/doc/kont
bash = $(DESTDIR)$(PREFIX)/share/bash-completion/completions
zsh = $(DESTDIR)$(PREFIX)/share/zsh/site-functions
fish = $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d

.PHONY: help setup build demo test test-setup lint bench bench-setup growth fresh tidy bless clean install uninstall

help:
	@echo 'make demo    install what is missing, build, run a program and show what happened'
	@echo 'make test    install what is missing, build, run all tests'
	@echo 'make build   install what is missing, build'
	@echo 'make lint    clippy; unused dependencies and licences, by tools that it installs below target'
	@echo 'make install [PREFIX=/usr/local] [DESTDIR=]    and make uninstall'
	@echo 'make bench   install what is missing, build, measure against C, OCaml, Chez, SML/NJ and Poly/ML'
	@echo 'make growth  build, see that the time of compiling grows like the length of the text'
	@echo 'make fresh   make demo and make test in a bare Debian, as a user and as root; needs root and mmdebstrap'
	@echo 'make bless   accept what the tests print now'

setup:
	@scripts/setup

build: setup
	@scripts/find-llvm-again
	$(CARGO) build $(RELEASE)

demo: build
	@scripts/demo

# The build comes first: executables are linked with the runtime archive.
# The calculator's test comes before the others, which leave the command without it; faults are
# built into the crates of one test only.
test: build test-setup
	$(CARGO) test --release --locked -p kont-cli --features calc --test calc
	$(CARGO) test --release --locked -p kont-il --features seeded --test theorems faults_are_found
	$(CARGO) test $(RELEASE) --no-fail-fast

test-setup:
	@scripts/setup test

# Not a test: cargo-deny and cargo-machete are built first, which takes minutes.
lint: setup
	@scripts/lint

# Whoever measures parts of it writes: cargo xtask bench --only fib,tak --rounds 21
bench: build bench-setup
	$(CARGO) xtask bench

bench-setup:
	@scripts/setup bench

# Not a test: it takes minutes, and wants a quiet machine.
growth: build
	$(CARGO) xtask growth

fresh:
	@scripts/fresh

tidy:
	$(CARGO) xtask tidy

bless: build test-setup
	$(CARGO) xtask bless

clean:
	$(CARGO) clean

# Builds only if nothing is built yet, so that root needs no Rust.
install:
	@test -x '$(BUILT)/kont' -a -f '$(BUILT)/libkont_runtime.a' || $(MAKE) build
	install -d '$(bin)' '$(lib)' '$(man)' '$(doc)' '$(bash)' '$(zsh)' '$(fish)'
	install -m 755 '$(BUILT)/kont' '$(bin)/kont'
	install -m 644 '$(BUILT)/libkont_runtime.a' '$(lib)/libkont_runtime.a'
	$(STRIP) --strip-debug '$(bin)/kont' '$(lib)/libkont_runtime.a'
	'$(BUILT)/kont' generate man > '$(man)/kont.1'
	'$(BUILT)/kont' generate bash > '$(bash)/kont'
	'$(BUILT)/kont' generate zsh > '$(zsh)/_kont'
	'$(BUILT)/kont' generate fish > '$(fish)/kont.fish'
	install -m 644 LICENSE-MIT LICENSE-APACHE THIRD-PARTY.md '$(doc)'

uninstall:
	rm -f '$(bin)/kont' '$(man)/kont.1' '$(bash)/kont' '$(zsh)/_kont' '$(fish)/kont.fish'
	rm -rf '$(lib)' '$(doc)'
