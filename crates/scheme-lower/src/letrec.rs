//! Recursive bindings.
//!
//! Bindings that refer to one another form components, in the order of which they can be made.
//! One of procedures alone is a group of known procedures; a single binding that does not refer to
//! itself is an ordinary one. In any other, variables that are no procedures are references, set
//! when their turn comes and looked at before. Expressions keep their order.
//!
//! Waddell, Sarkar, Dybvig, *Fixing Letrec*; Ghuloum, Dybvig, *Fixing Letrec (reloaded)*.

use crate::lower::{Lowering, Slot};
use crate::uses::each_part;
use anf::Fun;
use rustc_hash::FxHashMap;
use scheme_expand::core::{Exp, ExpKind, Lambda, Special, Var};
use std::rc::Rc;

impl Lowering<'_> {
    pub(crate) fn letrec(&mut self, bindings: &[(Var, Exp)]) {
        // A loop, for which nothing is looked for in its body: loops may be nested deeply.
        if let [(var, Exp { kind: ExpKind::Lambda(_), .. })] = bindings
            && !self.program.vars[*var].assigned
        {
            return self.procedures(&[0], bindings);
        }
        for component in components(bindings) {
            match component[..] {
                [at] if !refers(&bindings[at].1, bindings[at].0) => {
                    let (var, value) = &bindings[at];
                    self.slots[*var] = self.slot(*var, value);
                }
                _ => self.group(&component, bindings),
            }
        }
        for (var, _) in bindings {
            if let Slot::Early(cell) = self.slots[*var] {
                self.slots[*var] = Slot::Ref(cell);
            }
        }
    }

    /// Bindings that refer to one another.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all other expressions are handled alike")]
    fn group(&mut self, component: &[usize], bindings: &[(Var, Exp)]) {
        let lambda = |at: &usize| -> Option<&[Lambda]> {
            let (var, value) = &bindings[*at];
            match &value.kind {
                ExpKind::Lambda(clauses) if !self.program.vars[*var].assigned => Some(clauses),
                _ => None,
            }
        };
        let (procedures, others): (Vec<usize>, Vec<usize>) =
            component.iter().partition(|at| lambda(at).is_some());
        for at in &others {
            let unbound = self.special(Special::Unbound);
            self.slots[bindings[*at].0] = Slot::Early(self.reference(unbound));
        }
        self.procedures(&procedures, bindings);
        for at in others {
            let (var, value) = &bindings[at];
            let value = self.value(value);
            if let Slot::Early(cell) = self.slots[*var] {
                self.b.effect(prim::Data::Assign, [cell.into(), value]);
                self.slots[*var] = Slot::Ref(cell);
            }
        }
    }

    /// Procedures that call one another.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all other expressions are handled alike")]
    fn procedures(&mut self, group: &[usize], bindings: &[(Var, Exp)]) {
        let clauses = |at: usize| match &bindings[at].1.kind {
            ExpKind::Lambda(clauses) => clauses,
            _ => base::bug!("a procedure is wanted"),
        };
        for at in group {
            let var = bindings[*at].0;
            let name = self.program.vars[var].name.clone();
            let known = self.declare(&name, clauses(*at));
            self.slots[var] = Slot::Known(Rc::new(known));
        }
        let mut funs: Vec<Fun> = Vec::new();
        for at in group {
            let (var, value) = &bindings[*at];
            if let Slot::Known(known) = self.slots[*var].clone() {
                funs.extend(self.define(&known, clauses(*at), value.place));
            }
        }
        if !funs.is_empty() {
            self.b.funs(funs);
        }
        for at in group {
            let var = bindings[*at].0;
            if let Slot::Known(known) = self.slots[var].clone() {
                self.make_value(var, &known);
            }
        }
    }
}

/// The bindings in components that refer to one another, in an order in which they can be made.
fn components(bindings: &[(Var, Exp)]) -> Vec<Vec<usize>> {
    let numbers: FxHashMap<Var, usize> =
        bindings.iter().enumerate().map(|(at, (var, _))| (*var, at)).collect();
    let mut edges: Vec<Vec<usize>> = Vec::with_capacity(bindings.len());
    let mut last = None;
    for (at, (_, value)) in bindings.iter().enumerate() {
        let mut to = Vec::new();
        references(value, &numbers, &mut to);
        if !is_simple(value) {
            // Effects stay in order.
            to.extend(last);
            last = Some(at);
        }
        edges.push(to);
    }
    base::graph::components(&edges, 0..bindings.len())
}

/// True if an expression may come before its turn: it has no effect, and a use of its variable
/// before its turn is a use of a procedure, or looked at in any case.
fn is_simple(exp: &Exp) -> bool {
    matches!(exp.kind, ExpKind::Lambda(_) | ExpKind::Special(_))
}

fn references(exp: &Exp, numbers: &FxHashMap<Var, usize>, found: &mut Vec<usize>) {
    if let ExpKind::Var(var) | ExpKind::Set(var, _) = &exp.kind {
        found.extend(numbers.get(var));
    }
    each_part(exp, &mut |part| references(part, numbers, found));
}

fn refers(exp: &Exp, to: Var) -> bool {
    let mut found = Vec::new();
    references(exp, &FxHashMap::from_iter([(to, 0)]), &mut found);
    !found.is_empty()
}
