//! What stands on one line: names, types, constants, operations.

use anf::{Atom, Module, Op, Var};
use c_abi::{Alternative, CTy};
use prim::text::{OpText, show_const, show_data};
use prim::{COp, Const, Data};
use std::fmt::{Display, Formatter, Result};
use types::{Ty, TyId, TyTable, Width};

/// The greatest integer that every reader of JSON keeps exactly; greater ones are strings.
const MOST: u64 = (1 << 53) - 1;

/// What a function writes.
struct Made<F>(F);

impl<F: Fn(&mut Formatter<'_>) -> Result> Display for Made<F> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        (self.0)(f)
    }
}

fn made<F: Fn(&mut Formatter<'_>) -> Result>(write: F) -> Made<F> {
    Made(write)
}

/// A string in quotes.
pub(super) fn text(text: &str) -> impl Display + '_ {
    made(move |f| {
        f.write_str("\"")?;
        for c in text.chars() {
            match c {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                '\n' => f.write_str("\\n")?,
                '\t' => f.write_str("\\t")?,
                '\r' => f.write_str("\\r")?,
                '\0'..' ' => write!(f, "\\u{:04x}", u32::from(c))?,
                _ => write!(f, "{c}")?,
            }
        }
        f.write_str("\"")
    })
}

/// `[item, ...]`
pub(super) fn list<T>(
    items: &[T],
    show: impl Fn(&mut Formatter<'_>, &T) -> Result,
) -> impl Display {
    made(move |f| {
        f.write_str("[")?;
        for (i, item) in items.iter().enumerate() {
            f.write_str(if i == 0 { "" } else { ", " })?;
            show(f, item)?;
        }
        f.write_str("]")
    })
}

/// A variable: its name and number.
pub(super) fn var(module: &Module, var: Var) -> impl Display + '_ {
    let name = module.vars.get(var).map_or("?", |info| &info.name);
    made(move |f| text(&format!("{name}.{}", var.0)).fmt(f))
}

/// The type of a variable.
pub(super) fn ty_of(module: &Module, var: Var) -> impl Display + '_ {
    made(move |f| match module.vars.get(var) {
        Some(info) => write_ty(f, &module.types, info.ty),
        None => f.write_str("\"?\""),
    })
}

/// A type, by its name if it has one.
pub(super) fn ty(types: &TyTable, id: TyId) -> impl Display + '_ {
    made(move |f| write_ty(f, types, id))
}

/// A type, written out even if it has a name.
pub(super) fn whole(types: &TyTable, id: TyId) -> impl Display + '_ {
    made(move |f| write_whole(f, types, id))
}

/// `[type, ...]`
pub(super) fn types<'a>(types: &'a TyTable, ids: &'a [TyId]) -> impl Display + use<'a> {
    list(ids, |f, id| write_ty(f, types, *id))
}

fn write_ty(f: &mut Formatter<'_>, types: &TyTable, id: TyId) -> Result {
    if types.is_named(id) {
        return write!(f, "{{\"name\": {}}}", text(&types.show(id).to_string()));
    }
    write_whole(f, types, id)
}

fn write_whole(f: &mut Formatter<'_>, table: &TyTable, id: TyId) -> Result {
    let of = |f: &mut Formatter<'_>, word: &str, ty: TyId| {
        write!(f, "{{\"{word}\": ")?;
        write_ty(f, table, ty)?;
        f.write_str("}")
    };
    let all = |f: &mut Formatter<'_>, word: &str, tys: &[TyId]| {
        write!(f, "{{\"{word}\": {}}}", types(table, tys))
    };
    match table.get(id) {
        Ty::Int(_) | Ty::F32 | Ty::F64 | Ty::Str | Ty::Big => write!(f, "\"{}\"", table.show(id)),
        Ty::Exn | Ty::Origin | Ty::Any | Ty::Ptr => write!(f, "\"{}\"", table.show(id)),
        Ty::Tuple(fields) => {
            let fields = list(fields, |f, field| match field.mutable {
                true => of(f, "mut", field.ty),
                false => write_ty(f, table, field.ty),
            });
            write!(f, "{{\"tuple\": {fields}}}")
        }
        Ty::Unboxed(tys) => all(f, "unboxed", tys),
        Ty::Array(ty) => of(f, "array", *ty),
        Ty::Vector(ty) => of(f, "vector", *ty),
        Ty::Ref(ty) => of(f, "ref", *ty),
        Ty::Weak(ty) => of(f, "weak", *ty),
        Ty::Fun(params, results) => {
            let (params, results) = (types(table, params), types(table, results));
            write!(f, "{{\"fun\": {{\"params\": {params}, \"results\": {results}}}}}")
        }
        Ty::Cont(tys) => all(f, "cont", tys),
        Ty::ExnCon(tys) => all(f, "exncon", tys),
        Ty::Sum(sum) => write!(f, "{{\"sum\": {}}}", text(&table.sums[*sum].name)),
    }
}

