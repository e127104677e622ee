//! The small pieces of text: names, kinds, operands and operations.

use crate::{Atom, ClusterId, FlowOp, ImportId, Kind, Local, Shape, Unit, Var};
use base::EntityId;

use prim::text::show_const;
use std::fmt;
use text::show_name;
use types::show_any_class;

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Int(width) => width.fmt(f),
            Kind::F32 => f.write_str("f32"),
            Kind::F64 => f.write_str("f64"),
            Kind::Ref => f.write_str("ref"),
            Kind::Cont => f.write_str("cont"),
            Kind::Ptr => f.write_str("ptr"),
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shape::One(kind) => kind.fmt(f),
            Shape::Parts(kinds) => write!(f, "#({})", commas(kinds.iter())),
        }
    }
}

/// Things with commas between them.
pub(crate) fn commas<T: fmt::Display>(items: impl Iterator<Item = T>) -> String {
    items.map(|item| item.to_string()).collect::<Vec<_>>().join(", ")
}

/// A name that stands where `import` has a meaning of its own.
fn show_target(name: &str) -> String {
    if name == "import" { "%69mport".to_owned() } else { show_name(name).to_string() }
}

impl Unit {
    /// A variable as the text writes it: `name.number`.
    pub fn show_var(&self, var: Var) -> impl fmt::Display + '_ {
        let name = self.vars.get(var).map_or("unknown", |info| &info.name);
        format!("{}.{}", show_name(name), var.index())
    }

    /// A local function as the text writes it: `name.number`.
    pub fn show_local(&self, local: Local) -> impl fmt::Display + '_ {
        let name = self.locals.get(local).map_or("unknown", |name| name);
        format!("{}.{}", show_name(name), local.index())
    }

    /// A cluster as the text writes it.
    pub fn show_cluster(&self, cluster: ClusterId) -> impl fmt::Display + '_ {
        self.clusters.get(cluster).map_or("?".to_owned(), |c| show_target(&c.name))
    }

    /// A function of another unit as the text writes it.
    pub fn show_import(&self, import: ImportId) -> impl fmt::Display + '_ {
        self.imports.get(import).map_or("?".to_owned(), |i| show_name(&i.name).to_string())
    }

    /// An operand as the text writes it.
    pub fn show_atom(&self, atom: &Atom) -> String {
        match atom {
            Atom::Var(var) => self.show_var(*var).to_string(),
            Atom::Const(constant) => show_const(constant).to_string(),
            Atom::Imm(word) => format!("imm {}", *word as i64),
            Atom::Static(cluster) => format!("static {}", self.show_cluster(*cluster)),
            Atom::StaticImport(import) => format!("static import {}", self.show_import(*import)),
        }
    }

    /// An operation as the text writes it, up to the operands.
    pub fn show_op(&self, op: &FlowOp) -> String {
        let global =
            |g| self.globals.get(g).map_or("?".to_owned(), |g| show_name(&g.name).to_string());
        let foreign =
            |c| self.foreigns.get(c).map_or("?".to_owned(), |c| show_name(&c.name).to_string());
        match op {
            FlowOp::Prim(prim) => prim.to_string(),
            FlowOp::Record(tag) => format!("record.{tag}"),
            FlowOp::Closure(c) => format!("closure {}", self.show_cluster(*c)),
            FlowOp::Load { word, mutable: false } => format!("load.{word}"),
            FlowOp::Load { word, mutable: true } => format!("load.mut.{word}"),
            FlowOp::Store(word) => format!("store.{word}"),
            FlowOp::Init(word) => format!("init.{word}"),
            FlowOp::ArrayBlank(shape) => format!("array.blank[{shape}]"),
            FlowOp::ArrayNew(shape) => format!("array.new[{shape}]"),
            FlowOp::ArrayLit(shape) => format!("array.lit[{shape}]"),
            FlowOp::ArrayGet { shape, checked, mutable } => {
                let unchecked = if *checked { "" } else { ".u" };
                let vector = if *mutable { "" } else { ".vec" };
                format!("array.get{unchecked}{vector}[{shape}]")
            }
            FlowOp::ArraySet { shape, checked: true } => format!("array.set[{shape}]"),
            FlowOp::ArraySet { shape, checked: false } => format!("array.set.u[{shape}]"),
            FlowOp::AnyInject(class) => format!("any.in[{}]", show_any_class(class)),
            FlowOp::AnyIs(class) => format!("any.is[{}]", show_any_class(class)),
            FlowOp::AnyProject(class) => format!("any.out[{}]", show_any_class(class)),
            FlowOp::AnyAs(class) => format!("any.as[{}]", show_any_class(class)),
            FlowOp::Builtin(exn) => format!("builtin.{}", exn.name()),
            FlowOp::Global(g) => format!("global {}", global(*g)),
            FlowOp::GlobalSet(g) => format!("global.set {}", global(*g)),
            FlowOp::Foreign(c) => format!("ccall {}", foreign(*c)),
            FlowOp::C(op) => op.to_string(),
            FlowOp::Push(c) => format!("push {}", self.show_cluster(*c)),
            FlowOp::Link(c) => format!("link {}", self.show_cluster(*c)),
            FlowOp::Check(bytes) => format!("check {bytes}"),
            FlowOp::Poll(bytes) => format!("poll {bytes}"),
            FlowOp::Copy | FlowOp::Tag | FlowOp::IsImm | FlowOp::ImmTag | FlowOp::ArrayLen => {
                plain(op)
            }
            FlowOp::ArrayCopy
            | FlowOp::Same
            | FlowOp::Weak
            | FlowOp::WeakGet
            | FlowOp::WeakLive => plain(op),
            FlowOp::IdHash | FlowOp::HeapSize | FlowOp::Pop | FlowOp::Capture | FlowOp::Origin => {
                plain(op)
            }
            FlowOp::GetHandler | FlowOp::SetHandler => plain(op),
        }
    }
}

/// Operations that are a word alone.
pub(crate) const PLAIN: &[(&str, FlowOp)] = &[
    ("copy", FlowOp::Copy),
    ("tag", FlowOp::Tag),
    ("isimm", FlowOp::IsImm),
    ("immtag", FlowOp::ImmTag),
    ("array.len", FlowOp::ArrayLen),
    ("array.copy", FlowOp::ArrayCopy),
    ("same", FlowOp::Same),
    ("weak", FlowOp::Weak),
    ("weak.get", FlowOp::WeakGet),
    ("weak.live", FlowOp::WeakLive),
    ("hash.id", FlowOp::IdHash),
    ("heap.size", FlowOp::HeapSize),
    ("pop", FlowOp::Pop),
    ("capture", FlowOp::Capture),
    ("origin", FlowOp::Origin),
    ("gethandler", FlowOp::GetHandler),
    ("sethandler", FlowOp::SetHandler),
];

fn plain(op: &FlowOp) -> String {
    PLAIN.iter().find(|(_, other)| other == op).map_or("?", |(name, _)| name).to_owned()
}
