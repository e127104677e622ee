//! The builtin types.

use super::env::{TyFun, TyStr, Val};
use super::types::Class;
use super::{Core, Elab};
use crate::core::{
    Builtin, Constructor, Dec, Definition, Equality, ExnKind, Loc, Node, Operation, OperationKind,
    TopDec, TyCon, TyConInfo, TyVar, VarInfo,
};
use base::EntityId;
use rustc_hash::FxHashMap;
use sml_syntax::names::{Names, Sym};
use std::rc::Rc;
use std::sync::Arc;

/// The builtin type constructors, names and operations.
pub(crate) struct Builtins {
    pub(crate) int: TyCon,
    pub(crate) real: TyCon,
    pub(crate) exn: TyCon,
    pub(crate) reference: TyCon,
    pub(crate) vector: TyCon,
    pub(crate) bool: TyCon,
    pub(crate) list: TyCon,
    /// The type of phrases with an error, which unifies with every type.
    pub(crate) error: TyCon,
    /// All, by the names that library text knows them by.
    pub(crate) by_name: FxHashMap<Sym, TyCon>,
    /// `it`.
    pub(crate) it: Sym,
    /// The name of variables that have none.
    pub(crate) record_name: Sym,
    /// The name of functions that have none.
    pub(crate) wild_name: Sym,
    /// `''a` of `=`.
    pub(crate) eq_param: TyVar,
    /// The operation of `=`.
    pub(crate) equal: Arc<Operation>,
}

/// The types of constants, and other sets of builtin types.
pub(crate) struct Classes {
    pub(crate) int: Class,
    pub(crate) word: Class,
    pub(crate) real: Class,
    pub(crate) char: Class,
    pub(crate) string: Class,
    /// The integers of [`sized`].
    sized_ints: Class,
    /// The words of [`sized`].
    sized_words: Class,
    /// Those that admit equality.
    pub(crate) equality: Class,
}

/// Name, parameters, equality, meaning, and the name for users if that is another.
/// Those of constants come first, the default of each kind before the others.
const TYPES: &[(&str, usize, Equality, Option<Builtin>, &str)] = &[
    ("int", 0, Equality::IfArguments, Some(Builtin::Int(64)), ""),
    ("word", 0, Equality::IfArguments, Some(Builtin::Word(64)), ""),
    ("real", 0, Equality::Never, Some(Builtin::Real), ""),
    ("char", 0, Equality::IfArguments, Some(Builtin::Char), ""),
    ("string", 0, Equality::IfArguments, Some(Builtin::String), ""),
    ("int8", 0, Equality::IfArguments, Some(Builtin::Int(8)), "Int8.int"),
    ("int16", 0, Equality::IfArguments, Some(Builtin::Int(16)), "Int16.int"),
    ("int32", 0, Equality::IfArguments, Some(Builtin::Int(32)), "Int32.int"),
    ("intinf", 0, Equality::IfArguments, Some(Builtin::IntInf), "IntInf.int"),
    ("word8", 0, Equality::IfArguments, Some(Builtin::Word(8)), "Word8.word"),
    ("word16", 0, Equality::IfArguments, Some(Builtin::Word(16)), "Word16.word"),
    ("word32", 0, Equality::IfArguments, Some(Builtin::Word(32)), "Word32.word"),
    ("real32", 0, Equality::Never, Some(Builtin::Real32), "Real32.real"),
    ("exn", 0, Equality::Never, Some(Builtin::Exn), ""),
    ("ref", 1, Equality::Always, Some(Builtin::Ref), ""),
    ("array", 1, Equality::Always, Some(Builtin::Array), ""),
    ("vector", 1, Equality::IfArguments, Some(Builtin::Vector), ""),
    ("cont", 1, Equality::Never, Some(Builtin::Cont), "Cont.cont"),
    ("weak", 1, Equality::Never, Some(Builtin::Weak), "MLton.Weak.t"),
    ("bool", 0, Equality::IfArguments, None, ""),
    ("list", 1, Equality::IfArguments, None, ""),
    ("?", 0, Equality::IfArguments, None, ""),
];

