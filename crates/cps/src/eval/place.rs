//! The places where the interpreter finds variables, computed before it runs.

use crate::{Body, Cont, Fun, Let, Module, Var};
use base::SecondaryMap;
use types::ForeignId;

/// The place of a variable. The first number counts the frames between the current one and the
/// one that binds the variable.
#[derive(Clone, Copy)]
pub(super) enum Place<'m> {
    /// A slot of that frame.
    Slot(u32, u32),
    /// A nested function.
    Fun(u32, &'m Fun),
    /// A continuation.
    Cont(u32, &'m Cont),
    /// A function of the module.
    Global(&'m Fun),
    /// A function of another unit.
    Import,
}

/// The places of all variables of a module.
pub(super) struct Places<'m> {
    places: SecondaryMap<Var, Option<Place<'m>>>,
    /// By the name of a function or continuation: how many slots its frame has.
    sizes: SecondaryMap<Var, u32>,
    /// By the name of a function or continuation: the return of the function it is in.
    returns: SecondaryMap<Var, Option<Var>>,
    /// The code of the foreign functions that the module defines.
    defined: SecondaryMap<ForeignId, Option<&'m Fun>>,
}

impl<'m> Places<'m> {
    /// Looks over a module.
    pub(super) fn of(module: &'m Module) -> Places<'m> {
        let mut places = Places {
            places: SecondaryMap::new(),
            sizes: SecondaryMap::new(),
            returns: SecondaryMap::new(),
            defined: SecondaryMap::new(),
        };
        for import in &module.imports {
            places.places[import.var] = Some(Place::Import);
        }
        for fun in &module.funs {
            places.places[fun.name] = Some(Place::Global(fun));
            places.fun(fun, 1);
        }
        for define in &module.defines {
            if let Some(Place::Global(fun)) = places.places[define.fun] {
                places.defined[define.foreign] = Some(fun);
            }
        }
        places
    }

    /// The code of a foreign function, if the module defines it.
    pub(super) fn defined(&self, foreign: ForeignId) -> Option<&'m Fun> {
        self.defined[foreign]
    }

    /// The place of a variable; none if nothing binds it.
    pub(super) fn place(&self, var: Var) -> Option<Place<'m>> {
        self.places[var]
    }

    /// The number of slots in the frame of a function or continuation.
    pub(super) fn size(&self, name: Var) -> usize {
        self.sizes[name] as usize
    }

    /// The return of the function that a function or continuation is in.
    pub(super) fn return_of(&self, name: Var) -> Option<Var> {
        self.returns[name]
    }

    fn slot(&mut self, var: Var, depth: u32, size: &mut u32) {
        self.places[var] = Some(Place::Slot(depth, *size));
        *size += 1;
    }

    fn fun(&mut self, fun: &'m Fun, depth: u32) {
        let mut size = 0;
        fun.params.iter().for_each(|v| self.slot(*v, depth, &mut size));
        self.slot(fun.k, depth, &mut size);
        self.returns[fun.name] = Some(fun.k);
        self.body(&fun.body, (depth, fun.k), &mut size);
        self.sizes[fun.name] = size;
    }

    fn cont(&mut self, cont: &'m Cont, depth: u32, k: Var) {
        let mut size = 0;
        cont.params.iter().for_each(|v| self.slot(*v, depth, &mut size));
        self.returns[cont.name] = Some(k);
        self.body(&cont.body, (depth, k), &mut size);
        self.sizes[cont.name] = size;
    }

    /// Branches share the frame of the body around.
    fn body(&mut self, body: &'m Body, at: (u32, Var), size: &mut u32) {
        let (depth, k) = at;
        for binding in &body.lets {
            match binding {
                Let::Op { dst, .. } => dst.iter().for_each(|v| self.slot(*v, depth, size)),
                Let::Funs(funs) => {
                    for fun in funs {
                        self.places[fun.name] = Some(Place::Fun(depth, fun));
                        self.fun(fun, depth + 1);
                    }
                }
                Let::Conts(conts) => {
                    for cont in conts {
                        self.places[cont.name] = Some(Place::Cont(depth, cont));
                        self.cont(cont, depth + 1, k);
                    }
                }
                Let::GetHandler { k } => self.slot(*k, depth, size),
                Let::SetHandler { .. } => {}
                Let::Capture { dst, .. } => self.slot(*dst, depth, size),
            }
        }
        match &body.tail {
            crate::Tail::If { then, els, .. } => {
                self.body(then, at, size);
                self.body(els, at, size);
            }
            crate::Tail::SwitchInt { cases, default, .. } => {
                cases.iter().for_each(|(_, body)| self.body(body, at, size));
                self.body(default, at, size);
            }
            crate::Tail::SwitchSum { cases, default, .. } => {
                cases.iter().for_each(|(_, body)| self.body(body, at, size));
                default.iter().for_each(|body| self.body(body, at, size));
            }
            crate::Tail::Call { .. }
            | crate::Tail::Jump { .. }
            | crate::Tail::Raise { .. }
            | crate::Tail::Throw { .. }
            | crate::Tail::Unreachable => {}
        }
    }
}
