//! Makes jumps shorter: past functions that only jump on, into functions that
//! are jumped to once, and away from functions that nothing reaches.
//!
//! ```text
//! fun f(x: i64) { jump g x 1 }          fun g(y: i64, z: i64) { ... }
//! fun g(y: i64, z: i64) { ... }   =>    if a { jump g b 1 } else { jump g c 2 }
//! if a { jump f b } else { jump g c 2 }
//!
//! fun f(x: i64) { y: i64 = add.i64 x 1  throw k y }      y: i64 = add.i64 a 1
//! jump f a                                        =>     throw k y
//! ```
//!
//! Arguments take the place of parameters. Where a local function is in scope,
//! so is all that was in scope at its definition, and since variables are bound
//! once, nothing is captured. A function is moved, never copied, so the pass
//! is linear and variables stay bound once.
//! Expects: bound once; a cluster that is not stays as it is. Establishes: every
//! local function is reached, and by two jumps at least.

use faults::{Fault, on};
use flow::bound_once::bound_again;
use flow::walk::{BodyEntry, BodyNode, all_bodies, each_body_mut, fun_bodies};
use flow::{Atom, Body, Cluster, Let, Local, LocalFun, Tail, Unit, Var};
use pass::{Pass, Settings, Stats};
use rustc_hash::{FxHashMap, FxHashSet};

/// The pass.
pub static SIMPLIFY_JUMPS: Pass<Unit> = Pass {
    name: "simplify-jumps",
    about: "inlines local functions jumped to once and skips those that only jump on",
    settings: &[],
    run: simplify_jumps,
};

fn simplify_jumps(unit: &mut Unit, _: &Settings<'_>, stats: &mut Stats) {
    for (_, cluster) in unit.clusters.iter_mut() {
        let has_funs = |binding: &Let| matches!(binding, Let::Funs(_));
        let any = all_bodies(&cluster.body).iter().any(|node| node.body.lets.iter().any(has_funs));
        if any && bound_again(cluster).is_empty() {
            skip(cluster, stats);
            inline(cluster, stats);
        }
    }
}

/// A function that only jumps on: its parameters, the function it jumps to, and the arguments
/// it passes.
type Forward = (Vec<Var>, Local, Vec<Atom>);

/// Lets jumps go past functions that only jump on.
fn skip(cluster: &mut Cluster, stats: &mut Stats) {
    let mut forwards: FxHashMap<Local, Forward> = FxHashMap::default();
    for node in all_bodies(&cluster.body) {
        if let (BodyEntry::Fun(LocalFun { name, params, body }), Tail::Jump { fun, args }) =
            (node.entry, &node.body.tail)
            && body.lets.is_empty()
        {
            forwards.insert(*name, (params.clone(), *fun, args.clone()));
        }
    }
    if forwards.is_empty() {
        return;
    }
    let ends = settle(&forwards);
    let mut count = 0;
    each_body_mut(&mut cluster.body, |body| {
        if let Tail::Jump { fun, args } = &mut body.tail
            && let Some((params, target, passed)) = ends.get(fun)
        {
            let given: FxHashMap<Var, Atom> = params.iter().copied().zip(args.drain(..)).collect();
            *args = passed.iter().map(|atom| replaced(&given, atom)).collect();
            *fun = *target;
            count += 1;
        }
    });
    stats.count("skipped function", count);
}

/// Follows chains of functions that only jump on to their ends, each link
/// once. Functions that go round in a circle have no end and are left out.
fn settle(forwards: &FxHashMap<Local, Forward>) -> FxHashMap<Local, Forward> {
    let mut ends: FxHashMap<Local, Forward> = FxHashMap::default();
    let mut circles: FxHashSet<Local> = FxHashSet::default();
    let mut names: Vec<Local> = forwards.keys().copied().collect();
    names.sort_unstable();
    for name in names {
        let (mut path, mut on_path, mut at) = (Vec::new(), FxHashSet::default(), name);
        while forwards.contains_key(&at)
            && !ends.contains_key(&at)
            && !circles.contains(&at)
            && on_path.insert(at)
        {
            path.push(at);
            at = forwards[&at].1;
        }
        if circles.contains(&at) || on_path.contains(&at) {
            circles.extend(path);
            continue;
        }
        for link in path.into_iter().rev() {
            let (params, next, args) = &forwards[&link];
            let end = match ends.get(next) {
                None => (params.clone(), *next, args.clone()),
                Some((inner, target, passed)) => {
                    let given: FxHashMap<Var, Atom> =
                        inner.iter().copied().zip(args.iter().cloned()).collect();
                    let passed = match on(Fault::ForwardArguments) {
                        true => passed.clone(),
                        false => passed.iter().map(|atom| replaced(&given, atom)).collect(),
                    };
                    (params.clone(), *target, passed)
                }
            };
            ends.insert(link, end);
        }
    }
    ends
}