/// Integers and words of other sizes, numbered after those of [`TYPES`]: name, meaning, and
/// name for users. An operator that is overloaded for 8 bits is so for these too.
fn sized() -> impl Iterator<Item = (String, Builtin, String)> {
    (1..32_u8).filter(|bits| !matches!(bits, 8 | 16)).flat_map(|bits| {
        [
            (format!("int{bits}"), Builtin::Int(bits), format!("Int{bits}.int")),
            (format!("word{bits}"), Builtin::Word(bits), format!("Word{bits}.word")),
        ]
    })
}

fn find(names: &mut Names, by_name: &FxHashMap<Sym, TyCon>, name: &str) -> TyCon {
    by_name[&names.intern(name)]
}

impl Builtins {
    /// Makes them.
    pub(crate) fn new(
        program: &mut crate::core::Program,
        tyvars: &mut base::PrimaryMap<TyVar, (bool, u32)>,
    ) -> Builtins {
        let mut by_name = FxHashMap::default();
        let a = program.names.intern("'a");
        for (name, arity, equality, builtin, _) in TYPES {
            let name = program.names.intern(name);
            let params = (0..*arity).map(|_| {
                tyvars.push((false, 0));
                program.tyvars.push(a)
            });
            let info = TyConInfo {
                name,
                params: params.collect(),
                equality: *equality,
                definition: builtin.map_or(Definition::Abstract, Definition::Builtin),
                hidden: false,
                loc: None,
            };
            by_name.insert(name, program.tycons.push(info));
        }
        for (name, builtin, _) in sized() {
            let name = program.names.intern(&name);
            let info = TyConInfo {
                name,
                params: Vec::new(),
                equality: Equality::IfArguments,
                definition: Definition::Builtin(builtin),
                hidden: false,
                loc: None,
            };
            by_name.insert(name, program.tycons.push(info));
        }
        tyvars.push((true, 0));
        let eq_name = program.names.intern("''a");
        let eq_param = program.tyvars.push(eq_name);
        let names = &mut program.names;
        Builtins {
            int: find(names, &by_name, "int"),
            real: find(names, &by_name, "real"),
            exn: find(names, &by_name, "exn"),
            reference: find(names, &by_name, "ref"),
            vector: find(names, &by_name, "vector"),
            bool: find(names, &by_name, "bool"),
            list: find(names, &by_name, "list"),
            error: find(names, &by_name, "?"),
            by_name,
            it: names.intern("it"),
            record_name: names.intern("record"),
            wild_name: names.intern("_"),
            eq_param,
            equal: Arc::new(Operation { name: Arc::from("="), kind: OperationKind::Equal }),
        }
    }
}

impl Classes {
    /// The classes of constants, over the builtin types.
    pub(crate) fn new() -> Classes {
        let given = TYPES.iter().map(|(_, _, _, builtin, _)| *builtin);
        let all: Vec<_> = given.chain(sized().map(|(_, builtin, _)| Some(builtin))).collect();
        let class = |from: usize, kind: fn(Builtin) -> bool| {
            let those = (from..all.len()).filter(|i| all[*i].is_some_and(kind));
            Class(those.fold(0, |bits, i| bits | 1 << i))
        };
        Classes {
            int: class(0, |b| matches!(b, Builtin::Int(_) | Builtin::IntInf)),
            word: class(0, |b| matches!(b, Builtin::Word(_))),
            real: class(0, |b| matches!(b, Builtin::Real | Builtin::Real32)),
            char: class(0, |b| matches!(b, Builtin::Char)),
            string: class(0, |b| matches!(b, Builtin::String)),
            sized_ints: class(TYPES.len(), |b| matches!(b, Builtin::Int(_))),
            sized_words: class(TYPES.len(), |b| matches!(b, Builtin::Word(_))),
            equality: equality_class(),
        }
    }

    /// The further types that an operator is overloaded for if it is for this one.
    pub(crate) fn beside(&self, builtin: Definition) -> Class {
        if matches!(builtin, Definition::Builtin(Builtin::Int(8))) {
            self.sized_ints
        } else if matches!(builtin, Definition::Builtin(Builtin::Word(8))) {
            self.sized_words
        } else {
            Class(0)
        }
    }
}

