//! Cuts functions that are too large for LLVM, and long runs of bindings, into small pieces.
//!
//! ```text
//! x1 = ...                      x1 = ...
//! ... thousands of bindings     ... 64 bindings
//! x9000 = ...             =>    cont rest() { ... 64 bindings  cont rest2() { ... }  jump rest2 }
//! jump k x9000                  jump rest
//! ```
//! A branch that is cut off is a continuation that is jumped to, and so are the last cases of a
//! switch with many. The translation to Flow makes clusters of the pieces, each of as many as
//! LLVM compiles in about linear time.
//!
//! Expects: nothing. Establishes: at most `2 * piece` bindings in a row, and pieces of about
//! `piece` in functions larger than `largest`. Only `short-loops` may run afterwards: `contract`
//! would put the pieces together again.

use cps::{Body, Let, Module, Tail};
use pass::{Pass, Setting, Settings, Stats};

/// Large functions to pieces.
pub static CUT_LARGE: Pass<Module> = Pass {
    name: "cut-large",
    about: "cuts large functions and long runs of bindings into small continuations",
    settings: &[
        Setting { name: "largest", default: 1000, about: "size of a function that stays whole" },
        Setting { name: "piece", default: 64, about: "size of the pieces" },
    ],
    run: cut_large,
};

/// The least size of a branch that is cut off.
const WORTH: usize = 20;

fn cut_large(module: &mut Module, settings: &Settings<'_>, stats: &mut Stats) {
    let (largest, piece) = (settings.get("largest"), settings.get("piece").max(2));
    let before = module.vars.len();
    let mut funs = std::mem::take(&mut module.funs);
    let mut cx = Cut { module, largest, piece };
    for fun in &mut funs {
        if cx.is_large(&fun.body) {
            cx.pieces(&mut fun.body);
        }
    }
    module.funs = funs;
    stats.count("piece", module.vars.len() - before);
}

struct Cut<'m> {
    module: &'m mut Module,
    largest: usize,
    piece: usize,
}

impl Cut<'_> {
    fn is_large(&self, body: &Body) -> bool {
        let mut count = 0;
        let mut work = vec![body];
        while let Some(body) = work.pop() {
            count += body.lets.len() + 1;
            if count > self.largest || body.lets.len() > 2 * self.piece {
                return true;
            }
            for binding in &body.lets {
                match binding {
                    Let::Funs(funs) => work.extend(funs.iter().map(|f| &f.body)),
                    Let::Conts(conts) => work.extend(conts.iter().map(|c| &c.body)),
                    Let::Op { .. }
                    | Let::GetHandler { .. }
                    | Let::SetHandler { .. }
                    | Let::Capture { .. } => {}
                }
            }
            body.tail.bodies().for_each(|body| work.push(body));
        }
        false
    }

    /// Cuts code into pieces, as far as that can be done; returns the size of what is left
    /// here. Inner branches first, so that the pieces are large.
    fn pieces(&mut self, body: &mut Body) -> usize {
        // The last piece first, so that each binding is moved once.
        while body.lets.len() > 2 * self.piece {
            self.module.cut(body, (body.lets.len() - 2) / self.piece * self.piece);
        }
        for binding in &mut body.lets {
            let inner = &mut |body: &mut Body| _ = self.pieces(body);
            match binding {
                Let::Funs(funs) => funs.iter_mut().for_each(|f| inner(&mut f.body)),
                Let::Conts(conts) => conts.iter_mut().for_each(|c| inner(&mut c.body)),
                Let::Op { .. }
                | Let::GetHandler { .. }
                | Let::SetHandler { .. }
                | Let::Capture { .. } => {}
            }
        }
        let mut branches: Vec<usize> = Vec::new();
        body.tail.bodies_mut().for_each(|branch| branches.push(self.pieces(branch)));
        let mut size = body.lets.len() + 1 + branches.iter().sum::<usize>();
        // The largest go first; small ones are not worth a transfer.
        let mut order: Vec<usize> = (0..branches.len()).filter(|i| branches[*i] >= WORTH).collect();
        order.sort_by_key(|i| std::cmp::Reverse(branches[*i]));
        let mut chosen = vec![false; branches.len()];
        for i in order {
            if size > self.piece {
                size -= branches[i];
                chosen[i] = true;
            }
        }
        let mut i = 0;
        body.tail.bodies_mut().for_each(|branch| {
            if chosen[i] {
                self.module.cut(branch, 0);
                branches[i] = 1;
            }
            i += 1;
        });
        if size > self.largest {
            cut_switch(self.module, &mut body.tail, &branches, self.largest);
        }
        size.min(self.largest)
    }
}

