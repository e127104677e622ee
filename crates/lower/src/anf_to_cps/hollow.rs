//! Objects with an identity that hold nothing: `array(#())`, `ref(#())`, and
//! tuples whose mutable fields are all `#()`. They hold an `i1` that nobody
//! looks at.
//!
//! ```text
//! a: array(#()) = array.lit x y      a: array(i1) = array.lit false false
//! z: #() = array.get a i         =>  hole: i1 = array.get a i
//! () = array.set a i z               () = array.set a i false
//! ```

use super::Lower;
use anf::Atom as A;
use base::Pos;
use cps::{Atom, Let};
use prim::{Const, Data};
use types::{Ty, TyId};

fn hole() -> Atom {
    Atom::Const(Const::bool(false))
}

impl Lower<'_> {
    /// True if the operation makes, reads or writes such an object.
    pub(super) fn is_hollow(&mut self, data: &Data, dst: &[anf::Var], args: &[A]) -> bool {
        let makes = matches!(data, Data::Tuple | Data::Ref | Data::ArrayNew | Data::ArrayLit)
            || *data == Data::ArrayBlank;
        let reads = matches!(data, Data::Deref | Data::ArrayGet | Data::ArrayGetU);
        let writes = matches!(data, Data::Assign | Data::ArraySet | Data::ArraySetU);
        let var = match args.first() {
            _ if makes => dst[0],
            Some(A::Var(var)) if reads || writes => *var,
            Some(_) | None => return false,
        };
        let ty = self.module.types.get(self.ty(var));
        if let Ty::Tuple(fields) = ty {
            self.flat.lacks_identity(fields)
        } else if let Ty::Ref(content) | Ty::Array(content) | Ty::Vector(content) = ty {
            self.flat.explode(*content).is_empty()
        } else {
            false
        }
    }

    /// Translates an operation on such an object.
    pub(super) fn hollow(
        &mut self,
        dst: &[anf::Var],
        data: &Data,
        args: &[A],
        pos: Pos,
        lets: &mut Vec<Let>,
    ) {
        let i1: TyId = self.flat.to.bool();
        let mut atoms = self.all_atoms(args);
        let mut bound = self.bind_all(dst);
        if *data == Data::ArrayLit {
            // Every element is one `#()`, of which nothing is left.
            atoms = vec![hole(); args.len()];
        } else if matches!(data, Data::Deref | Data::ArrayGet | Data::ArrayGetU) {
            bound = vec![self.fresh("hole", i1)];
        } else if *data != Data::ArrayBlank {
            atoms.push(hole());
        }
        lets.push(Let::Op { dst: bound, op: data.clone().into(), args: atoms, pos });
    }
}
