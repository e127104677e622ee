//! Unification.

use super::Core;
use super::types::Class;
use crate::core::{Equality, Meta, Node, Ty, TyVar};
use rustc_hash::FxHashSet;
use sml_syntax::names::Sym;

/// The reason why two types do not unify.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Mismatch {
    /// Different constructors somewhere inside: these two types.
    Differ(Ty, Ty),
    /// The type would contain itself.
    Circular(Ty),
    /// This type does not admit equality.
    Equality(Ty),
    /// This type is not one of an overloaded operator or literal.
    Class(Class, Ty),
    /// The record has no such field.
    Field(Sym, Ty),
    /// The type mentions a type constructor that is younger than the meta.
    Later(Ty),
    /// The type variable would leave its scope.
    Escape(TyVar),
}

/// The pairs that one unification has seen.
#[derive(Default)]
struct Seen {
    steps: u32,
    pairs: FxHashSet<(Ty, Ty)>,
}

/// Types smaller than this are compared without a table of seen pairs.
const SMALL: u32 = 60;

impl Core {
    /// Unifies two types, or gives the reason why they do not.
    pub(crate) fn unify(&mut self, a: Ty, b: Ty) -> Result<(), Mismatch> {
        self.unify_seen(a, b, &mut Seen::default())
    }

