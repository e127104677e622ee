//! Counted loops, as far as primitives show them: one analysis for CPS and Flow.
//!
//! ```text
//! loop(i, s):  c = slt.i64 i n   if c { ...  j = add.i64 i 1  loop(j, t) } else { ... }
//! ```
//! A loop begins with the comparison of a parameter, the counter, with a bound. Every round adds
//! constants of one sign to the counter, towards the numbers for which the loop ends; if it ends
//! at one number only, the constant is one. Whether
//! the bound stays the same is for the language to say.

use crate::{CmpOp, IntOp, Prim};
use types::Width;

/// The most that a round may add to a counter, and the most by which one that runs up to a
/// constant can therefore overshoot it.
pub const MOST_STEP: i64 = 1 << 20;

/// An operand, as the analysis sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand<V> {
    /// A variable.
    Var(V),
    /// A constant integer.
    Int(i64),
    /// Something else.
    Other,
}

/// A language with variables `V` and operands `A`, as the analysis sees it.
pub struct View<'v, V, A> {
    /// An operand.
    pub operand: fn(&A) -> Operand<V>,
    /// The primitive that a variable is bound to, with its operands.
    pub definition: &'v dyn Fn(V) -> Option<(Prim, &'v [A])>,
}

/// A loop, as a language finds it.
pub struct Loop<'l, V, A> {
    /// Its parameters.
    pub params: &'l [V],
    /// The condition of the branch that every round begins with.
    pub cond: V,
    /// True if the loop goes on where the condition holds; it ends otherwise.
    pub goes_on_if_true: bool,
    /// The arguments that each way back passes.
    pub again: &'l [&'l [A]],
}

/// The counter of a loop, and the way it counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counted<V> {
    /// Index of the counter among the parameters.
    pub counter: usize,
    /// The comparison of counter and bound that holds where the loop goes on.
    pub goes_on: CmpOp,
    /// The value that the counter is compared with.
    pub bound: Operand<V>,
    /// The least that a round adds to the counter; negative for one that counts down.
    pub step: i64,
}

impl<V: Copy + Eq> Counted<V> {
    /// Looks whether a loop is counted.
    pub fn find<A>(view: &View<'_, V, A>, found: &Loop<'_, V, A>) -> Option<Counted<V>> {
        let (Prim::Cmp(cmp, Width::I64), [counter, bound]) = (view.definition)(found.cond)? else {
            return None;
        };
        let Operand::Var(var) = (view.operand)(counter) else { return None };
        let counter = found.params.iter().position(|param| *param == var)?;
        let goes_on = if found.goes_on_if_true { cmp } else { opposite(cmp) };
        let steps = found.again.iter().map(|args| view.step(args.get(counter)?, var));
        let steps = steps.collect::<Option<Vec<i64>>>()?;
        let upwards = match goes_on {
            CmpOp::Slt | CmpOp::Sle => true,
            CmpOp::Sgt | CmpOp::Sge => false,
            // Only steps of one are sure to meet the bound.
            CmpOp::Ne if steps.iter().all(|step| *step == 1) => true,
            CmpOp::Ne if steps.iter().all(|step| *step == -1) => false,
            CmpOp::Eq | CmpOp::Ne | CmpOp::Ult | CmpOp::Ule | CmpOp::Ugt | CmpOp::Uge => {
                return None;
            }
        };
        if steps.iter().any(|step| (*step > 0) != upwards) {
            return None;
        }
        let step = steps.into_iter().min_by_key(|step| step.abs())?;
        Some(Counted { counter, goes_on, bound: (view.operand)(bound), step })
    }

    /// The most rounds of a loop with a constant bound whose counter begins between these.
    pub fn rounds(&self, (least, most): (i64, i64)) -> Option<i64> {
        let Operand::Int(bound) = self.bound else { return None };
        // One that begins beyond the bound goes through all numbers.
        let beyond = if self.step > 0 { most > bound } else { least < bound };
        if self.goes_on == CmpOp::Ne && beyond {
            return None;
        }
        // A counter near the end of the numbers might wrap around.
        if bound.unsigned_abs() >= (i64::MAX - 2 * MOST_STEP) as u64 {
            return None;
        }
        let way =
            if self.step > 0 { bound.saturating_sub(least) } else { most.saturating_sub(bound) };
        // One round more if the loop goes on at the bound, one for the last test.
        Some(way.max(0) / self.step.abs() + 2)
    }
}