/// A switch with many small cases becomes a chain of switches, each the default of the one
/// before.
fn cut_switch(module: &mut Module, tail: &mut Tail, sizes: &[usize], most: usize) {
    let mut cut = |body: &mut Body| _ = module.cut(body, 0);
    match tail {
        Tail::SwitchInt { scrutinee, cases, default } => {
            let switch = |cases, default| Tail::SwitchInt {
                scrutinee: scrutinee.clone(),
                cases,
                default: Box::new(default),
            };
            chain(cases, default, (sizes, most), switch, &mut cut);
        }
        Tail::SwitchSum { scrutinee, sum, cases, default } => {
            let empty = || Box::new(Body { lets: Vec::new(), tail: Tail::Unreachable });
            let switch = |cases, default| {
                let default = Some(Box::new(default));
                Tail::SwitchSum { scrutinee: scrutinee.clone(), sum: *sum, cases, default }
            };
            chain(cases, default.get_or_insert_with(empty), (sizes, most), switch, &mut cut);
        }
        Tail::If { .. }
        | Tail::Call { .. }
        | Tail::Jump { .. }
        | Tail::Raise { .. }
        | Tail::Throw { .. }
        | Tail::Unreachable => {}
    }
}

/// Moves cases, the last first, to switches of their own until those that are left are few.
fn chain<K>(
    cases: &mut Vec<(K, Body)>,
    default: &mut Body,
    (sizes, most): (&[usize], usize),
    switch: impl Fn(Vec<(K, Body)>, Body) -> Tail,
    cut: &mut dyn FnMut(&mut Body),
) {
    let mut left: usize = sizes[..cases.len()].iter().sum();
    while left > most / 2 && cases.len() > 1 {
        let (mut at, mut moved) = (cases.len(), 0);
        while at > 1 && moved + sizes[at - 1] <= most / 2 {
            at -= 1;
            moved += sizes[at];
        }
        if at == cases.len() {
            return;
        }
        left -= moved;
        let empty = Body { lets: Vec::new(), tail: Tail::Unreachable };
        let after = std::mem::replace(default, empty);
        default.tail = switch(cases.split_off(at), after);
        cut(default);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check_pass;
    use expect_test::expect;
    use pass::Step;

    #[test]
    fn a_small_function_stays_whole() {
        check_pass(
            &CUT_LARGE,
            "cps 1 export fun f(x: i64) return k: cont(i64) { y: i64 = add.i64 x 1 jump k y }",
            expect![[r#"
                cps 1

                export fun f.0(x.1: i64) return k.2: cont(i64) {
                  y.3: i64 = add.i64 x.1 1
                  jump k.2 y.3
                }
            "#]],
        );
    }

    #[test]
    fn no_run_of_bindings_is_long_and_no_switch_wide() {
        let mut text = String::from("cps 1 export fun f(x0: i64) return k: cont(i64) {");
        for i in 0..300 {
            text += &format!(" x{}: i64 = add.i64 x{i} 1", i + 1);
        }
        text += " switch x300 {";
        for i in 0..60 {
            text += &format!(" {i} => {{ jump k x{i} }}");
        }
        text += " _ => { jump k x1 } } }";
        let mut module = cps::parse(text.as_bytes()).expect("a module");
        let step = Step::read(&CUT_LARGE, ":largest=50:piece=20").expect("settings");
        step.run(&mut module, &mut Stats::default());
        assert_eq!(cps::check(&module), []);
        let (mut longest, mut widest) = (0, 0);
        let mut work = vec![&module.funs[0].body];
        while let Some(body) = work.pop() {
            longest = longest.max(body.lets.len());
            if let Tail::SwitchInt { cases, .. } = &body.tail {
                widest = widest.max(cases.len());
            }
            body.lets.iter().for_each(|binding| match binding {
                Let::Conts(conts) => work.extend(conts.iter().map(|cont| &cont.body)),
                Let::Funs(_) | Let::Op { .. } => {}
                Let::GetHandler { .. } | Let::SetHandler { .. } | Let::Capture { .. } => {}
            });
            body.tail.bodies().for_each(|body| work.push(body));
        }
        assert!(longest <= 40 && widest <= 26, "{longest} bindings, {widest} cases:\n{module}");
    }
}