/// A C type.
pub(super) fn c_type(ty: &CTy) -> impl Display + '_ {
    made(move |f| write_c_type(f, ty))
}

fn write_c_type(f: &mut Formatter<'_>, ty: &CTy) -> Result {
    match ty {
        CTy::Int(_) | CTy::Ptr | CTy::Bool | CTy::Unit => write!(f, "\"{ty}\""),
        CTy::Struct(members) => write!(f, "{{\"struct\": {}}}", list(members, write_c_type)),
        CTy::Tagged(alternatives) => {
            let alternatives = list(alternatives, |f, Alternative { tag, ty }| {
                write!(f, "{{\"tag\": {tag}, \"type\": {}}}", c_type(ty))
            });
            write!(f, "{{\"tagged\": {alternatives}}}")
        }
    }
}

/// The bits of an integer of a width, as a number if every reader keeps it.
pub(super) fn int(width: Width, bits: u64) -> impl Display {
    let number = if width == Width::I1 { (bits & 1) as i64 } else { width.sext(bits) };
    made(move |f| match number.unsigned_abs() <= MOST {
        true => write!(f, "{number}"),
        false => write!(f, "\"{number}\""),
    })
}

/// An operand.
pub(super) fn atom<'a, 'v>(module: &'a Module, atom: &'v Atom) -> impl Display + use<'a, 'v> {
    made(move |f| match atom {
        Atom::Var(name) => var(module, *name).fmt(f),
        Atom::Const(constant) => write_const(f, constant),
    })
}

fn write_const(f: &mut Formatter<'_>, constant: &Const) -> Result {
    match constant {
        Const::Int(Width::I1, bits) => write!(f, "{{\"i1\": {}}}", *bits & 1 == 1),
        Const::Int(width, bits) => write!(f, "{{\"{width}\": {}}}", int(*width, *bits)),
        Const::F32(bits) => write_float(f, "f32", f32::from_bits(*bits).is_finite(), constant),
        Const::F64(bits) => write_float(f, "f64", f64::from_bits(*bits).is_finite(), constant),
        Const::Str(bytes) => write_bytes(f, bytes),
        Const::Big(number) => {
            let digits = number.to_string();
            let small = digits.parse::<i64>().is_ok_and(|number| number.unsigned_abs() <= MOST);
            let quote = if small { "" } else { "\"" };
            write!(f, "{{\"intinf\": {quote}{digits}{quote}}}")
        }
        Const::Null => f.write_str("{\"ptr\": null}"),
    }
}

/// A number as the text of ANF writes it, whose digits are those of JSON; what JSON has not is a
/// string.
fn write_float(f: &mut Formatter<'_>, ty: &str, finite: bool, constant: &Const) -> Result {
    let shown = show_const(constant).to_string();
    let shown = shown.strip_suffix(":f32").unwrap_or(&shown);
    let quote = if finite { "" } else { "\"" };
    write!(f, "{{\"{ty}\": {quote}{shown}{quote}}}")
}

/// A string of bytes, as text if it is one.
fn write_bytes(f: &mut Formatter<'_>, bytes: &[u8]) -> Result {
    if let Ok(utf8) = std::str::from_utf8(bytes) {
        return write!(f, "{{\"str\": {}}}", text(utf8));
    }
    f.write_str("{\"bytes\": \"")?;
    bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
    f.write_str("\"}")
}