fn replaced(given: &FxHashMap<Var, Atom>, atom: &Atom) -> Atom {
    atom.var().and_then(|var| given.get(&var)).unwrap_or(atom).clone()
}

/// Moves functions that are jumped to once to the jump, and removes those that
/// nothing reaches.
fn inline(cluster: &mut Cluster, stats: &mut Stats) {
    let nodes = all_bodies(&cluster.body);
    let jumps = reached_jumps(&nodes);
    let all = nodes.iter().filter(|node| matches!(node.entry, BodyEntry::Fun(_))).count();
    let once = jumps.values().filter(|n| **n == 1).count();
    stats.count("inlined function", once);
    stats.count("removed function", all - jumps.len());
    if once == 0 && all == jumps.len() {
        return;
    }
    let mut moved = take_out(&mut cluster.body, &jumps);
    let mut given: FxHashMap<Var, Atom> = FxHashMap::default();
    each_body_mut(&mut cluster.body, |body| {
        while let Tail::Jump { fun, args } = &mut body.tail
            && let Some(target) = moved.remove(fun)
        {
            given.extend(target.params.into_iter().zip(args.drain(..)));
            body.lets.extend(target.body.lets);
            body.tail = target.body.tail;
        }
    });
    substitute(cluster, &mut given);
}

