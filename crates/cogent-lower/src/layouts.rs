//! Types whose layout only C knows, found before a function is lowered: what follows then relies
//! on every value having its leaves.

use crate::Lower;
use crate::function::Cx;
use cogent_c::Opaque;
use cogent_check::core::{Bind, Expr, ExprKind};
use cogent_check::types::Ty;
use cogent_syntax::ast::Place;

impl<'p> Lower<'p> {
    /// True if all values of an expression have layouts that are known; else there is a message.
    pub(crate) fn layouts_known(&mut self, cx: &Cx<'_>, expr: &'p Expr) -> bool {
        let mut known = true;
        let mut work = vec![expr];
        while let Some(expr) = work.pop() {
            known &= self.layout_known(cx, expr.ty, expr.place);
            if let ExprKind::Member(record, _) | ExprKind::Put(record, ..) = &expr.kind {
                known &= self.parts_known(cx, record.ty, record.place);
            }
            if let ExprKind::Block(binds, _) = &expr.kind {
                for bind in binds {
                    if let Bind::Take { from, .. } = bind {
                        known &= self.parts_known(cx, from.ty, from.place);
                    }
                }
            }
            expr.children(|child| work.push(child));
        }
        known
    }

    /// The same for a type that is mentioned at a place.
    pub(crate) fn layout_known(&mut self, cx: &Cx<'_>, ty: Ty, place: Place) -> bool {
        let ty = self.ty(cx, ty);
        match self.c.of(&self.types, ty) {
            Ok(_) => true,
            Err(Opaque(part)) => {
                self.opaque(part, place);
                false
            }
        }
    }

    /// The same for what is behind a pointer to a record.
    fn parts_known(&mut self, cx: &Cx<'_>, ty: Ty, place: Place) -> bool {
        let ty = self.ty(cx, ty);
        match self.c.parts(&self.types, ty) {
            Ok(_) => true,
            Err(Opaque(part)) => {
                self.opaque(part, place);
                false
            }
        }
    }
}
