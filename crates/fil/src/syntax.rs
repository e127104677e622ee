//! The data of FIL, nothing else. Grammar and meaning are in the crate's documentation.

use base::{PrimaryMap, Span, entity_impl};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A name of [`Names`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Name(pub(crate) u32);
entity_impl!(Name, "name");

/// A Haskell string: the characters in UTF-8, where one that is half of a surrogate pair, which
/// Haskell permits, has the three bytes that UTF-8 would give it.
pub(crate) type Text = Arc<[u8]>;

/// All names of a program. Any string is one.
#[derive(Clone, Default)]
pub(crate) struct Names {
    texts: PrimaryMap<Name, Text>,
    known: FxHashMap<Text, Name>,
}

impl Names {
    /// The name with this text.
    pub(crate) fn intern(&mut self, text: &[u8]) -> Name {
        if let Some(name) = self.known.get(text) {
            return *name;
        }
        let text: Text = text.into();
        let name = self.texts.push(text.clone());
        self.known.insert(text, name);
        name
    }

    /// The text of a name.
    pub(crate) fn text(&self, name: Name) -> &[u8] {
        &self.texts[name]
    }

    /// A name that nothing has yet: the text and a number. `last` is the number that was tried
    /// last.
    pub(crate) fn fresh(&mut self, text: &[u8], last: &mut u32) -> Name {
        loop {
            *last += 1;
            let made = [text, format!("_{last}").as_bytes()].concat();
            if !self.known.contains_key(&made[..]) {
                return self.intern(&made);
            }
        }
    }
}

/// `CExp`: bindings, and how they end. The bindings are a vector, so that a program of a hundred
/// thousand of them needs no stack.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    pub(crate) lets: Vec<Let>,
    pub(crate) end: End,
}

/// `Let String Funcall`.
#[derive(Clone, Debug)]
pub(crate) struct Let {
    pub(crate) name: Name,
    pub(crate) rhs: Funcall,
}

/// The end of a body.
#[derive(Clone, Debug)]
pub(crate) enum End {
    /// `If AExp CExp CExp`.
    If(AExp, Box<Body>, Box<Body>),
    /// `FC Funcall`.
    Call(Funcall),
}

/// `Funcall`.
#[derive(Clone, Debug)]
pub(crate) enum Funcall {
    /// `Call String [AExp]`.
    Call(Ident, Vec<AExp>),
    /// `Atom AExp`.
    Atom(AExp),
}

/// The use of a name, and where it stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ident {
    pub(crate) name: Name,
    pub(crate) span: Span,
}

/// `AExp`, and where its constructor stands; of a name, where that does.
#[derive(Clone, Debug)]
pub(crate) struct AExp {
    pub(crate) kind: Kind,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum Kind {
    /// `LitTrue` and `LitFalse`.
    Truth(bool),
    Ident(Name),
    Number(BigInt),
    Str(Text),
    Op(Op, Box<[AExp; 2]>),
    Lam(Lam),
}

/// `Lam [String] CExp`.
#[derive(Clone, Debug)]
pub(crate) struct Lam {
    pub(crate) params: Vec<Ident>,
    pub(crate) body: Box<Body>,
}

/// An operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Op {
    Add,
    Sub,
    Mul,
    Div,
    Gt,
    Lt,
    Eq,
    Bsl,
    Bsr,
    Xor,
}

impl Op {
    /// All of them.
    pub(crate) const ALL: [Op; 10] =
        [Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Gt, Op::Lt, Op::Eq, Op::Bsl, Op::Bsr, Op::Xor];

    /// Its constructor, which is also the name of the library's function for it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Op::Add => "AAdd",
            Op::Sub => "ASub",
            Op::Mul => "AMul",
            Op::Div => "ADiv",
            Op::Gt => "AGt",
            Op::Lt => "ALt",
            Op::Eq => "AEq",
            Op::Bsl => "ABsl",
            Op::Bsr => "ABsr",
            Op::Xor => "AXor",
        }
    }
}

/// A function that every program has. A local definition of the same name hides it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Builtin {
    Print,
    PutStr,
    GetLine,
    ReadNumber,
}

impl Builtin {
    /// All of them.
    pub(crate) const ALL: [Builtin; 4] =
        [Builtin::Print, Builtin::PutStr, Builtin::GetLine, Builtin::ReadNumber];

    /// Its name, also that of the library's function.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Builtin::Print => "print",
            Builtin::PutStr => "putStr",
            Builtin::GetLine => "getLine",
            Builtin::ReadNumber => "readNumber",
        }
    }

    /// The number of its parameters.
    pub(crate) fn params(self) -> usize {
        match self {
            Builtin::Print | Builtin::PutStr => 1,
            Builtin::GetLine | Builtin::ReadNumber => 0,
        }
    }
}
