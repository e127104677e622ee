//! Modules as JSON. Deterministic; a binding, a declaration and a tail without bodies are a line
//! each, so that a place in the file says something.

mod values;

use anf::{Block, Body, Fun, Let, Linkage, Module, Tail, Var};
use base::{Name, Pos};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::{Display, Formatter, Result};
use types::{ForeignId, Ty, Width};
use values::{list, text};

/// Deeper bodies are not indented further: the text would grow with the square of the depth.
const MAX_INDENT: usize = 40;

/// A module that displays as JSON.
pub fn show(module: &Module) -> impl Display + '_ {
    Shown(module)
}

struct Shown<'a>(&'a Module);

impl Display for Shown<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        Writer { module: self.0, f, depth: 0 }.module()
    }
}

struct Writer<'a, 'f, 'o> {
    module: &'a Module,
    f: &'f mut Formatter<'o>,
    depth: usize,
}

impl<'a> Writer<'a, '_, '_> {
    fn module(&mut self) -> Result {
        let module = self.module;
        let types = &module.types;
        self.f.write_str("{\n  \"anf\": 1,\n")?;
        let positions: Vec<_> = module.positions.iter().map(|(_, info)| info).collect();
        self.lines("positions", &positions, |cx, info| {
            let (line, column) = (info.line, info.column);
            write!(cx.f, "{{\"file\": {}", text(&info.file))?;
            write!(cx.f, ", \"line\": {line}, \"column\": {column}")?;
            if let Some(function) = &info.function {
                write!(cx.f, ", \"function\": {}", text(function))?;
            }
            if !info.inlined_at.is_none() {
                write!(cx.f, ", \"inlined_at\": {}", info.inlined_at.0)?;
            }
            cx.f.write_str("}")
        })?;
        let named: Vec<_> = types.named_ids().collect();
        self.lines("types", &named, |cx, id| {
            let (name, ty) = (types.show(*id).to_string(), values::whole(types, *id));
            write!(cx.f, "{{\"name\": {}, \"type\": {ty}}}", text(&name))
        })?;
        let sums: Vec<_> = types.sums.values().collect();
        self.lines("sums", &sums, |cx, sum| {
            let constructors = list(&sum.constructors, |f, constructor| {
                let fields = values::types(types, &constructor.fields);
                write!(f, "{{\"name\": {}, \"fields\": {fields}}}", text(&constructor.name))
            });
            write!(cx.f, "{{\"name\": {}, \"constructors\": {constructors}}}", text(&sum.name))
        })?;
        self.declarations()?;
        self.functions()?;
        if let Some(entry) = module.entry {
            write!(self.f, ",\n  \"entry\": {}", self.var(entry))?;
        }
        self.f.write_str("\n}\n")
    }

    /// A field of the module that is an array, a line for each item.
    fn lines<T>(
        &mut self,
        field: &str,
        items: &[T],
        mut show: impl FnMut(&mut Self, &T) -> Result,
    ) -> Result {
        write!(self.f, "  \"{field}\": [")?;
        for (i, item) in items.iter().enumerate() {
            self.f.write_str(if i == 0 { "\n    " } else { ",\n    " })?;
            show(self, item)?;
        }
        self.f.write_str(if items.is_empty() { "],\n" } else { "\n  ],\n" })
    }

    fn declarations(&mut self) -> Result {
        let module = self.module;
        let types = &module.types;
        let globals: Vec<_> = module.globals.values().collect();
        self.lines("globals", &globals, |cx, global| {
            let ty = values::ty(types, global.ty);
            write!(cx.f, "{{\"name\": {}, \"type\": {ty}", text(&global.name))?;
            cx.f.write_str(match global.linkage {
                Linkage::Local => "}",
                Linkage::Export => ", \"linkage\": \"export\"}",
                Linkage::Import => ", \"linkage\": \"import\"}",
            })
        })?;
        let foreigns: Vec<_> = module.foreigns.values().collect();
        self.lines("foreigns", &foreigns, |cx, foreign| {
            let (name, symbol) = (text(&foreign.name), text(&foreign.symbol));
            let params = values::types(types, &foreign.params);
            let results = values::types(types, &foreign.results);
            write!(cx.f, "{{\"name\": {name}, \"symbol\": {symbol}")?;
            write!(cx.f, ", \"params\": {params}, \"results\": {results}")?;
            if let Some(c) = &foreign.c {
                let (param, result) = (values::c_type(&c.param), values::c_type(&c.result));
                write!(cx.f, ", \"c\": {{\"param\": {param}, \"result\": {result}}}")?;
            }
            cx.f.write_str("}")
        })?;
        self.lines("imports", &module.imports, |cx, import| {
            let (var, symbol) = (cx.var(import.var), text(&import.symbol));
            let ty = cx.ty_of(import.var);
            write!(cx.f, "{{\"name\": {var}, \"symbol\": {symbol}, \"type\": {ty}}}")
        })
    }