    fn unify_seen(&mut self, a: Ty, b: Ty, seen: &mut Seen) -> Result<(), Mismatch> {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return Ok(());
        }
        if a == self.infer.error || b == self.infer.error {
            self.forgive(a, b);
            return Ok(());
        }
        seen.steps += 1;
        if seen.steps > SMALL && !seen.pairs.insert((a, b)) {
            return Ok(());
        }
        let types = &self.program.types;
        match (types.node(a), types.node(b)) {
            (Node::Meta(m), Node::Meta(n)) => {
                // The younger becomes the older, so that chains stay short.
                let (m, n) = (*m, *n);
                if m < n { self.join(n, m, a, seen) } else { self.join(m, n, b, seen) }
            }
            (Node::Meta(m), _) => {
                let m = *m;
                self.bind(m, b, seen)
            }
            (_, Node::Meta(n)) => {
                let n = *n;
                self.bind(n, a, seen)
            }
            (Node::Arrow(a1, a2), Node::Arrow(b1, b2)) => {
                let (a1, a2, b1, b2) = (*a1, *a2, *b1, *b2);
                self.unify_seen(a1, b1, seen)?;
                self.unify_seen(a2, b2, seen)
            }
            (Node::Con(c, xs), Node::Con(d, ys)) if c == d => {
                if xs.len() == 1 {
                    let (x, y) = (xs[0], ys[0]);
                    return self.unify_seen(x, y, seen);
                }
                let (xs, ys) = (xs.clone(), ys.clone());
                xs.iter().zip(&ys).try_for_each(|(x, y)| self.unify_seen(*x, *y, seen))
            }
            (Node::Record(xs), Node::Record(ys))
                if xs.len() == ys.len() && xs.iter().zip(ys).all(|(x, y)| x.0 == y.0) =>
            {
                let (xs, ys) = (xs.clone(), ys.clone());
                xs.iter().zip(&ys).try_for_each(|(x, y)| self.unify_seen(x.1, y.1, seen))
            }
            (Node::Var(_) | Node::Arrow(..) | Node::Con(..) | Node::Record(_), _) => {
                Err(Mismatch::Differ(a, b))
            }
        }
    }

    /// The type behind the links of metas at its head, which it makes shorter (path
    /// compression).
    pub(crate) fn find(&mut self, ty: Ty) -> Ty {
        let found = self.head(ty);
        let mut ty = ty;
        while ty != found
            && let Node::Meta(meta) = *self.program.types.node(ty)
            && let Some(next) = self.infer.metas[meta].link.replace(found)
        {
            ty = next;
        }
        found
    }

    /// Links metas that meet a type with an error to it, so that no message follows.
    fn forgive(&mut self, a: Ty, b: Ty) {
        for ty in [a, b] {
            if let Node::Meta(meta) = *self.program.types.node(ty) {
                self.infer.metas[meta].link = Some(self.infer.error);
            }
        }
    }

    /// Unifies two metas.
    fn join(&mut self, m: Meta, n: Meta, b: Ty, seen: &mut Seen) -> Result<(), Mismatch> {
        let info = self.infer.metas[m].clone();
        let other = &mut self.infer.metas[n];
        let mut class = info.class.both(other.class);
        if class != Class::ANY && class.0 != 0 && (info.eq || other.eq) {
            let default = class.first().0;
            class = class.both(self.classes.equality);
            if class.0 == 0 {
                return Err(Mismatch::Equality(self.con(default, &[])));
            }
        }
        if class.0 == 0 {
            return Err(Mismatch::Class(info.class, b));
        }
        other.level = other.level.min(info.level);
        other.age = other.age.min(info.age);
        other.eq |= info.eq;
        other.class = class;
        let level = other.level;
        let fields = other.fields.take();
        self.infer.metas[m].link = Some(b);
        self.infer.rows.join(m, n);
        for (_, ty) in info.fields.iter().chain(&fields).flat_map(|fields| fields.iter()) {
            self.lower_levels(*ty, level);
        }
        match (info.fields, fields) {
            (None, None) => {}
            (Some(fields), None) | (None, Some(fields)) => {
                self.infer.metas[n].fields = Some(fields)
            }
            (Some(mine), Some(mut all)) => {
                let mut common = Vec::new();
                for (label, ty) in mine.iter() {
                    match all.iter().find(|(l, _)| l == label) {
                        Some((_, other)) => common.push((*ty, *other)),
                        None => all.push((*label, *ty)),
                    }
                }
                self.infer.metas[n].fields = Some(all);
                for (x, y) in common {
                    self.unify_seen(x, y, seen)?;
                }
            }
        }
        if class.first().1 {
            let ty = self.con(class.first().0, &[]);
            if self.infer.metas[n].link.is_none() {
                return self.bind(n, ty, seen);
            }
        }
        Ok(())
    }

    /// Gives a meta its type.
    fn bind(&mut self, meta: Meta, ty: Ty, seen: &mut Seen) -> Result<(), Mismatch> {
        let info = &self.infer.metas[meta];
        let (class, eq, level) = (info.class, info.eq, info.level);
        if class != Class::ANY {
            let node = self.program.types.node(ty);
            if !matches!(node, Node::Con(tycon, _) if class.has(*tycon)) {
                return Err(Mismatch::Class(class, ty));
            }
        }
        let age = info.age;
        self.adjust(meta, (level, age), ty)?;
        if eq {
            self.require_eq(ty)?;
        }
        let fields = self.infer.metas[meta].fields.take();
        self.infer.metas[meta].link = Some(ty);
        let Some(fields) = fields else { return Ok(()) };
        let Node::Record(own) = self.program.types.node(ty).clone() else {
            return Err(Mismatch::Field(fields[0].0, ty));
        };
        for (label, want) in fields.iter() {
            match own.iter().find(|(l, _)| l == label) {
                Some((_, have)) => self.unify_seen(*want, *have, seen)?,
                None => return Err(Mismatch::Field(*label, ty)),
            }
        }
        self.found_labels(meta, &own)
    }

    /// Checks that a meta does not occur in a type, and gives the metas that do at most its
    /// level and age, so that they are not generalised before it.
    fn adjust(&mut self, meta: Meta, (level, age): (u32, u32), ty: Ty) -> Result<(), Mismatch> {
        if self.program.types.youngest(ty) > age {
            return Err(Mismatch::Later(ty));
        }
        if !self.program.types.is_open(ty) {
            return Ok(());
        }
        let mut seen = FxHashSet::default();
        let mut steps = 0;
        let mut work = vec![ty];
        while let Some(ty) = work.pop() {
            let ty = self.head(ty);
            if self.program.types.youngest(ty) > age {
                return Err(Mismatch::Later(ty));
            }
            if !self.program.types.is_open(ty) {
                continue;
            }
            steps += 1;
            if steps > SMALL && !seen.insert(ty) {
                continue;
            }
            match self.program.types.node(ty) {
                Node::Meta(m) if *m == meta => return Err(Mismatch::Circular(ty)),
                Node::Meta(m) => {
                    let info = &mut self.infer.metas[*m];
                    info.level = info.level.min(level);
                    info.age = info.age.min(age);
                    if let Some(fields) = &info.fields {
                        work.extend(fields.iter().map(|(_, ty)| *ty));
                    }
                }
                Node::Var(var) if self.infer.tyvars[*var].1 > level => {
                    return Err(Mismatch::Escape(*var));
                }
                node @ (Node::Var(_) | Node::Con(..) | Node::Arrow(..) | Node::Record(_)) => {
                    crate::core::each_part(node, |part| work.push(part));
                }
            }
        }
        Ok(())
    }

    /// Demands that a type admits equality.
    pub(crate) fn require_eq(&mut self, ty: Ty) -> Result<(), Mismatch> {
        let mut seen = FxHashSet::default();
        let mut work = vec![ty];
        while let Some(ty) = work.pop() {
            let ty = self.head(ty);
            if ty == self.infer.error || !seen.insert(ty) {
                continue;
            }
            match self.program.types.node(ty) {
                Node::Meta(meta) => {
                    let info = &mut self.infer.metas[*meta];
                    info.eq = true;
                    if info.class != Class::ANY {
                        let class = info.class.both(self.classes.equality);
                        if class.0 == 0 {
                            return Err(Mismatch::Equality(ty));
                        }
                        info.class = class;
                    }
                    if let Some(fields) = &info.fields {
                        work.extend(fields.iter().map(|(_, ty)| *ty));
                    }
                }
                Node::Var(var) if self.infer.tyvars[*var].0 => {}
                Node::Con(tycon, args) => match self.program.tycons[*tycon].equality {
                    Equality::Always => {}
                    Equality::IfArguments => work.extend(args.iter().copied()),
                    Equality::Never => return Err(Mismatch::Equality(ty)),
                },
                Node::Record(fields) => work.extend(fields.iter().map(|(_, ty)| *ty)),
                Node::Var(_) | Node::Arrow(..) => return Err(Mismatch::Equality(ty)),
            }
        }
        Ok(())
    }
}
