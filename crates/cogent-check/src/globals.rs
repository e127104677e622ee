//! The meanings of the names at the top of a program.

mod resolve;
mod synonyms;

pub(crate) use resolve::{MAX_SIZE, Resolver};

use crate::core::{self, ConstId, FunId, Function};
use crate::message::{also, error};
use crate::types::{Permissions, Ty, TypeKind, Types};
use base::Name;
use cogent_syntax::ast::{Def, DefKind, Ident, Place, Polytype, PragmaKind, Program, Type};
use diag::Diagnostic;
use rustc_hash::{FxHashMap, FxHashSet};

/// The definitions of a whole program, and the core as far as it is made.
pub(crate) struct Globals {
    pub(crate) core: core::Program,
    pub(crate) types: FxHashMap<Name, TypeDef>,
    pub(crate) values: FxHashMap<Name, Value>,
    /// The type variables of functions that their types do not mention.
    pub(crate) unused: FxHashMap<FunId, Vec<Ident>>,
    pub(crate) errors: Vec<Diagnostic>,
}

/// The name of a type.
#[derive(Clone)]
pub(crate) enum TypeDef {
    /// A type without parameters that is built in.
    Builtin(Ty),
    /// A synonym with parameters.
    Synonym(Vec<Name>, Ty),
    /// An abstract type with so many parameters.
    Abstract(usize),
}

/// The name of a value.
#[derive(Clone, Copy)]
pub(crate) enum Value {
    Fun(FunId),
    Const(ConstId),
}

impl Globals {
    /// All names of a program with their types.
    pub(crate) fn collect(program: &Program) -> Globals {
        let mut globals = Globals {
            core: core::Program::default(),
            types: resolve::builtins(),
            values: FxHashMap::default(),
            unused: FxHashMap::default(),
            errors: Vec::new(),
        };
        let is_type =
            |def: &&Def| matches!(def.kind, DefKind::Synonym(..) | DefKind::AbstractType(..));
        let types: Vec<&Def> = program.defs.iter().filter(is_type).collect();
        let others: Vec<&Def> = program.defs.iter().filter(|def| !is_type(def)).collect();
        globals.unique(&types, "type");
        globals.unique(&others, "value");
        globals.synonyms(&types);
        others.iter().for_each(|def| globals.value(def));
        globals.pragmas(program);
        globals
    }

    /// Reports names that are defined twice.
    fn unique(&mut self, defs: &[&Def], what: &str) {
        let mut seen: FxHashMap<&Name, Place> = FxHashMap::default();
        for def in defs {
            let Ident { name, place } = &def.name;
            if let Some(first) = seen.insert(name, *place) {
                let title = format!("the {what} `{name}` is defined twice");
                let twice = error(*place, title, "defined again here");
                self.errors.push(also(twice, first, "defined here"));
            }
            if matches!(self.types.get(name), Some(TypeDef::Builtin(_))) {
                let title = format!("the type `{name}` is built in");
                self.errors.push(error(*place, title, "it cannot be defined"));
            }
        }
    }

