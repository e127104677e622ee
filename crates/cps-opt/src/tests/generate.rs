//! Random well-typed programs that end, as text.
//!
//! Values are integers, booleans, pairs, lists, functions and exceptions; calls
//! go to functions with a smaller number or to loops that count down, so every
//! program ends.

use base::rng::Rng;
use std::fmt::Write;

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Int,
    Bool,
    Pair,
    List,
    Fun,
}

const KINDS: [Kind; 5] = [Kind::Int, Kind::Bool, Kind::Pair, Kind::List, Kind::Fun];

fn ty(kind: Kind) -> &'static str {
    match kind {
        Kind::Int => "i64",
        Kind::Bool => "i1",
        Kind::Pair => "(i64, i64)",
        Kind::List => "list",
        Kind::Fun => "fun(i64) -> (i64)",
    }
}

/// The variables and continuations in scope.
#[derive(Clone, Default)]
struct Scope {
    vars: Vec<(String, Kind)>,
    /// Continuations that take one value of a kind.
    conts: Vec<(String, Kind)>,
    /// Functions that may be called: parameter and result.
    funs: Vec<(String, Kind, Kind)>,
    /// The handler outside.
    handler: Option<String>,
}

pub(super) struct Generator {
    pub(super) rng: Rng,
    text: String,
    next: usize,
    fuel: usize,
}

impl Generator {
    /// A program.
    pub(super) fn program(seed: u64) -> String {
        let mut cx = Generator { rng: Rng::new(seed), text: String::new(), next: 0, fuel: 40 };
        cx.text.push_str("cps 1\nsum list = nil | cons(i64, list)\n");
        let mut scope = Scope::default();
        for _ in 0..1 + cx.rng.below(4) {
            cx.fuel = 40;
            let name = cx.fresh("f");
            let (from, to) = (cx.kind(), cx.kind());
            cx.fun("fun", &name, from, to, &scope.clone(), 3);
            scope.funs.push((name, from, to));
        }
        cx.text.push_str("fun main() return k: cont() {\n");
        cx.text.push_str("cont out(n: i64) { s: str = i64.to.str n 10 () = print s jump k }\n");
        scope.conts = vec![("out".to_owned(), Kind::Int)];
        cx.fuel = 80;
        cx.body(scope, 5);
        cx.text.push_str("}\nentry main\n");
        cx.text
    }

    fn fresh(&mut self, hint: &str) -> String {
        self.next += 1;
        format!("{hint}{}", self.next)
    }

    fn kind(&mut self) -> Kind {
        // Half of all are integers, so that functions and continuations fit together.
        if self.rng.chance(50) { Kind::Int } else { KINDS[self.rng.below(KINDS.len())] }
    }

