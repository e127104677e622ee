//! The names of types: in whatever order they are defined, a synonym is expanded after those
//! that it mentions.

use super::{Globals, Resolver, TypeDef};
use crate::core::Synonym;
use crate::message::{also, error};
use crate::types::Types;
use base::Name;
use cogent_syntax::ast::{Def, DefKind, Ident, Type, TypeKind};
use rustc_hash::FxHashMap;

impl Globals {
    /// All type definitions.
    pub(super) fn synonyms(&mut self, defs: &[&Def]) {
        let mut bodies: FxHashMap<&Name, usize> = FxHashMap::default();
        for (number, def) in defs.iter().enumerate() {
            match &def.kind {
                DefKind::Synonym(params, _) => {
                    self.distinct(params.iter(), "parameter");
                    bodies.entry(&def.name.name).or_insert(number);
                }
                DefKind::AbstractType(params, _) => {
                    self.distinct(params.iter(), "parameter");
                    let def_of = TypeDef::Abstract(params.len());
                    self.types.entry(def.name.name.clone()).or_insert(def_of);
                }
                DefKind::AbstractFn(_) | DefKind::Fn(..) | DefKind::Const(..) => {}
            }
        }
        let mentions: Vec<Vec<usize>> = defs.iter().map(|def| mentioned(def, &bodies)).collect();
        for number in self.order(defs, &mentions) {
            self.synonym(defs[number]);
        }
        for def in defs {
            self.instances(def);
            if let Some(TypeDef::Synonym(params, ty)) = self.types.get(&def.name.name) {
                let synonym =
                    Synonym { name: def.name.name.clone(), params: params.clone(), ty: *ty };
                self.core.synonyms.push(synonym);
            }
        }
    }

    fn synonym(&mut self, def: &Def) {
        if let DefKind::Synonym(params, ty) = &def.kind {
            let params: Vec<Name> = params.iter().map(|param| param.name.clone()).collect();
            let ty = Resolver::new(self, &params).ty(ty);
            if params.is_empty() {
                self.core.types.call(ty, &def.name.name);
            }
            let name = def.name.name.clone();
            self.types.entry(name).or_insert(TypeDef::Synonym(params, ty));
        }
    }

    /// Looks at the types behind `-:`.
    fn instances(&mut self, def: &Def) {
        if let DefKind::AbstractType(params, types) = &def.kind {
            let params: Vec<Name> = params.iter().map(|param| param.name.clone()).collect();
            for ty in types {
                Resolver::new(self, &params).ty(ty);
            }
        }
    }

    /// An order in which every definition comes after those that it mentions. Reports circles.
    fn order(&mut self, defs: &[&Def], mentions: &[Vec<usize>]) -> Vec<usize> {
        let mut state = vec![State::New; defs.len()];
        let mut order = Vec::new();
        for root in 0..defs.len() {
            if state[root] != State::New {
                continue;
            }
            let mut path = vec![(root, 0)];
            state[root] = State::Open;
            while let Some((number, next)) = path.last_mut() {
                let Some(inner) = mentions[*number].get(*next).copied() else {
                    state[*number] = State::Done;
                    order.push(*number);
                    path.pop();
                    continue;
                };
                *next += 1;
                match state[inner] {
                    State::Done => {}
                    State::New => {
                        state[inner] = State::Open;
                        path.push((inner, 0));
                    }
                    State::Open => self.circle(defs[inner], &defs[*number].name),
                }
            }
        }
        order
    }

    fn circle(&mut self, def: &Def, last: &Ident) {
        let (DefKind::Synonym(params, _), name) = (&def.kind, &def.name) else { return };
        let title = format!("the type `{}` contains itself", name.name);
        let mut message = error(name.place, title, "what it stands for would never end");
        if last.name != name.name {
            message = also(message, last.place, "this contains it");
        }
        self.errors.push(message);
        let params = params.iter().map(|param| param.name.clone()).collect();
        self.types.insert(name.name.clone(), TypeDef::Synonym(params, Types::ERROR));
    }
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    New,
    Open,
    Done,
}

/// The synonyms that a definition mentions.
fn mentioned(def: &Def, bodies: &FxHashMap<&Name, usize>) -> Vec<usize> {
    let DefKind::Synonym(_, ty) = &def.kind else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut open: Vec<&Type> = vec![ty];
    while let Some(ty) = open.pop() {
        match &ty.kind {
            TypeKind::Con(name, args) => {
                found.extend(bodies.get(&name.name));
                open.extend(args);
            }
            TypeKind::Fn(from, to) => open.extend([&**from, &**to]),
            TypeKind::Tuple(types) => open.extend(types),
            TypeKind::Record(fields) => open.extend(fields.iter().map(|(_, ty)| ty)),
            TypeKind::Variant(tags) => open.extend(tags.iter().flat_map(|(_, args)| args)),
            TypeKind::Bang(ty)
            | TypeKind::Unbox(ty)
            | TypeKind::Take(ty, _)
            | TypeKind::Put(ty, _) => open.push(ty),
            TypeKind::Var(_) | TypeKind::Error => {}
        }
    }
    found
}
