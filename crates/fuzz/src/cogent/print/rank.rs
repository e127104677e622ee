//! The strength with which expressions hold together, and what they say of their types.

use super::super::syntax::{Arrow, BinOp, Exp, ExpKind, Pat, Ty};

/// The precedences of expressions that are not infix operators.
pub(super) const BLOCK: u32 = 0;
pub(super) const DOLLAR: u32 = 1;
pub(super) const COMPOSE: u32 = 12;
pub(super) const APPLIED: u32 = 14;
pub(super) const OPERAND: u32 = 15;
pub(super) const MEMBER: u32 = 16;
pub(super) const ATOM: u32 = 17;

/// True if an expression has its type whatever is around it.
pub(super) fn is_definite(exp: &Exp) -> bool {
    match &exp.kind {
        ExpKind::Bool(_)
        | ExpKind::Str(_)
        | ExpKind::Unit
        | ExpKind::Var(_)
        | ExpKind::Const(_)
        | ExpKind::Member(..)
        | ExpKind::Put(..)
        | ExpKind::Not(_)
        | ExpKind::Annot(_) => true,
        ExpKind::Int(_) | ExpKind::Tag(..) | ExpKind::Upcast(_) | ExpKind::Promote(_) => false,
        ExpKind::Fun(function) => function.types.iter().all(|(_, written)| *written),
        ExpKind::Tuple(items) => items.iter().all(is_definite),
        ExpKind::Record(fields) => {
            let Ty::Record(parts) = &exp.ty else { return false };
            let ordered = parts.iter().map(|part| &part.name).eq(fields.iter().map(|f| &f.0));
            ordered && fields.iter().all(|(_, value)| is_definite(value))
        }
        ExpKind::App(f, _) | ExpKind::Dollar(f, _) => is_definite(f),
        ExpKind::Compose(f, g) => is_definite(f) && is_definite(g),
        ExpKind::Complement(operand) => is_definite(operand),
        ExpKind::Binary(op, a, b) => match level(*op) {
            (3 | 4 | 9, _) => true,
            _ => is_definite(a) || is_definite(b),
        },
        ExpKind::Seq(_, last) => is_definite(last),
        ExpKind::Let(binds, body) => {
            is_definite(body)
                && binds.iter().all(|bind| bind.others.iter().all(|alt| is_definite(&alt.body)))
        }
        ExpKind::If(guards, otherwise, _) => {
            is_definite(otherwise) && guards.iter().all(|guard| is_definite(&guard.body))
        }
        ExpKind::Match(_, alts) => alts.iter().all(|alt| is_definite(&alt.body)),
        ExpKind::Lambda(function, annotated) => *annotated && is_definite(&function.1),
    }
}

/// As it is written, its precedence and the precedences of its operands.
pub(super) fn operator(op: BinOp) -> (&'static str, u32, [u32; 2]) {
    let text = match op {
        BinOp::Mul => "*",
        BinOp::Div => "/",
        BinOp::Rem => "%",
        BinOp::Add => "+",
        BinOp::Sub => "-",
        BinOp::Less => "<",
        BinOp::Greater => ">",
        BinOp::LessEq => "<=",
        BinOp::GreaterEq => ">=",
        BinOp::Equal => "==",
        BinOp::NotEqual => "/=",
        BinOp::BitAnd => ".&.",
        BinOp::BitXor => ".^.",
        BinOp::BitOr => ".|.",
        BinOp::ShiftLeft => "<<",
        BinOp::ShiftRight => ">>",
        BinOp::And => "&&",
        BinOp::Or => "||",
    };
    let (level, sides) = level(op);
    (text, level, sides)
}

fn level(op: BinOp) -> (u32, [u32; 2]) {
    let left = |level| (level, [level, level + 1]);
    let right = |level| (level, [level + 1, level]);
    match op {
        BinOp::Mul | BinOp::Div | BinOp::Rem => left(11),
        BinOp::Add | BinOp::Sub => left(10),
        BinOp::Less
        | BinOp::Greater
        | BinOp::LessEq
        | BinOp::GreaterEq
        | BinOp::Equal
        | BinOp::NotEqual => (9, [10, 10]),
        BinOp::BitAnd => left(8),
        BinOp::BitXor => left(7),
        BinOp::BitOr => left(6),
        BinOp::ShiftLeft | BinOp::ShiftRight => left(5),
        BinOp::And => right(4),
        BinOp::Or => right(3),
    }
}

/// The precedence of an expression.
pub(super) fn own_level(exp: &Exp) -> u32 {
    match &exp.kind {
        ExpKind::Seq(..)
        | ExpKind::Let(..)
        | ExpKind::If(..)
        | ExpKind::Match(..)
        | ExpKind::Lambda(..) => BLOCK,
        ExpKind::Dollar(..) => DOLLAR,
        ExpKind::Binary(op, ..) => level(*op).0,
        ExpKind::Compose(..) => COMPOSE,
        ExpKind::Tag(_, payload) if matches!(payload.kind, ExpKind::Unit) => ATOM,
        ExpKind::App(..) | ExpKind::Tag(..) => APPLIED,
        ExpKind::Complement(_) | ExpKind::Not(_) | ExpKind::Upcast(_) | ExpKind::Put(..) => OPERAND,
        ExpKind::Member(..) => MEMBER,
        ExpKind::Int(_)
        | ExpKind::Bool(_)
        | ExpKind::Str(_)
        | ExpKind::Unit
        | ExpKind::Var(_)
        | ExpKind::Const(_)
        | ExpKind::Fun(_)
        | ExpKind::Tuple(_)
        | ExpKind::Record(_)
        | ExpKind::Promote(_)
        | ExpKind::Annot(_) => ATOM,
    }
}

/// True if an expression has its type at once, and not only when more is known, as a branch has.
/// Fields of a record may stand in any order where its type is known at once.
pub(super) fn is_solid(exp: &Exp) -> bool {
    // Otherwise its type is written behind it, which a function that is called does without.
    if !is_definite(exp) {
        return !matches!(exp.kind, ExpKind::Fun(_));
    }
    if let ExpKind::App(inner, _)
    | ExpKind::Dollar(inner, _)
    | ExpKind::Member(inner, _)
    | ExpKind::Put(inner, _) = &exp.kind
    {
        return is_solid(inner);
    }
    matches!(exp.kind, ExpKind::Var(_) | ExpKind::Const(_) | ExpKind::Annot(_) | ExpKind::Fun(_))
}

pub(super) fn is_refutable(pat: &Pat) -> bool {
    matches!(pat, Pat::Int(_) | Pat::Bool(_) | Pat::Tag(..))
}

pub(super) fn arrow(arrow: Arrow) -> &'static str {
    match arrow {
        Arrow::Plain => "->",
        Arrow::Likely => "=>",
        Arrow::Unlikely => "~>",
    }
}