    fn line(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// A function; it may be called where its own continuations are not in scope.
    fn fun(&mut self, word: &str, name: &str, from: Kind, to: Kind, scope: &Scope, depth: usize) {
        let (x, k) = (self.fresh("x"), self.fresh("k"));
        let _ =
            writeln!(self.text, "{word} {name}({x}: {}) return {k}: cont({}) {{", ty(from), ty(to));
        let mut inner = scope.clone();
        inner.conts = vec![(k, to)];
        inner.handler = None;
        inner.vars.push((x, from));
        self.body(inner, depth);
        self.line("}");
    }

    /// An operand of a kind; what must be made is bound first.
    fn value(&mut self, kind: Kind, scope: &mut Scope) -> String {
        let known: Vec<String> =
            scope.vars.iter().filter(|(_, k)| *k == kind).map(|(v, _)| v.clone()).collect();
        if !known.is_empty() && self.rng.chance(80) {
            return known[self.rng.below(known.len())].clone();
        }
        match kind {
            Kind::Int => (self.rng.below(7) as i64 - 3).to_string(),
            Kind::Bool => ["true", "false"][self.rng.below(2)].to_owned(),
            Kind::Pair => {
                let (a, b) = (self.value(Kind::Int, scope), self.value(Kind::Int, scope));
                self.bind(kind, &format!("tuple {a} {b}"), scope)
            }
            Kind::List if self.rng.chance(50) => {
                let head = self.value(Kind::Int, scope);
                let tail = self.value(Kind::List, scope);
                self.bind(kind, &format!("con.list.cons {head} {tail}"), scope)
            }
            Kind::List => self.bind(kind, "con.list.nil", scope),
            Kind::Fun => {
                let name = self.fresh("g");
                self.fun("fun", &name, Kind::Int, Kind::Int, scope, 1);
                scope.funs.push((name.clone(), Kind::Int, Kind::Int));
                scope.vars.push((name.clone(), Kind::Fun));
                name
            }
        }
    }

    fn bind(&mut self, kind: Kind, rhs: &str, scope: &mut Scope) -> String {
        let name = self.fresh("v");
        let _ = writeln!(self.text, "{name}: {} = {rhs}", ty(kind));
        scope.vars.push((name.clone(), kind));
        name
    }

    fn operation(&mut self, scope: &mut Scope) {
        let (a, b) = (self.value(Kind::Int, scope), self.value(Kind::Int, scope));
        match self.rng.below(9) {
            0 => drop(self.bind(Kind::Int, &format!("add.i64 {a} {b}"), scope)),
            1 => drop(self.bind(Kind::Int, &format!("smul.i64 {a} {b}"), scope)),
            2 => drop(self.bind(Kind::Int, &format!("quot.i64 {a} {b}"), scope)),
            3 => drop(self.bind(Kind::Bool, &format!("slt.i64 {a} {b}"), scope)),
            4 => drop(self.bind(Kind::Bool, &format!("eq.i64 {a} {b}"), scope)),
            5 => {
                let pair = self.value(Kind::Pair, scope);
                let field = self.rng.below(2);
                drop(self.bind(Kind::Int, &format!("get.{field} {pair}"), scope));
            }
            6 => {
                let bool = self.value(Kind::Bool, scope);
                drop(self.bind(Kind::Bool, &format!("not.i1 {bool}"), scope));
            }
            7 => {
                let (s, _) = (self.fresh("s"), 0);
                let _ = writeln!(self.text, "{s}: str = i64.to.str {a} 10\n() = print {s}");
            }
            _ => drop(self.bind(Kind::Int, &format!("sub.i64 {a} {b}"), scope)),
        }
    }

    fn body(&mut self, mut scope: Scope, depth: usize) {
        self.fuel = self.fuel.saturating_sub(1);
        for _ in 0..self.rng.below(4) {
            self.operation(&mut scope);
        }
        let deep = depth > 0 && self.fuel > 0;
        if deep && self.rng.chance(60) {
            let (name, kind) = (self.fresh("j"), self.kind());
            self.cont(&name, kind, &scope, depth);
            scope.conts.push((name, kind));
        }
        if deep && self.rng.chance(25) {
            self.count_down(&mut scope, depth);
        }
        if deep && self.rng.chance(15) {
            self.handler(&mut scope, depth);
        }
        if deep && self.rng.chance(25) {
            let (name, from, to) = (self.fresh("h"), self.kind(), self.kind());
            self.fun("fun", &name, from, to, &scope, depth - 1);
            scope.funs.push((name, from, to));
        }
        self.tail(scope, depth);
    }

    fn cont(&mut self, name: &str, kind: Kind, scope: &Scope, depth: usize) {
        let x = self.fresh("y");
        let _ = writeln!(self.text, "cont {name}({x}: {}) {{", ty(kind));
        let mut inner = scope.clone();
        inner.vars.push((x, kind));
        self.body(inner, depth - 1);
        self.line("}");
    }

    /// A loop: a recursive function that counts down a few times.
    fn count_down(&mut self, scope: &mut Scope, depth: usize) {
        let [name, n, a, k, m, c, b] =
            ["loop", "n", "a", "k", "m", "c", "b"].map(|h| self.fresh(h));
        let _ = writeln!(self.text, "fun {name}({n}: i64) return {k}: cont(i64) {{");
        let _ = writeln!(self.text, "{c}: i1 = sle.i64 {n} 0\nif {c} {{");
        let mut inner = scope.clone();
        inner.conts = vec![(k.clone(), Kind::Int)];
        inner.handler = None;
        inner.vars.push((n.clone(), Kind::Int));
        self.body(inner, depth - 1);
        let _ =
            writeln!(self.text, "}} else {{\n{b}: i64 = and.i64 {n} 3\n{m}: i64 = sub.i64 {b} 1");
        if self.rng.chance(50) {
            let _ = writeln!(self.text, "call {name} {m} return {k} }} }}");
        } else {
            let j = self.fresh("j");
            let _ = writeln!(
                self.text,
                "cont {j}({a}: i64) {{ {a}p: i64 = sub.i64 {a} {n} jump {k} {a}p }}"
            );
            let _ = writeln!(self.text, "call {name} {m} return {j} }} }}");
        }
        scope.funs.push((name, Kind::Int, Kind::Int));
    }

    /// A handler for the rest of the body.
    fn handler(&mut self, scope: &mut Scope, depth: usize) {
        let [old, h, e, s] = ["old", "h", "e", "s"].map(|hint| self.fresh(hint));
        let _ = writeln!(self.text, "{old}: cont(exn) = gethandler\ncont {h}({e}: exn) {{");
        let _ = writeln!(self.text, "sethandler {old}\n{s}: str = exn.message {e}\n() = print {s}");
        self.body(Scope { handler: None, ..scope.clone() }, depth - 1);
        let _ = writeln!(self.text, "}}\nsethandler {h}");
        scope.handler = Some(old);
    }

    fn jump(&mut self, scope: &mut Scope) {
        let (k, kind) = scope.conts[self.rng.below(scope.conts.len())].clone();
        let x = self.value(kind, scope);
        if let Some(old) = &scope.handler
            && self.rng.chance(80)
        {
            let _ = writeln!(self.text, "sethandler {old}");
        }
        let _ = writeln!(self.text, "jump {k} {x}");
    }

    fn tail(&mut self, mut scope: Scope, depth: usize) {
        let choice =
            if depth == 0 || self.fuel == 0 { self.rng.below(2) * 4 } else { self.rng.below(10) };
        match choice {
            1 | 2 => {
                let cond = self.value(Kind::Bool, &mut scope);
                let _ = writeln!(self.text, "if {cond} {{");
                self.body(scope.clone(), depth - 1);
                self.line("} else {");
                self.body(scope, depth - 1);
                self.line("}");
            }
            3 => {
                let list = self.value(Kind::List, &mut scope);
                let _ = writeln!(self.text, "case {list} {{ nil => {{");
                self.body(scope.clone(), depth - 1);
                self.line("} cons => {");
                self.bind(Kind::Int, &format!("field.list.cons.0 {list}"), &mut scope);
                self.bind(Kind::List, &format!("field.list.cons.1 {list}"), &mut scope);
                self.body(scope, depth - 1);
                self.line("} }");
            }
            4..=7 => self.call(scope),
            8 => {
                let n = self.value(Kind::Int, &mut scope);
                let _ = writeln!(self.text, "switch {n} {{ 0 => {{");
                self.body(scope.clone(), depth - 1);
                self.line("} 2 => {");
                self.body(scope.clone(), depth - 1);
                self.line("} _ => {");
                self.body(scope, depth - 1);
                self.line("} }");
            }
            _ => self.jump(&mut scope),
        }
    }

    /// A call of a function whose result some continuation takes.
    fn call(&mut self, mut scope: Scope) {
        let mut calls = Vec::new();
        for (f, from, to) in &scope.funs {
            for (k, takes) in &scope.conts {
                if takes == to {
                    calls.push((f.clone(), *from, k.clone()));
                }
            }
        }
        if calls.is_empty() {
            return self.jump(&mut scope);
        }
        let (f, from, k) = calls[self.rng.below(calls.len())].clone();
        let x = self.value(from, &mut scope);
        let _ = writeln!(self.text, "call {f} {x} return {k}");
    }
}
