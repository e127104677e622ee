//! A piece of a program that runs, as a unit of its own: a function that takes a vector of the
//! values that the piece needs of the program, and runs it.

use crate::literal::Constant;
use crate::lower::{Lowering, Slot, array};
use anf::{Atom, Fun, Module, Op, Var as AnfVar};
use base::{Name, Pos, Span};
use diag::{SourceId, Sources};
use prim::Data;
use scheme_expand::Piece;
use scheme_expand::core::{Elem, Form};
use scheme_syntax::{Datum, Kind};

/// The values that a piece was given.
pub(crate) struct Given {
    /// The array of them.
    pub(crate) values: AnfVar,
    /// How many there are.
    pub(crate) count: usize,
}

/// Those of [`crate::ROOTS`] that code of a piece may need.
pub const PIECE_ROOTS: &[&str] = crate::ROOTS.split_at(5).0;

/// Makes a module of a piece, which exports a function of this name. With it comes the text that
/// says what the vector has behind the values that the program gives: a list of `(v . VARIABLE)` of
/// the built-in library and `(q . DATUM)`.
pub fn lower_piece(piece: &Piece, function: &str, sources: &Sources) -> (Module, String) {
    let mut lowering = Lowering::new(&piece.program, piece.roots.clone(), sources);
    let source = piece.source;
    lowering.source = Some(source);
    let given = piece.given.iter().chain(&piece.roots).chain(&piece.library);
    for (at, var) in given.enumerate() {
        lowering.slots[*var] = Slot::Given(at);
    }
    lowering.piece(piece, function);
    let variables = piece.roots.iter().chain(&piece.library);
    let variables = variables.map(|var| ('v', symbol(&piece.program.vars[*var].name, source)));
    let constants = lowering.literals.waiting.iter().map(|(_, constant)| match constant {
        Constant::Symbol(name) => ('q', symbol(name, source)),
        Constant::Datum(datum) => ('q', datum.to_string()),
    });
    let wants = variables.chain(constants).map(|(kind, text)| format!("({kind} . {text})"));
    let wants = wants.collect::<Vec<_>>().join(" ");
    (lowering.b.finish(), format!("({wants})"))
}

/// A symbol as text.
fn symbol(name: &Name, source: SourceId) -> String {
    Datum::new(Kind::Symbol(name.clone()), source, Span::new(0, 0)).to_string()
}

impl Lowering<'_> {
    /// One of the values that a piece was given.
    pub(crate) fn given_value(&mut self, at: usize) -> Atom {
        let Some(Given { values, .. }) = self.given else {
            base::bug!("only a piece is given values")
        };
        let at: Atom = (at as i64).into();
        self.b.op("x", self.any, Data::ArrayGetU, [values.into(), at]).into()
    }

    /// The function of a piece.
    fn piece(&mut self, piece: &Piece, name: &str) {
        let any = self.any;
        let main = self.b.declare(name, &[any], &[any]);
        let (params, results) = self.b.params(main, &["values"]);
        let body = self.body(|cx| {
            let ty = array(&mut cx.b, Elem::Any);
            let values = cx.b.op("v", ty, Op::As(ty), [params[0].into()]);
            let count = piece.given.len() + piece.roots.len() + piece.library.len();
            cx.given = Some(Given { values, count });
            match &piece.program.forms[..] {
                [Form::Exp(exp)] => cx.tail(exp),
                _ => base::bug!("a piece is an expression"),
            }
        });
        self.b.add_fun(Fun { name: main, params, results, body, pos: Pos::NONE });
        self.b.export(main);
    }
}