/// An operation: `"op": "name"` and the fields that belong to it.
pub(super) fn op<'a>(module: &'a Module, op: &'a Op) -> impl Display + use<'a> {
    made(move |f| {
        let of_type = |f: &mut Formatter<'_>, name: &str, id: TyId| {
            write!(f, "\"op\": \"{name}\", \"type\": {}", ty(&module.types, id))
        };
        match op {
            Op::Prim(prim) => write!(f, "\"op\": \"{prim}\""),
            Op::Data(data) => write_data(f, module, data),
            Op::Unboxed => f.write_str("\"op\": \"unboxed\""),
            Op::Part(index) => write!(f, "\"op\": \"part\", \"index\": {index}"),
            Op::Inject => f.write_str("\"op\": \"inject\""),
            Op::Is(ty) => of_type(f, "is", *ty),
            Op::Project(ty) => of_type(f, "project", *ty),
            Op::As(ty) => of_type(f, "as", *ty),
        }
    })
}

fn write_data(f: &mut Formatter<'_>, module: &Module, data: &Data) -> Result {
    match data {
        Data::Get(index) => write!(f, "\"op\": \"get\", \"index\": {index}"),
        Data::Set(index) => write!(f, "\"op\": \"set\", \"index\": {index}"),
        Data::Con(sum, tag) => {
            let sum = module.types.sums.get(*sum);
            let constructor = sum.and_then(|sum| sum.constructors.get(*tag as usize));
            let sum = text(sum.map_or("?", |sum| &sum.name)).to_string();
            let constructor = text(constructor.map_or("?", |c| &c.name)).to_string();
            write!(f, "\"op\": \"con\", \"sum\": {sum}, \"constructor\": {constructor}")
        }
        Data::ExnCon(name, description) => {
            write!(f, "\"op\": \"exncon\", \"name\": {}", text(name))?;
            let mut description = description.iter();
            description.try_for_each(|it| write!(f, ", \"description\": {}", text(it)))
        }
        Data::Builtin(exn) => {
            write!(f, "\"op\": \"builtin\", \"exception\": \"{}\"", exn.name())
        }
        Data::Global(global) => {
            let name = text(module.global_name(*global));
            write!(f, "\"op\": \"global\", \"global\": {name}")
        }
        Data::GlobalSet(global) => {
            let name = text(module.global_name(*global));
            write!(f, "\"op\": \"global.set\", \"global\": {name}")
        }
        Data::Foreign(foreign) => {
            let name = text(module.foreign_name(*foreign));
            write!(f, "\"op\": \"ccall\", \"foreign\": {name}")
        }
        Data::C(op) => write_c_op(f, op),
        Data::Copy | Data::Tuple | Data::Ref | Data::Deref | Data::Assign | Data::ArrayNew => {
            plain(f, module, data)
        }
        Data::ArrayBlank => plain(f, module, data),
        Data::ArrayLit | Data::ArrayLen | Data::ArrayGet | Data::ArrayGetU | Data::ArraySet => {
            plain(f, module, data)
        }
        Data::ArraySetU | Data::ArrayCopy | Data::Freeze | Data::Same | Data::Weak => {
            plain(f, module, data)
        }
        Data::WeakGet | Data::WeakLive | Data::IdHash | Data::HeapSize => plain(f, module, data),
        Data::Exn | Data::ExnIs | Data::ExnGet => plain(f, module, data),
    }
}

/// An operation whose text is its name alone.
fn plain(f: &mut Formatter<'_>, module: &Module, data: &Data) -> Result {
    write!(f, "\"op\": \"{}\"", show_data(data, module))
}

fn write_c_op(f: &mut Formatter<'_>, op: &COp) -> Result {
    let memory = |f: &mut Formatter<'_>, name: &str, offset: u32, ty: &CTy| {
        write!(f, "\"op\": \"{name}\", \"offset\": {offset}, \"type\": {}", c_type(ty))
    };
    match op {
        COp::Load(offset, ty) => memory(f, "c.load", *offset, ty),
        COp::Store(offset, ty) => memory(f, "c.store", *offset, ty),
        COp::Any(ty) => write!(f, "\"op\": \"c.any\", \"type\": {}", c_type(ty)),
        COp::String(bytes) => {
            f.write_str("\"op\": \"c.string\", \"value\": ")?;
            write_bytes(f, bytes)
        }
    }
}
