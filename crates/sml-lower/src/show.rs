//! The values that an interactive session shows its user: each in a cell of its own, with a
//! description of its type.
//!
//! ```text
//! val x = 5 val y = [x]          ... as always, then
//! shown: x, y                    () = global.set x 5
//!                                () = global.set y_2 ...
//! ```
//! Constants and other names for a value have no cell otherwise, so that all get a further one. A
//! polymorphic value is shown at the type `unit`, of which it can hold nothing. Functions are not
//! looked at.

use super::Cx;
use super::entry::Init;
use super::val::Val;
use anf::{Fun, Tail};
use base::{Name, Pos};
use prim::Data;
use sml_elab::core::{Node, TyCon, Var};

/// The wishes of an interactive session for a unit.
#[derive(Clone, Copy)]
pub struct Interactive<'a> {
    /// The variables whose values are shown when the unit has run.
    pub shown: &'a [Var],
    /// True of a type whose constructors can be named, though it is opaque.
    pub has_constructors: &'a dyn Fn(TyCon) -> bool,
    /// True if the unit says which declaration of the program comes next, by `program.step`; one
    /// that does not only says when the user's part begins and ends.
    pub steps: bool,
    /// False if it says nothing at all.
    pub marks: bool,
}

/// The way to a value that is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// How it is written, as `host::show` reads it.
    pub description: Name,
    /// The name of the cell that holds it when the unit has run; none if nothing exists of it.
    pub cell: Option<Name>,
}

impl<'p> Cx<'p> {
    /// Has the values of variables put into cells, those of each declaration after it.
    pub(super) fn show_all(&mut self, vars: &[Var]) -> Vec<Shown> {
        let homes: Vec<_> = vars.iter().map(|var| self.home(*var).unwrap_or(usize::MAX)).collect();
        let mut shown = Vec::new();
        for same in homes.chunk_by(|a, b| a == b) {
            let fun = self.kept.b.declare("show", &[], &[]);
            self.kept.b.open();
            let vars = &vars[shown.len()..shown.len() + same.len()];
            shown.extend(vars.iter().map(|var| self.show(*var)));
            let body = self.kept.b.close(Tail::Ret(Vec::new()));
            let pos = Pos::NONE;
            self.kept.b.add_fun(Fun {
                name: fun,
                params: Vec::new(),
                results: Vec::new(),
                body,
                pos,
            });
            self.top.of_entry.insert(fun);
            self.top.inits.push(Init { dec: same[0], shows: true, is_step: false, fun, pos });
        }
        shown
    }

    /// Puts the value of a variable into a cell.
    fn show(&mut self, var: Var) -> Shown {
        let program = self.program;
        let info = &program.vars[var];
        if let Node::Arrow(..) = program.types.node(info.ty) {
            return Shown { description: "0; fn".into(), cell: None };
        }
        let tys = vec![self.unit; info.params.len()];
        let (ty, description) =
            self.with_types(&info.params, &tys, |cx| (cx.ty(info.ty), cx.describe_answer(info.ty)));
        let callee = self.callee_var(var, tys);
        let value = self.callee_value(callee);
        let atom = if let Val::Unit = value { None } else { self.travel(&value).pop() };
        let cell = atom.map(|atom| {
            let (global, name) = self.new_global(self.name_of(var), ty);
            self.kept.b.effect(Data::GlobalSet(global), [atom]);
            name
        });
        Shown { description, cell }
    }
}
