//! The variables of a cluster, and the words of its frame.

use crate::walk::{Event, each_body_mut, walk};
use crate::{Atom, Cluster, Let, Var};

impl Cluster {
    /// The place of a field in a frame on a stack: see [`Cluster::places`].
    pub fn place(&self, field: usize) -> usize {
        self.places.get(field).map_or(field + 1, |place| *place as usize)
    }

    /// The words of a frame on a stack besides its code.
    pub fn frame_words(&self) -> usize {
        let last = self.places.iter().max();
        last.map_or(self.fields.len(), |place| *place as usize)
    }

    /// The variables bound at its entry: closure, continuation, parameters.
    pub fn entry_vars(&self) -> impl Iterator<Item = Var> + '_ {
        self.clos.into_iter().chain(self.k).chain(self.params.iter().copied())
    }

    /// Gives every variable, where it is bound and where it is used, another name.
    pub fn rename(&mut self, mut name: impl FnMut(Var) -> Var) {
        for var in self.clos.iter_mut().chain(&mut self.k).chain(&mut self.params) {
            *var = name(*var);
        }
        each_body_mut(&mut self.body, |body| {
            for binding in &mut body.lets {
                match binding {
                    Let::Op { dst, args, .. } => {
                        dst.iter_mut().for_each(|var| *var = name(*var));
                        rename_atoms(args.iter_mut(), &mut name);
                    }
                    Let::Funs(funs) => {
                        for var in funs.iter_mut().flat_map(|fun| &mut fun.params) {
                            *var = name(*var);
                        }
                    }
                }
            }
            rename_atoms(body.tail.operands_mut(), &mut name);
        });
    }

    /// Every variable bound, as often as it is, in the order of the text, also in bodies inside.
    pub fn each_binder(&self, f: &mut impl FnMut(Var)) {
        self.entry_vars().for_each(&mut *f);
        for event in walk(&self.body) {
            let bound: &[Var] = match event {
                Event::Op(op) => op.dst,
                Event::EnterFun(fun) => &fun.params,
                Event::Funs(_) | Event::LeaveFun(_) | Event::Tail(_) => &[],
                Event::EnterBranch(..) | Event::LeaveBranch(..) | Event::EndBranches(_) => &[],
            };
            bound.iter().copied().for_each(&mut *f);
        }
    }
}

fn rename_atoms<'a>(atoms: impl Iterator<Item = &'a mut Atom>, name: &mut impl FnMut(Var) -> Var) {
    for atom in atoms {
        if let Atom::Var(var) = atom {
            *var = name(*var);
        }
    }
}