/// The builtin types that admit equality.
fn equality_class() -> Class {
    let mut bits = 0;
    for (i, (_, _, equality, _, _)) in TYPES.iter().enumerate() {
        if *equality != Equality::Never {
            bits |= 1 << i;
        }
    }
    let more = sized().count();
    Class(bits | ((1 << more) - 1) << TYPES.len())
}

impl Elab {
    /// Gives the builtin datatypes their constructors, and types their names for users.
    pub(crate) fn complete_builtins(&mut self) {
        for (i, (_, _, _, _, path)) in TYPES.iter().enumerate() {
            if !path.is_empty() {
                self.core.entities.tycon_paths[TyCon::from_index(i)] = Some((*path).into());
            }
        }
        for (i, (_, _, path)) in sized().enumerate() {
            self.core.entities.tycon_paths[TyCon::from_index(TYPES.len() + i)] =
                Some(path.as_str().into());
        }
        let bool = self.core.builtins.bool;
        self.builtin_data(bool, &[("false", None), ("true", None)]);
        let list = self.core.builtins.list;
        let param = self.core.program.tycons[list].params.clone();
        let own = self.core.vars_as_types(&param);
        let tail = self.core.con(list, &own);
        let cons = self.core.tuple(&[own[0], tail]);
        self.builtin_data(list, &[("nil", None), ("::", Some(cons))]);
        let reference = self.core.builtins.reference;
        let sym = self.core.program.names.intern("ref");
        self.core.entities.cons.insert(reference, Rc::from([(sym, Val::Con(reference, 0))]));
        self.library.top_val(sym, Val::Con(reference, 0));
        let equal = self.core.program.names.intern("=");
        self.library.top_val(equal, Val::Equal);
        let names: Vec<(Sym, TyCon)> =
            self.core.builtins.by_name.iter().map(|(sym, tycon)| (*sym, *tycon)).collect();
        for (sym, tycon) in names {
            let for_users = TYPES
                .get(tycon.index())
                .is_some_and(|(name, _, _, _, path)| path.is_empty() && *name != "?");
            let tystr = TyStr {
                fun: TyFun::Con(tycon),
                data: self.core.entities.cons.contains_key(&tycon),
            };
            self.library.top_type(sym, tystr, for_users);
        }
        self.declare_bind();
        let unit = self.core.program.names.intern("unit");
        let ty = self.core.unit_ty();
        let alias = self.core.new_alias(Box::new([]), ty);
        self.library.top_type(unit, TyStr { fun: TyFun::Alias(alias), data: false }, true);
    }

    /// Declares the exception `Bind`, at the beginning of the text that gives it to users:
    /// elaborated programs raise it whether they name it or not.
    fn declare_bind(&mut self) {
        let names = &mut self.core.program.names;
        let (general, name) = (names.intern("General"), names.intern("Bind"));
        let source = self.library.source_of(general).unwrap_or(self.place.source);
        let loc = Loc { source, span: self.place.here };
        let ty = self.core.exn_ty();
        let info = VarInfo { name, params: Vec::new(), ty, loc, path: None };
        let var = self.core.program.vars.push(info);
        let dec = Dec::Exception { var, arg: None, kind: ExnKind::Plain };
        self.core.program.decs.push(TopDec { dec: Arc::new(dec), library: true });
        self.core.program.bind = Some(var);
    }

    fn builtin_data(&mut self, tycon: TyCon, cons: &[(&str, Option<crate::core::Ty>)]) {
        let mut infos = Vec::new();
        let mut vals = Vec::new();
        for (index, (name, arg)) in cons.iter().enumerate() {
            let name = self.core.program.names.intern(name);
            infos.push(Constructor { name, arg: *arg });
            let val = Val::Con(tycon, index as u32);
            vals.push((name, val));
            self.library.top_val(name, val);
        }
        self.core.program.tycons[tycon].definition = Definition::Data(infos);
        self.core.entities.cons.insert(tycon, Rc::from(vals));
    }
}

impl Core {
    /// The type of `=`.
    pub(crate) fn equal_scheme(&mut self) -> (Vec<TyVar>, crate::core::Ty) {
        let param = self.builtins.eq_param;
        let ty = self.program.types.intern(Node::Var(param));
        let pair = self.tuple(&[ty, ty]);
        let bool = self.bool_ty();
        (vec![param], self.arrow(pair, bool))
    }
}
