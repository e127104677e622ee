//! Functions over boxed records. Their arguments cannot be written, so that nothing runs them;
//! but they are compiled with the rest. They are made as text, for they are not made small.

use super::Generator;
use crate::cogent::print::{expression, type_text};
use crate::cogent::syntax::{Exp, Ty};

impl Generator {
    /// A boxed record of two fields, and a function that takes from it and puts into it.
    pub(super) fn boxed(&mut self) {
        self.fuel = 15;
        let number = self.number();
        let (x, y, z) = (self.ty(2), self.ty(2), self.ty(1));
        let text = |generator: &Generator, ty: &Ty| type_text(&generator.program, ty);
        let (tx, ty, tz) = (text(self, &x), text(self, &y), text(self, &z));
        let record = format!("type R{number} = {{x : {tx}, y : {ty}}}");
        self.scope = vec![("x".into(), x.clone()), ("z".into(), z.clone())];
        let [a, b] = [&x, &y].map(|ty| self.exp(ty, 3));
        let (cond, out) = (self.exp(&Ty::Bool, 3), self.exp(&z, 3));
        self.scope.clear();
        let print = |exp: &Exp| expression(&self.program, exp);
        let (a, b, cond, out) = (print(&a), print(&b), print(&cond), print(&out));
        let signature = format!("b{number} : (R{number}, {tz}) ->");
        let body = match self.rng.below(4) {
            0 => format!(
                "{signature} (R{number}, {tz})\nb{number} (r {{x, y = _}}, z) =\n  (r {{x = {a}, y = {b}}}, {out})"
            ),
            1 => format!(
                "{signature} (R{number}, {tz})\nb{number} (r, z) =\n  let x = r.x !r\n  in (r {{y = {b}}}, {out})"
            ),
            2 => format!(
                "{signature} R{number}\nb{number} (r, z) =\n  let x = r.x !r\n  in if {cond} then r {{x = {a}}} else r {{y = {b}}}"
            ),
            _ => format!(
                "{signature} <Done R{number} | Left (R{number} take (x)) ({tz})>\nb{number} (r {{x}}, z) =\n  if {cond} then Done (r {{x = {a}}}) else Left r {out}"
            ),
        };
        self.program.boxed.push(format!("{record}\n\n{body}"));
    }
}
