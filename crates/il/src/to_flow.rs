//! From IL to Flow, for native code: one cluster that runs the program in the
//! functional reading and prints its value.
//!
//! ```text
//! let x = e in s          operations, one for each operator; every binding a variable of its own
//! fun f (x) = s in t      a local function
//! f (e)                   a jump
//! e, at the end           a jump to the code that prints and returns
//! @print (e)              digits into a buffer of the cluster, and a write
//! @read ()                a loop that reads bytes
//! x / y                   is stuck where y is 0
//! ```
//! Nothing is allocated but the buffer, so that loops need no heap checks. The
//! cluster is made as text and read by Flow's parser: its names then say where they come from.

mod actions;

use crate::syntax::{BinOp, Binding, BodyId, End, Exp, Node, Program, UnOp, Var, pop};
use base::{LocatedError, Span};
use rustc_hash::FxHashMap;
use std::fmt::Write;
use text::{show_name, show_str};

/// The text of a program, for the places in messages of the compiled program.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The name of the file.
    pub name: &'a str,
    /// Its bytes.
    pub bytes: &'a [u8],
}

/// The Flow of a program whose free variables have values.
///
/// # Errors
/// Fails if an action is not one that native code knows, a free variable has no value, or the code
/// would be nested too deeply.
pub fn to_flow(
    program: &Program,
    value: impl Fn(Var) -> Option<i64>,
    source: Source<'_>,
) -> Result<flow::Unit, LocatedError> {
    if let Some((action, _, span)) = program.actions().find(|(action, ..)| !is_known_action(action))
    {
        let label = format!("`@{action}` is neither `@read` nor `@print`");
        return Err(LocatedError::new(span, "unknown action", label)
            .with_hint("native code has no others; `kont eval --script` answers any"));
    }
    let mut writer = Writer {
        program,
        source,
        lines: line_starts(source.bytes),
        out: String::new(),
        env: FxHashMap::default(),
        covered: Vec::new(),
        next: 3,
        labels: vec![0; program.funs.len()],
        jobs: Vec::new(),
    };
    for (var, span) in &program.free {
        let Some(value) = value(*var) else { return Err(unset(program, *var, *span)) };
        writer.env.insert(*var, value.to_string());
    }
    writer.unit();
    flow::parse(writer.out.as_bytes()).map_err(|errors| {
        // Places are those of the Flow. What can go wrong is that there is too much of it.
        let label = errors.first().map_or(String::new(), |error| error.title.clone());
        let span = program.bodies[0].lets.first().map_or(program.bodies[0].span, |l| l.span);
        LocatedError::new(span, "too much for native code", label).with_hint(
            "functions, conditions, divisions and actions nest in it; the interpreters take more",
        )
    })
}

/// True if this is an action that native code and every interpreter know.
pub fn is_known_action(action: &str) -> bool {
    matches!(action, "read" | "print")
}

/// The error for a free variable that was given no value.
pub fn unset(program: &Program, var: Var, span: Span) -> LocatedError {
    let name = program.name(var);
    LocatedError::new(span, "unbound variable", format!("`{name}` has no value"))
        .with_hint(format!("give it one: --set {name}=0"))
}

enum Job {
    /// A body from this binding on.
    Body(BodyId, usize),
    /// Text that closes what is open.
    Close(String),
    /// The scope that began here ends.
    Leave(usize),
}

struct Writer<'a> {
    program: &'a Program,
    source: Source<'a>,
    /// The offsets at which its lines begin.
    lines: Vec<usize>,
    out: String,
    /// The operand that each variable is.
    env: FxHashMap<Var, String>,
    covered: Vec<(Var, Option<String>)>,
    /// The next number of a variable or local function.
    next: usize,
    labels: Vec<usize>,
    jobs: Vec<Job>,
}

/// The offsets at which the lines of a text begin.
fn line_starts(text: &[u8]) -> Vec<usize> {
    let ends = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect()
}