impl<V: Copy + Eq, A> View<'_, V, A> {
    /// The constant, not 0, whose sum with the variable is the operand, if there is one.
    pub fn step(&self, operand: &A, from: V) -> Option<i64> {
        let Operand::Var(sum) = (self.operand)(operand) else { return None };
        let (var, step) = self.sum(sum)?;
        (var == from).then_some(step)
    }

    /// The variable and the constant whose sum a variable is; the constant is not 0.
    pub fn sum(&self, var: V) -> Option<(V, i64)> {
        let (prim, [from, by]) = (self.definition)(var)? else { return None };
        let (Operand::Var(from), Operand::Int(by)) = ((self.operand)(from), (self.operand)(by))
        else {
            return None;
        };
        let Prim::Int(op, Width::I64) = prim else { return None };
        let by = if let IntOp::Add | IntOp::SAdd = op {
            by
        } else if let IntOp::Sub | IntOp::SSub = op {
            by.checked_neg()?
        } else {
            return None;
        };
        (by != 0 && (-MOST_STEP..=MOST_STEP).contains(&by)).then_some((from, by))
    }
}

/// The comparison that holds where this one does not.
fn opposite(cmp: CmpOp) -> CmpOp {
    match cmp {
        CmpOp::Eq => CmpOp::Ne,
        CmpOp::Ne => CmpOp::Eq,
        CmpOp::Slt => CmpOp::Sge,
        CmpOp::Sle => CmpOp::Sgt,
        CmpOp::Sgt => CmpOp::Sle,
        CmpOp::Sge => CmpOp::Slt,
        CmpOp::Ult => CmpOp::Uge,
        CmpOp::Ule => CmpOp::Ugt,
        CmpOp::Ugt => CmpOp::Ule,
        CmpOp::Uge => CmpOp::Ult,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Variables are numbers: 0 is the counter, 1 the condition, from 2 on what comes next.
    fn find(cmp: CmpOp, goes_on_if_true: bool, nexts: &[(IntOp, i64)]) -> Option<Counted<usize>> {
        let test = [Operand::Var(0), Operand::Int(10)];
        let sums: Vec<_> = nexts.iter().map(|(_, n)| [Operand::Var(0), Operand::Int(*n)]).collect();
        let definition = |var: usize| match var {
            1 => Some((Prim::Cmp(cmp, Width::I64), &test[..])),
            _ => {
                let at = var.checked_sub(2)?;
                Some((Prim::Int(nexts.get(at)?.0, Width::I64), &sums[at][..]))
            }
        };
        let view = View { operand: |operand| *operand, definition: &definition };
        let again: Vec<[Operand<usize>; 1]> =
            (0..nexts.len()).map(|i| [Operand::Var(2 + i)]).collect();
        let again: Vec<&[Operand<usize>]> = again.iter().map(|args| &args[..]).collect();
        Counted::find(&view, &Loop { params: &[0], cond: 1, goes_on_if_true, again: &again })
    }

    #[test]
    fn up_and_down() {
        let up = find(CmpOp::Slt, true, &[(IntOp::Add, 1), (IntOp::SSub, -3)]).expect("counted");
        assert_eq!((up.goes_on, up.step), (CmpOp::Slt, 1));
        assert_eq!(up.rounds((0, 5)), Some(12));
        let down = find(CmpOp::Sle, false, &[(IntOp::SSub, 2)]).expect("counted");
        assert_eq!((down.goes_on, down.step), (CmpOp::Sgt, -2));
        assert_eq!(down.rounds((0, 20)), Some(7));
    }

    #[test]
    fn away_from_the_bound_or_not_at_all() {
        assert_eq!(find(CmpOp::Slt, true, &[(IntOp::Sub, 1)]), None);
        assert_eq!(find(CmpOp::Slt, true, &[(IntOp::Add, 1), (IntOp::Sub, 1)]), None);
        assert_eq!(find(CmpOp::Slt, false, &[(IntOp::Add, 1)]), None);
        assert_eq!(find(CmpOp::Slt, true, &[(IntOp::Add, 0)]), None);
        assert_eq!(find(CmpOp::Slt, true, &[(IntOp::Mul, 2)]), None);
        assert_eq!(find(CmpOp::Eq, true, &[(IntOp::Add, 1)]), None);
    }
}