    /// Reports names that stand twice in a list.
    pub(crate) fn distinct<'a>(&mut self, names: impl Iterator<Item = &'a Ident>, what: &str) {
        let mut seen: FxHashMap<&Name, Place> = FxHashMap::default();
        for ident in names {
            if let Some(first) = seen.insert(&ident.name, ident.place) {
                let title = format!("the {what} `{}` is given twice", ident.name);
                let twice = error(ident.place, title, "given again here");
                self.errors.push(also(twice, first, "given here"));
            }
        }
    }

    fn value(&mut self, def: &Def) {
        match &def.kind {
            DefKind::AbstractFn(signature) | DefKind::Fn(signature, _) => {
                let id = self.core.functions.next_key();
                let (arg, result) = self.signature(id, def, signature);
                self.core.functions.push(Function {
                    name: def.name.name.clone(),
                    vars: signature.vars.clone(),
                    arg,
                    result,
                    body: None,
                    inline: false,
                    place: def.place,
                });
                self.values.entry(def.name.name.clone()).or_insert(Value::Fun(id));
            }
            DefKind::Const(ty, _) => {
                let ty = self.constant(&def.name, ty);
                let nothing = core::Expr { kind: core::ExprKind::Unit, ty, place: def.place };
                let id = self.core.consts.push(core::Const {
                    name: def.name.name.clone(),
                    ty,
                    locals: base::PrimaryMap::default(),
                    value: nothing,
                    place: def.name.place,
                });
                self.values.entry(def.name.name.clone()).or_insert(Value::Const(id));
            }
            DefKind::Synonym(..) | DefKind::AbstractType(..) => {}
        }
    }

    /// The types of the argument and of the result.
    fn signature(&mut self, id: FunId, def: &Def, signature: &Polytype) -> (Ty, Ty) {
        self.distinct(signature.vars.iter().map(|var| &var.name), "type variable");
        let vars: Vec<Name> = signature.vars.iter().map(|var| var.name.name.clone()).collect();
        let mut resolver = Resolver::new(self, &vars);
        let ty = resolver.ty(&signature.ty);
        let used = resolver.used;
        let unused = signature.vars.iter().map(|var| var.name.clone());
        let unused: Vec<Ident> = unused.filter(|var| !used.contains(&var.name)).collect();
        match def.kind {
            // The body may use them.
            DefKind::Fn(..) => _ = self.unused.insert(id, unused),
            DefKind::AbstractFn(_)
            | DefKind::Const(..)
            | DefKind::Synonym(..)
            | DefKind::AbstractType(..) => {
                for var in unused {
                    let title = format!("the type variable `{}` is not used", var.name);
                    let label = format!("the type of `{}` does not mention it", def.name.name);
                    self.errors.push(error(var.place, title, label));
                }
            }
        }
        match self.core.types.kind(ty) {
            TypeKind::Fn(arg, result) => (*arg, *result),
            TypeKind::Error => (Types::ERROR, Types::ERROR),
            TypeKind::Word(_)
            | TypeKind::Bool
            | TypeKind::String
            | TypeKind::Unit
            | TypeKind::Tuple(_)
            | TypeKind::Record(..)
            | TypeKind::Variant(_)
            | TypeKind::Abstract(..)
            | TypeKind::Var(..)
            | TypeKind::Hole(..) => {
                let title = format!("`{}` must have the type of a function", def.name.name);
                let label = format!("this is `{}`", self.core.types.short_text(ty));
                let mut message = error(signature.ty.place, title, label);
                if matches!(def.kind, DefKind::AbstractFn(_)) {
                    message = message.hint("a constant is defined directly after its type");
                }
                self.errors.push(message);
                (Types::ERROR, Types::ERROR)
            }
        }
    }

    fn constant(&mut self, name: &Ident, ty: &Type) -> Ty {
        let place = ty.place;
        let ty = Resolver::new(self, &[]).ty(ty);
        let kind = Permissions::new(&[]).of(&self.core.types, ty);
        if !(kind.discard && kind.share) {
            let title = format!("the constant `{}` has a linear type", name.name);
            let label = format!("a value of type `{}` is used exactly once", self.short(ty));
            self.errors.push(error(place, title, label));
        }
        ty
    }

    fn pragmas(&mut self, program: &Program) {
        let mut inline = FxHashSet::default();
        for pragma in &program.pragmas {
            match pragma.kind {
                PragmaKind::Inline | PragmaKind::CInline => {
                    inline.extend(pragma.names.iter().map(|name| name.name.clone()));
                }
                PragmaKind::FnMacro => {}
            }
        }
        for name in inline {
            if let Some(Value::Fun(id)) = self.values.get(&name) {
                self.core.functions[*id].inline = true;
            }
        }
    }

    /// A type as messages show it.
    pub(crate) fn short(&self, ty: Ty) -> String {
        self.core.types.short_text(ty)
    }
}
