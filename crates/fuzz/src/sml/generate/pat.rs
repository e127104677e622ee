//! Patterns, and values that fit them.

use super::super::ops;
use super::super::syntax::{Exp, ExpKind, Pat, PatKind, Ty};
use super::Generator;

impl Generator {
    /// A pattern that fits everything: a variable, or one for each part.
    pub(super) fn plain_pat(&mut self, ty: &Ty) -> Pat {
        if let Ty::Record(fields) = ty
            && self.rng.chance(50)
            && !fields.is_empty()
        {
            let fields = fields.iter().map(|(l, ty)| (l.clone(), self.plain_pat(ty))).collect();
            return Pat { ty: ty.clone(), kind: PatKind::Record(fields) };
        }
        self.bound(ty)
    }

    fn bound(&mut self, ty: &Ty) -> Pat {
        let var = self.var("v", Vec::new(), ty.clone());
        self.vars.push(var);
        Pat { ty: ty.clone(), kind: PatKind::Var(var) }
    }

    /// A pattern for this type; what it binds is in scope afterwards.
    pub(super) fn pat(&mut self, ty: &Ty, depth: u32) -> Pat {
        match self.rng.below(20) {
            0 | 1 => return Pat { ty: ty.clone(), kind: PatKind::Wild },
            2..5 => return self.bound(ty),
            5 if depth > 0 => {
                let Pat { kind: PatKind::Var(var), .. } = self.bound(ty) else { unreachable!() };
                let of = Box::new(self.pat(ty, depth - 1));
                return Pat { ty: ty.clone(), kind: PatKind::As(var, of) };
            }
            6 if depth > 0 => {
                // Alternatives bind nothing.
                let count = self.rng.between(2, 3);
                let pats = (0..count).map(|_| closed(&self.unbound(ty, depth - 1))).collect();
                return Pat { ty: ty.clone(), kind: PatKind::Or(pats) };
            }
            _ => {}
        }
        if depth == 0 && !ty.is_record() && self.rng.chance(60) {
            return if self.rng.chance(50) { self.bound(ty) } else { wild(ty) };
        }
        self.refutable(ty, depth)
    }

    /// A pattern whose variables are forgotten.
    fn unbound(&mut self, ty: &Ty, depth: u32) -> Pat {
        let mark = self.vars.len();
        let pat = self.pat(ty, depth);
        self.vars.truncate(mark);
        pat
    }

    /// A pattern by the form of its type.
    pub(super) fn refutable(&mut self, ty: &Ty, depth: u32) -> Pat {
        let less = depth.saturating_sub(1);
        let kind = match ty {
            Ty::Int(_) | Ty::Word(_) | Ty::Char | Ty::String => {
                PatKind::Lit(self.literal(ty).expect("a type with constants"))
            }
            Ty::Record(fields) => {
                let mut fields: Vec<_> =
                    fields.iter().map(|(l, ty)| (l.clone(), self.pat(ty, less))).collect();
                if self.rng.chance(25) && fields.len() > 1 {
                    fields.rotate_left(1);
                    if self.rng.chance(50) {
                        let (_, gone) = fields.pop().expect("a field");
                        let bound = variables(&gone);
                        self.vars.retain(|var| !bound.contains(var));
                    }
                }
                PatKind::Record(fields)
            }
            Ty::Data(id, _) => {
                let count = self.program.datas[*id].cons.len();
                let con = self.rng.below(count) as u32;
                let arg = self.program.con_arg(ty, con);
                PatKind::Con(con, arg.map(|arg| Box::new(self.pat(&arg, less))))
            }
            Ty::Exn => {
                let var = self.rng.pick(&self.exceptions);
                let arg = self.program.vars[var].ty.clone();
                let arg = (arg != Ty::unit()).then(|| Box::new(self.pat(&arg, less)));
                PatKind::Exn(var, arg)
            }
            Ty::Ref(of) => PatKind::Ref(Box::new(self.pat(of, less))),
            Ty::Vector(of) => {
                PatKind::Vector((0..self.rng.below(4)).map(|_| self.pat(of, less)).collect())
            }
            Ty::Array(_) | Ty::Fun(..) | Ty::Var(_) => return self.bound(ty),
        };
        Pat { ty: ty.clone(), kind }
    }