/// The number of reachable jumps to each local function.
fn reached_jumps(nodes: &[BodyNode<'_>]) -> FxHashMap<Local, usize> {
    let funs = fun_bodies(nodes);
    let mut branches = vec![Vec::new(); nodes.len()];
    for (i, node) in nodes.iter().enumerate() {
        if let BodyEntry::Branch(parent) = node.entry {
            branches[parent].push(i);
        }
    }
    let mut jumps: FxHashMap<Local, usize> = FxHashMap::default();
    let mut todo = vec![0];
    while let Some(i) = todo.pop() {
        todo.extend(&branches[i]);
        if let Tail::Jump { fun, .. } = &nodes[i].body.tail {
            let count = jumps.entry(*fun).or_default();
            *count += 1;
            if *count == 1 {
                todo.extend(funs.get(fun));
            }
        }
    }
    jumps
}

/// Takes out the functions that are not jumped to twice; gives those that are
/// jumped to once.
fn take_out(body: &mut Body, jumps: &FxHashMap<Local, usize>) -> FxHashMap<Local, LocalFun> {
    let mut taken: Vec<LocalFun> = Vec::new();
    let mut done = FxHashMap::default();
    let take = |body: &mut Body, taken: &mut Vec<LocalFun>| {
        each_body_mut(body, |body| {
            for binding in &mut body.lets {
                if let Let::Funs(funs) = binding {
                    taken.extend(
                        funs.extract_if(.., |fun| jumps.get(&fun.name).is_none_or(|n| *n == 1)),
                    );
                }
            }
            body.lets.retain(|binding| !matches!(binding, Let::Funs(funs) if funs.is_empty()));
        });
    };
    take(body, &mut taken);
    while let Some(mut fun) = taken.pop() {
        if jumps.contains_key(&fun.name) {
            take(&mut fun.body, &mut taken);
            done.insert(fun.name, fun);
        }
    }
    done
}

/// Puts arguments in the place of parameters.
fn substitute(cluster: &mut Cluster, given: &mut FxHashMap<Var, Atom>) {
    let mut put = |atom: &mut Atom| {
        if let Some(var) = atom.var()
            && given.contains_key(&var)
        {
            *atom = follow(given, var);
        }
    };
    each_body_mut(&mut cluster.body, |body| {
        for binding in &mut body.lets {
            if let Let::Op { args, .. } = binding {
                args.iter_mut().for_each(&mut put);
            }
        }
        body.tail.operands_mut().for_each(&mut put);
    });
}

/// The atom at the end of the chain of replacements that begins at a parameter; the chain is
/// shortened on the way.
fn follow(given: &mut FxHashMap<Var, Atom>, var: Var) -> Atom {
    let mut path = vec![var];
    let mut end = given[&var].clone();
    while let Some(next) = end.var()
        && let Some(further) = given.get(&next)
    {
        path.push(next);
        end = further.clone();
    }
    for var in path {
        given.insert(var, end.clone());
    }
    end
}

#[cfg(test)]
mod tests {
    use super::SIMPLIFY_JUMPS;
    use crate::testing::check_pass;
    use expect_test::expect;

    #[test]
    fn a_function_jumped_to_once_is_inlined() {
        check_pass(
            &SIMPLIFY_JUMPS,
            "fun f(x: i64, y: i64) { z: i64 = add.i64 x y  throw k z }  jump f a 1",
            expect![[r#"
                fun main(a.0: i64, b.1: ref) return k.2 {
                  z.5: i64 = add.i64 a.0 1
                  throw k.2 z.5
                }
            "#]],
        );
    }

    #[test]
    fn chains_are_inlined_and_parameters_followed() {
        check_pass(
            &SIMPLIFY_JUMPS,
            "fun f(x: i64) { u: i64 = copy x  jump g x u } and g(y: i64, z: i64) { w: i64 = add.i64 y z  throw k w }
             if a { jump f a } else { throw k 0 }",
            expect![[r#"
                fun main(a.0: i64, b.1: ref) return k.2 {
                  if a.0 {
                    u.4: i64 = copy a.0
                    w.7: i64 = add.i64 a.0 u.4
                    throw k.2 w.7
                  } else {
                    throw k.2 0
                  }
                }
            "#]],
        );
    }

    #[test]
    fn functions_that_only_jump_are_skipped() {
        check_pass(
            &SIMPLIFY_JUMPS,
            "fun f(x: i64) { c: i64 = add.i64 x 1  throw k c }
             fun g(y: i64) { jump f y } and h(z: i64) { jump g 2 }
             switch a { 0 => { jump g a } 1 => { jump h a } _ => { jump f 7 } }",
            expect![[r#"
                fun main(a.0: i64, b.1: ref) return k.2 {
                  fun f.0(x.3: i64) {
                    c.4: i64 = add.i64 x.3 1
                    throw k.2 c.4
                  }
                  switch a.0 {
                    0 => {
                      jump f.0 a.0
                    }
                    1 => {
                      jump f.0 2
                    }
                    _ => {
                      jump f.0 7
                    }
                  }
                }
            "#]],
        );
    }

    #[test]
    fn loops_stay() {
        check_pass(
            &SIMPLIFY_JUMPS,
            "fun loop(i: i64) { c: i1 = slt.i64 i a  if c { j: i64 = add.i64 i 1  jump loop j } else { throw k i } }
             jump loop 0",
            expect![[r#"
                fun main(a.0: i64, b.1: ref) return k.2 {
                  fun loop.0(i.3: i64) {
                    c.4: i1 = slt.i64 i.3 a.0
                    if c.4 {
                      j.5: i64 = add.i64 i.3 1
                      jump loop.0 j.5
                    } else {
                      throw k.2 i.3
                    }
                  }
                  jump loop.0 0
                }
            "#]],
        );
        check_pass(
            &SIMPLIFY_JUMPS,
            "fun f() { jump g } and g() { jump f }  jump f",
            expect![[r#"
            fun main(a.0: i64, b.1: ref) return k.2 {
              fun f.0() {
                jump f.0
              }
              jump f.0
            }
        "#]],
        );
        check_pass(
            &SIMPLIFY_JUMPS,
            "fun f(x: i64) { jump f x }  jump f a",
            expect![[r#"
            fun main(a.0: i64, b.1: ref) return k.2 {
              fun f.0(x.3: i64) {
                jump f.0 x.3
              }
              jump f.0 a.0
            }
        "#]],
        );
    }

    #[test]
    fn what_nothing_reaches_goes() {
        check_pass(
            &SIMPLIFY_JUMPS,
            "fun f() { jump g } and g() { if a { jump f } else { jump f } }  throw k",
            expect![[r#"
                fun main(a.0: i64, b.1: ref) return k.2 {
                  throw k.2
                }
            "#]],
        );
    }

    #[test]
    fn a_function_inside_one_that_is_moved_moves_too() {
        check_pass(
            &SIMPLIFY_JUMPS,
            "fun f(x: i64) { fun g(y: i64) { throw k y }  if x { jump g x } else { jump h } } and h() { throw k 0 }
             jump f a",
            expect![[r#"
                fun main(a.0: i64, b.1: ref) return k.2 {
                  if a.0 {
                    throw k.2 a.0
                  } else {
                    throw k.2 0
                  }
                }
            "#]],
        );
    }

    #[test]
    fn names_bound_again_are_left_alone() {
        check_pass(
            &SIMPLIFY_JUMPS,
            "x: i64 = copy 7  fun f() { throw k x }  x: i64 = copy 5  jump f",
            expect![[r#"
                fun main(a.0: i64, b.1: ref) return k.2 {
                  x.3: i64 = copy 7
                  fun f.0() {
                    throw k.2 x.3
                  }
                  x.3: i64 = copy 5
                  jump f.0
                }
            "#]],
        );
    }
}