    fn functions(&mut self) -> Result {
        let module = self.module;
        let exported: FxHashSet<Var> = module.exports.iter().copied().collect();
        let defined: FxHashMap<Var, ForeignId> =
            module.defines.iter().map(|define| (define.fun, define.foreign)).collect();
        self.f.write_str("  \"funs\": [")?;
        self.depth = 2;
        for (i, fun) in module.funs.iter().enumerate() {
            self.f.write_str(if i == 0 { "\n    " } else { ",\n    " })?;
            let mut known = String::new();
            if exported.contains(&fun.name) {
                known.push_str("\"export\": true, ");
            }
            if let Some(foreign) = defined.get(&fun.name) {
                let name: &Name = &module.foreigns[*foreign].name;
                known = format!("{known}\"define\": {}, ", text(name));
            }
            self.fun(fun, &known)?;
        }
        self.f.write_str(if module.funs.is_empty() { "]" } else { "\n  ]" })
    }

    fn var(&self, var: Var) -> impl Display + use<'a> {
        values::var(self.module, var)
    }

    fn ty_of(&self, var: Var) -> impl Display + use<'a> {
        values::ty_of(self.module, var)
    }

    fn binders<'v>(&self, vars: &'v [Var]) -> impl Display + use<'v, 'a> {
        let module = self.module;
        list(vars, move |f, var| {
            let (name, ty) = (values::var(module, *var), values::ty_of(module, *var));
            write!(f, "{{\"name\": {name}, \"type\": {ty}}}")
        })
    }

    fn args<'v>(&self, args: &'v [anf::Atom]) -> impl Display + use<'v, 'a> {
        let module = self.module;
        list(args, move |f, arg| values::atom(module, arg).fmt(f))
    }

    fn atom<'v>(&self, atom: &'v anf::Atom) -> impl Display + use<'v, 'a> {
        values::atom(self.module, atom)
    }

    fn pos(&mut self, pos: Pos) -> Result {
        if pos.is_none() { Ok(()) } else { write!(self.f, ", \"pos\": {}", pos.0) }
    }

    /// A function, with what a module says of it besides.
    fn fun(&mut self, fun: &Fun, known: &str) -> Result {
        write!(self.f, "{{{known}\"name\": {}", self.var(fun.name))?;
        write!(self.f, ", \"params\": {}", self.binders(&fun.params))?;
        let results = values::types(&self.module.types, &fun.results);
        write!(self.f, ", \"results\": {results}")?;
        self.pos(fun.pos)?;
        self.body("body", &fun.body)?;
        self.f.write_str("}")
    }

    fn block(&mut self, kind: &str, block: &Block) -> Result {
        write!(self.f, "{{\"kind\": \"{kind}\", \"name\": {}", self.var(block.name))?;
        write!(self.f, ", \"params\": {}", self.binders(&block.params))?;
        self.pos(block.pos)?;
        self.body("body", &block.body)?;
        self.f.write_str("}")
    }

    fn new_line(&mut self) -> Result {
        write!(self.f, "\n{:width$}", "", width = 2 * self.depth.min(MAX_INDENT))
    }

    /// `, "field": body`, a step further in.
    fn body(&mut self, field: &str, body: &Body) -> Result {
        write!(self.f, ", \"{field}\": ")?;
        self.bare_body(body)
    }

    fn bare_body(&mut self, body: &Body) -> Result {
        self.depth += 1;
        self.f.write_str("{")?;
        self.new_line()?;
        self.f.write_str("\"lets\": [")?;
        self.depth += 1;
        for (i, binding) in body.lets.iter().enumerate() {
            self.f.write_str(if i == 0 { "" } else { "," })?;
            self.new_line()?;
            self.binding(binding)?;
        }
        self.depth -= 1;
        if !body.lets.is_empty() {
            self.new_line()?;
        }
        self.f.write_str("],")?;
        self.new_line()?;
        self.f.write_str("\"tail\": ")?;
        self.tail(&body.tail)?;
        self.depth -= 1;
        self.new_line()?;
        self.f.write_str("}")
    }

    fn binding(&mut self, binding: &Let) -> Result {
        match binding {
            Let::Op { dst, op, args, pos } => {
                write!(self.f, "{{\"kind\": \"op\", \"dst\": {}", self.binders(dst))?;
                write!(self.f, ", {}", values::op(self.module, op))?;
                write!(self.f, ", \"args\": {}", self.args(args))?;
                self.pos(*pos)?;
            }
            Let::Call { dst, fun, args, pos } => {
                write!(self.f, "{{\"kind\": \"call\", \"dst\": {}", self.binders(dst))?;
                write!(self.f, ", \"fun\": {}, \"args\": {}", self.atom(fun), self.args(args))?;
                self.pos(*pos)?;
            }
            Let::Callcc { dst, fun, pos } => {
                write!(self.f, "{{\"kind\": \"callcc\", \"dst\": {}", self.binders(dst))?;
                write!(self.f, ", \"fun\": {}", self.atom(fun))?;
                self.pos(*pos)?;
            }
            Let::Handle { dst, body, exn, origin, handler, pos } => {
                write!(self.f, "{{\"kind\": \"handle\", \"dst\": {}", self.binders(dst))?;
                self.body("body", body)?;
                write!(self.f, ", \"exn\": {}", self.var(*exn))?;
                if let Some(origin) = origin {
                    write!(self.f, ", \"origin\": {}", self.var(*origin))?;
                }
                self.body("handler", handler)?;
                self.pos(*pos)?;
            }
            Let::Funs(funs) => {
                self.f.write_str("{\"kind\": \"funs\", \"funs\": [")?;
                for (i, fun) in funs.iter().enumerate() {
                    self.f.write_str(if i == 0 { "" } else { ", " })?;
                    self.fun(fun, "")?;
                }
                self.f.write_str("]")?;
            }
            Let::Join(block) => return self.block("join", block),
            Let::Cont(block) => return self.block("cont", block),
        }
        self.f.write_str("}")
    }

    fn tail(&mut self, tail: &Tail) -> Result {
        match tail {
            Tail::Ret(args) => {
                write!(self.f, "{{\"kind\": \"ret\", \"args\": {}", self.args(args))?;
            }
            Tail::TailCall { fun, args, pos } => {
                let (fun, args) = (self.atom(fun), self.args(args));
                write!(self.f, "{{\"kind\": \"tailcall\", \"fun\": {fun}, \"args\": {args}")?;
                self.pos(*pos)?;
            }
            Tail::Jump { join, args } => {
                let (join, args) = (self.var(*join), self.args(args));
                write!(self.f, "{{\"kind\": \"jump\", \"join\": {join}, \"args\": {args}")?;
            }
            Tail::If { cond, then, els } => {
                write!(self.f, "{{\"kind\": \"if\", \"cond\": {}", self.atom(cond))?;
                self.body("then", then)?;
                self.body("else", els)?;
            }
            Tail::SwitchInt { scrutinee, cases, default } => {
                let width = self.width(scrutinee);
                write!(self.f, "{{\"kind\": \"switch\", \"scrutinee\": {}", self.atom(scrutinee))?;
                self.cases(cases, |cx, (value, body)| {
                    write!(cx.f, "{{\"value\": {}", values::int(width, *value))?;
                    cx.body("body", body)
                })?;
                self.body("default", default)?;
            }
            Tail::SwitchSum { scrutinee, sum, cases, default } => {
                let sums = &self.module.types.sums;
                let constructors = sums.get(*sum).map_or(&[][..], |sum| &sum.constructors);
                write!(self.f, "{{\"kind\": \"case\", \"scrutinee\": {}", self.atom(scrutinee))?;
                self.cases(cases, |cx, case| {
                    let name = constructors.get(case.tag as usize).map_or("?", |c| &c.name);
                    let module = cx.module;
                    let fields = list(&case.fields, |f, var| values::var(module, *var).fmt(f));
                    write!(cx.f, "{{\"constructor\": {}, \"fields\": {fields}", text(name))?;
                    cx.body("body", &case.body)
                })?;
                default.iter().try_for_each(|body| self.body("default", body))?;
            }
            Tail::Raise { exn, origin, pos } => {
                write!(self.f, "{{\"kind\": \"raise\", \"exn\": {}", self.atom(exn))?;
                if let Some(origin) = origin {
                    write!(self.f, ", \"origin\": {}", self.atom(origin))?;
                }
                self.pos(*pos)?;
            }
            Tail::Throw { cont, args, pos } => {
                let (cont, args) = (self.atom(cont), self.args(args));
                write!(self.f, "{{\"kind\": \"throw\", \"cont\": {cont}, \"args\": {args}")?;
                self.pos(*pos)?;
            }
            Tail::Unreachable => self.f.write_str("{\"kind\": \"unreachable\"")?,
        }
        self.f.write_str("}")
    }

    /// `, "cases": [...]`, each closed here.
    fn cases<T>(&mut self, cases: &[T], show: impl Fn(&mut Self, &T) -> Result) -> Result {
        self.f.write_str(", \"cases\": [")?;
        for (i, case) in cases.iter().enumerate() {
            self.f.write_str(if i == 0 { "" } else { ", " })?;
            show(self, case)?;
            self.f.write_str("}")?;
        }
        self.f.write_str("]")
    }

    /// The width of an integer operand; 64 for what is none.
    fn width(&self, atom: &anf::Atom) -> Width {
        match atom {
            anf::Atom::Const(prim::Const::Int(width, _)) => *width,
            anf::Atom::Const(_) => Width::I64,
            anf::Atom::Var(var) => {
                let info = self.module.vars.get(*var);
                match info.map(|info| self.module.types.get(info.ty)) {
                    Some(Ty::Int(width)) => *width,
                    _ => Width::I64,
                }
            }
        }
    }
}