    /// A value that fits a pattern, mostly.
    pub(super) fn like(&mut self, pat: &Pat) -> Exp {
        let kind = match &pat.kind {
            PatKind::Wild | PatKind::Var(_) => return self.constant(&pat.ty),
            PatKind::As(_, of) => return self.like(of),
            PatKind::Or(pats) => {
                let at = self.rng.below(pats.len());
                return self.like(&pats[at]);
            }
            // Sometimes a part is another, so that a later pattern fits.
            _ if self.rng.chance(8) => return self.constant(&pat.ty),
            PatKind::Lit(lit) => ExpKind::Lit(lit.clone()),
            PatKind::Record(fields) => {
                let Ty::Record(all) = &pat.ty else { unreachable!("no record") };
                let field = |(label, ty): &(String, Ty)| {
                    let known = fields.iter().find(|(known, _)| known == label);
                    let exp = match known {
                        Some((_, pat)) => self.like(pat),
                        None => self.constant(ty),
                    };
                    (label.clone(), exp)
                };
                ExpKind::Record(all.iter().map(field).collect())
            }
            PatKind::Con(con, of) => {
                ExpKind::Con(*con, of.as_ref().map(|of| Box::new(self.like(of))))
            }
            PatKind::Exn(var, of) => {
                ExpKind::Exn(*var, of.as_ref().map(|of| Box::new(self.like(of))))
            }
            PatKind::Ref(of) => ExpKind::Op(ops::find("ref $1"), vec![self.like(of)]),
            PatKind::Vector(pats) => {
                ExpKind::Vector(pats.iter().map(|pat| self.like(pat)).collect())
            }
        };
        Exp { ty: pat.ty.clone(), kind }
    }
}

fn wild(ty: &Ty) -> Pat {
    Pat { ty: ty.clone(), kind: PatKind::Wild }
}

/// The variables that a pattern binds.
pub(crate) fn variables(pat: &Pat) -> Vec<usize> {
    let inside = parts(pat).into_iter().flat_map(variables);
    if let PatKind::Var(var) | PatKind::As(var, _) = &pat.kind {
        return [*var].into_iter().chain(inside).collect();
    }
    inside.collect()
}

/// The patterns in a pattern.
pub(crate) fn parts(pat: &Pat) -> Vec<&Pat> {
    match &pat.kind {
        PatKind::Wild | PatKind::Var(_) | PatKind::Lit(_) => Vec::new(),
        PatKind::Record(fields) => fields.iter().map(|(_, pat)| pat).collect(),
        PatKind::Con(_, of) | PatKind::Exn(_, of) => of.iter().map(|pat| &**pat).collect(),
        PatKind::Ref(of) | PatKind::As(_, of) => vec![of],
        PatKind::Vector(pats) | PatKind::Or(pats) => pats.iter().collect(),
    }
}

/// The pattern with `_` for what it binds.
pub(crate) fn closed(pat: &Pat) -> Pat {
    let boxed = |pat: &Pat| Box::new(closed(pat));
    let kind = match &pat.kind {
        PatKind::Var(_) => PatKind::Wild,
        PatKind::As(_, of) => return closed(of),
        PatKind::Wild | PatKind::Lit(_) => pat.kind.clone(),
        PatKind::Record(fields) => {
            PatKind::Record(fields.iter().map(|(l, pat)| (l.clone(), closed(pat))).collect())
        }
        PatKind::Con(con, of) => PatKind::Con(*con, of.as_deref().map(boxed)),
        PatKind::Exn(var, of) => PatKind::Exn(*var, of.as_deref().map(boxed)),
        PatKind::Ref(of) => PatKind::Ref(boxed(of)),
        PatKind::Vector(pats) => PatKind::Vector(pats.iter().map(closed).collect()),
        PatKind::Or(pats) => PatKind::Or(pats.iter().map(closed).collect()),
    };
    Pat { ty: pat.ty.clone(), kind }
}
