//! Types of the core as types of ANF.

use super::Cx;
use base::bug;
use sml_elab::core::{Builtin, Definition, Node, Ty, TyCon, TyVar};
use types::{Ty as Anf, TyId, Width};

/// The greatest depth of nested types, which types that contain themselves at ever larger types exceed.
const MAX_DEPTH: u32 = 5_000;

impl<'p> Cx<'p> {
    /// The representation of a type, under the types of the instance at hand.
    pub(super) fn ty(&mut self, ty: Ty) -> TyId {
        self.convert(ty).0
    }

    /// The representations of types.
    pub(super) fn tys(&mut self, tys: &[Ty]) -> Vec<TyId> {
        tys.iter().map(|ty| self.ty(*ty)).collect()
    }

    /// The representation, and whether the type mentions no variables.
    fn convert(&mut self, ty: Ty) -> (TyId, bool) {
        if let Some(&known) = self.kept.closed_types.get(&ty) {
            return (known, true);
        }
        if let Some(&known) = self.open_types.get(&ty) {
            return (known, false);
        }
        let program = self.program;
        let (to, closed) = match program.types.node(ty) {
            Node::Var(var) => {
                let known = self.tyenv.get(var).copied();
                (known.unwrap_or_else(|| bug!("the type variable {var:?} is not bound")), false)
            }
            Node::Meta(_) => bug!("elaboration has left an unknown type"),
            Node::Con(con, args) => {
                let (args, closed) = self.convert_all(args.iter().copied());
                (self.con_ty(*con, args), closed)
            }
            Node::Arrow(arg, result) => {
                let (parts, closed) = self.convert_all([*arg, *result]);
                (self.arrow(parts[0], parts[1]), closed)
            }
            Node::Record(fields) => {
                let (parts, closed) = self.convert_all(fields.iter().map(|(_, ty)| *ty));
                (self.record(&parts), closed)
            }
        };
        let memo = if closed { &mut self.kept.closed_types } else { &mut self.open_types };
        memo.insert(ty, to);
        (to, closed)
    }

    fn convert_all(&mut self, tys: impl IntoIterator<Item = Ty>) -> (Vec<TyId>, bool) {
        let mut all_closed = true;
        let parts = tys.into_iter().map(|ty| {
            let (to, closed) = self.convert(ty);
            all_closed &= closed;
            to
        });
        (parts.collect(), all_closed)
    }

    /// The type of functions.
    pub(super) fn arrow(&mut self, arg: TyId, result: TyId) -> TyId {
        let (args, results) = (self.slots(arg), self.slots(result));
        self.nested(&[arg, result], Anf::Fun(args, results))
    }

    /// The type of records of these fields.
    pub(super) fn record(&mut self, parts: &[TyId]) -> TyId {
        match parts {
            [] => self.unit,
            [single] => *single,
            _ => {
                let fields =
                    parts.iter().map(|ty| types::Field { ty: *ty, mutable: false }).collect();
                self.nested(parts, Anf::Tuple(fields))
            }
        }
    }

    /// The types of the parameters that pass a value: none for `unit`.
    pub(super) fn slots(&self, ty: TyId) -> Vec<TyId> {
        if ty == self.unit { Vec::new() } else { vec![ty] }
    }

    /// The type, made of these parts, unless it is nested too deeply.
    fn nested(&mut self, parts: &[TyId], ty: Anf) -> TyId {
        let depth = |part| self.kept.depths.get(part).map_or(1, |depth| depth + 1);
        let depth = parts.iter().map(depth).max().unwrap_or(1);
        if depth > MAX_DEPTH {
            self.fail(
                "type is too large",
                "the type of this is nested more than 5,000 deep".to_owned(),
                Some("a datatype in between keeps types small"),
            );
            return self.unit;
        }
        let ty = self.kept.b.types().intern(ty);
        self.kept.depths.insert(ty, depth);
        ty
    }

    /// The representation of a constructed type.
    pub(super) fn con_ty(&mut self, con: TyCon, args: Vec<TyId>) -> TyId {
        let key = (con, args.into_boxed_slice());
        if let Some(&known) = self.kept.constructed.get(&key) {
            return known;
        }
        let program = self.program;
        let info = &program.tycons[con];
        let to = match &info.definition {
            Definition::Builtin(builtin) => self.builtin_ty(*builtin, &key.1),
            Definition::Opaque(ty) => {
                let ty = *ty;
                self.with_types(&info.params, &key.1, |cx| cx.ty(ty))
            }
            Definition::Data(_) => self.data_ty(con, &key.1),
            Definition::Abstract => {
                bug!("the type `{}` has no representation", program.names.text(info.name))
            }
        };
        self.kept.constructed.insert(key, to);
        to
    }

    fn builtin_ty(&mut self, builtin: Builtin, args: &[TyId]) -> TyId {
        let arg = args.first().copied().unwrap_or(self.unit);
        let ty = match builtin {
            Builtin::Int(bits) | Builtin::Word(bits) => Anf::Int(width(bits)),
            Builtin::IntInf => Anf::Big,
            Builtin::Real => Anf::F64,
            Builtin::Real32 => Anf::F32,
            Builtin::Char => Anf::Int(Width::I8),
            Builtin::String => Anf::Str,
            Builtin::Exn => Anf::Exn,
            Builtin::Ref => Anf::Ref(arg),
            Builtin::Array => Anf::Array(arg),
            Builtin::Vector => Anf::Vector(arg),
            Builtin::Cont => Anf::Cont(self.slots(arg)),
            Builtin::Weak if self.is_object(arg) => Anf::Weak(arg),
            Builtin::Weak => return self.unit,
        };
        self.nested(args, ty)
    }

    /// True of types whose values are objects of the heap, to which there can be weak references.
    pub(super) fn is_object(&mut self, ty: TyId) -> bool {
        !matches!(
            self.kept.b.types().get(ty),
            Anf::Int(_) | Anf::F32 | Anf::F64 | Anf::Ptr | Anf::Unboxed(_)
        )
    }

    /// Runs a function with these types for type variables, or with `unit` for all if there are none.
    pub(super) fn with_types<T>(
        &mut self,
        params: &'p [TyVar],
        args: &[TyId],
        run: impl FnOnce(&mut Self) -> T,
    ) -> T {
        if params.is_empty() {
            return run(self);
        }
        if !args.is_empty() && args.len() != params.len() {
            bug!("{} types for {} type variables", args.len(), params.len());
        }
        let outer_types = std::mem::take(&mut self.open_types);
        let outer: Vec<_> = params
            .iter()
            .enumerate()
            .map(|(i, param)| {
                let arg = args.get(i).copied().unwrap_or(self.unit);
                (*param, self.tyenv.insert(*param, arg))
            })
            .collect();
        let result = run(self);
        for (param, former) in outer {
            match former {
                Some(ty) => self.tyenv.insert(param, ty),
                None => self.tyenv.remove(&param),
            };
        }
        self.open_types = outer_types;
        result
    }

    /// The argument and result of a function's type, as the core writes it.
    pub(super) fn peel(&self, ty: Ty) -> Option<(Ty, Ty)> {
        match self.program.types.node(ty) {
            Node::Arrow(arg, result) => Some((*arg, *result)),
            Node::Con(..) | Node::Var(_) | Node::Meta(_) | Node::Record(_) => None,
        }
    }
}

/// The width of sized integers.
fn width(bits: u8) -> Width {
    match bits {
        8 => Width::I8,
        16 => Width::I16,
        32 => Width::I32,
        // Numbers of odd sizes are kept in range by the library.
        _ => Width::I64,
    }
}