impl Writer<'_> {
    /// `FILE:LINE:COLUMN` of a place.
    fn place(&self, span: Span) -> String {
        let line = self.lines.partition_point(|start| *start <= span.start);
        let column = span.start - self.lines[line - 1] + 1;
        format!("{}:{line}:{column}", self.source.name)
    }

    fn unit(&mut self) {
        self.line("flow 1");
        self.line("fun main() return k.0 {");
        self.line("() = check 0 k.0");
        self.line("buffer.1: ref = array.new[i8] 24 0:i8");
        self.line("fun done.2(value.2: i64) {");
        self.print("value.2");
        self.line("throw k.0");
        while let Some(job) = self.jobs.pop() {
            self.job(job);
        }
        self.line("}");
        self.jobs.push(Job::Body(0, 0));
        while let Some(job) = self.jobs.pop() {
            self.job(job);
        }
        self.line("}\nentry main");
    }

    fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn number(&mut self) -> usize {
        self.next += 1;
        self.next - 1
    }

    fn bind(&mut self, var: Var) -> String {
        let name = format!("{}.{}", show_name(self.program.name(var)), self.number());
        self.covered.push((var, self.env.insert(var, name.clone())));
        name
    }

    fn job(&mut self, job: Job) {
        match job {
            Job::Body(id, from) => self.body(id, from),
            Job::Close(text) => self.line(&text),
            Job::Leave(from) => {
                for (var, before) in self.covered.drain(from..).rev() {
                    match before {
                        Some(before) => self.env.insert(var, before),
                        None => self.env.remove(&var),
                    };
                }
            }
        }
    }

    fn body(&mut self, id: BodyId, from: usize) {
        let program = self.program;
        let body = &program.bodies[id];
        for (i, binding) in body.lets.iter().enumerate().skip(from) {
            match &binding.binding {
                Binding::Exp(var, exp) => {
                    let value = self.exp(exp);
                    let name = self.bind(*var);
                    let _ = writeln!(self.out, "{name}: i64 = copy {value}");
                }
                Binding::Action(var, action, args) => {
                    let args: Vec<String> = args.iter().map(|exp| self.exp(exp)).collect();
                    match (&**action, &args[..]) {
                        ("print", [value]) => {
                            self.print(value);
                            let name = self.bind(*var);
                            let _ = writeln!(self.out, "{name}: i64 = copy 0");
                        }
                        _ => {
                            let place = self.place(binding.span);
                            let name = self.bind(*var);
                            self.read(&name, &place);
                        }
                    }
                }
                Binding::Fun(fun) => {
                    self.fun(*fun, Job::Body(id, i + 1));
                    return;
                }
            }
        }
        self.end(&body.end);
    }

    fn fun(&mut self, fun: usize, rest: Job) {
        let program = self.program;
        let number = self.number();
        self.labels[fun] = number;
        let fun = &program.funs[fun];
        let covered = self.covered.len();
        let params: Vec<String> =
            fun.params.iter().map(|(var, _)| format!("{}: i64", self.bind(*var))).collect();
        let name = show_name(&fun.name);
        let _ = writeln!(self.out, "fun {name}.{number}({}) {{", params.join(", "));
        self.jobs.push(rest);
        self.jobs.push(Job::Leave(covered));
        self.jobs.push(Job::Close("}".to_owned()));
        self.jobs.push(Job::Body(fun.body, 0));
    }

    fn end(&mut self, end: &End) {
        match end {
            End::Exp(exp) => {
                let value = self.exp(exp);
                let _ = writeln!(self.out, "jump done.2 {value}");
            }
            End::Apply(fun, args) => {
                let args: Vec<String> = args.iter().map(|exp| self.exp(exp)).collect();
                let name = show_name(&self.program.funs[*fun].name);
                let _ = writeln!(self.out, "jump {name}.{} {}", self.labels[*fun], args.join(" "));
            }
            End::If(cond, then, els) => {
                let cond = self.exp(cond);
                let _ = writeln!(self.out, "if {cond} {{");
                let covered = self.covered.len();
                self.jobs.push(Job::Close("}".to_owned()));
                self.jobs.push(Job::Leave(covered));
                self.jobs.push(Job::Body(*els, 0));
                self.jobs.push(Job::Close("} else {".to_owned()));
                self.jobs.push(Job::Leave(covered));
                self.jobs.push(Job::Body(*then, 0));
            }
        }
    }

    /// Operations that compute an expression; gives the operand that is its value.
    fn exp(&mut self, exp: &Exp) -> String {
        let mut stack: Vec<String> = Vec::new();
        for node in &exp.code {
            let value = match node {
                Node::Int(n) => n.to_string(),
                Node::Var(var) => match self.env.get(var) {
                    Some(operand) => operand.clone(),
                    None => base::bug!("`{}` has no operand", self.program.name(*var)),
                },
                Node::Un(op) => {
                    let x = pop(&mut stack);
                    match op {
                        UnOp::Neg => self.op("i64", &format!("sub.i64 0 {x}")),
                        UnOp::Not => self.truth(&format!("eq.i64 {x} 0")),
                    }
                }
                Node::Bin(op) => {
                    let y = pop(&mut stack);
                    let x = pop(&mut stack);
                    self.bin(*op, &x, &y, exp.span)
                }
            };
            stack.push(value);
        }
        pop(&mut stack)
    }

    fn bin(&mut self, op: BinOp, x: &str, y: &str, span: Span) -> String {
        match op {
            BinOp::Add => self.op("i64", &format!("add.i64 {x} {y}")),
            BinOp::Sub => self.op("i64", &format!("sub.i64 {x} {y}")),
            BinOp::Mul => self.op("i64", &format!("mul.i64 {x} {y}")),
            BinOp::Div => self.divide("quot", x, y, span),
            BinOp::Mod => self.divide("rem", x, y, span),
            BinOp::Eq => self.truth(&format!("eq.i64 {x} {y}")),
            BinOp::Ne => self.truth(&format!("ne.i64 {x} {y}")),
            BinOp::Lt => self.truth(&format!("slt.i64 {x} {y}")),
            BinOp::Le => self.truth(&format!("sle.i64 {x} {y}")),
            BinOp::Gt => self.truth(&format!("sgt.i64 {x} {y}")),
            BinOp::Ge => self.truth(&format!("sge.i64 {x} {y}")),
            BinOp::And | BinOp::Or => {
                let word = if op == BinOp::And { "and" } else { "or" };
                let x = self.op("i1", &format!("ne.i64 {x} 0"));
                let y = self.op("i1", &format!("ne.i64 {y} 0"));
                self.truth(&format!("{word}.i1 {x} {y}"))
            }
        }
    }

    fn op(&mut self, kind: &str, op: &str) -> String {
        let name = format!("t.{}", self.number());
        let _ = writeln!(self.out, "{name}: {kind} = {op}");
        name
    }

    fn truth(&mut self, op: &str) -> String {
        let bit = self.op("i1", op);
        self.op("i64", &format!("zext.i1.i64 {bit}"))
    }

    fn divide(&mut self, op: &str, x: &str, y: &str, span: Span) -> String {
        let constant = y.parse::<i64>().is_ok_and(|n| n != 0);
        if !constant {
            let zero = self.op("i1", &format!("eq.i64 {y} 0"));
            let _ = writeln!(self.out, "if {zero} {{");
            let place = self.place(span);
            self.stuck(&place, "division by zero");
            self.line("} else {");
            self.jobs.push(Job::Close("}".to_owned()));
        }
        self.op("i64", &format!("{op}.i64 {x} {y}"))
    }

    /// The end of a path on which the program cannot go on.
    fn stuck(&mut self, place: &str, why: &str) {
        let message = format!("{place}: the program is stuck: {why}\n");
        let _ = writeln!(
            self.out,
            "w.{}: i64 = io.write.str 2 {} 0 {}\n() = exit 1\nunreachable",
            self.next,
            show_str(message.as_bytes()),
            message.len()
        );
        self.next += 1;
    }
}
