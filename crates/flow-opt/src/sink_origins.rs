//! Notes where an exception was raised only where it is raised again.
//!
//! ```text
//! cont h(e, s, r) return f {             cont h(e, s, r) return f {
//!   k = pop f                              k = pop f
//!   o = origin s r                         c = same e x
//!   c = same e x                    =>     if c { throw k 0 } else {
//!   if c { throw k 0 } else {                o = origin s r
//!     raise e from o return k                raise e from o return k
//!   }                                      }
//! }                                      }
//! ```
//! Where frames are on a stack, an `origin` goes over those of the raise, which takes longer than all
//! else that a handler does; and most handlers know what to do with what they get. The frames are
//! there until something else is pushed, so an `origin` stays before that. It stays before local
//! functions that use it, too, and where several branches do.
//!
//! Expects: bound once. Establishes: nothing.

use flow::walk::each_body_mut;
use flow::{Body, FlowOp, Let, Tail, Unit, Var};
use pass::{Pass, Settings, Stats};

/// The pass.
pub static SINK_ORIGINS: Pass<Unit> = Pass {
    name: "sink-origins",
    about: "notes where an exception was raised only where it is raised again",
    settings: &[],
    run: sink_origins,
};

fn sink_origins(unit: &mut Unit, _: &Settings<'_>, stats: &mut Stats) {
    for (_, cluster) in unit.clusters.iter_mut() {
        each_body_mut(&mut cluster.body, |body| {
            let is_origin = |binding: &Let| matches!(binding, Let::Op { op: FlowOp::Origin, .. });
            if let Some(at) = body.lets.iter().position(is_origin) {
                stats.count("origin", usize::from(sink(body, at)));
            }
        });
    }
}

/// Moves the binding at this place to where it is first needed; true if that is in a branch.
fn sink(body: &mut Body, at: usize) -> bool {
    let binding = body.lets.remove(at);
    let Let::Op { dst, .. } = &binding else { return false };
    let var = dst[0];
    let (mut body, mut from, mut sunk) = (body, at, false);
    while !body.lets[from..].iter().any(|next| stops(next, var))
        && let Some(branch) = only_branch(&body.tail, var)
    {
        body = body.tail.bodies_mut().nth(branch).expect("it was found above");
        (from, sunk) = (0, true);
    }
    let place = body.lets[from..].iter().position(|next| stops(next, var));
    let place = place.map_or(body.lets.len(), |place| from + place);
    body.lets.insert(place, binding);
    sunk
}

/// The branch of a tail that alone uses the variable.
fn only_branch(tail: &Tail, var: Var) -> Option<usize> {
    let mut using = tail.bodies().enumerate().filter(|(_, branch)| uses(branch, var));
    let (only, _) = using.next()?;
    using.next().is_none().then_some(only)
}

/// True if a binding uses the variable, or what comes after it might find other frames.
fn stops(binding: &Let, var: Var) -> bool {
    let pushes = matches!(binding, Let::Op { op: FlowOp::Push(_) | FlowOp::Poll(_), .. });
    pushes || binding.uses().any(|used| used == var) || binding.bodies().any(|body| uses(body, var))
}

fn uses(body: &Body, var: Var) -> bool {
    let mut found = false;
    body.each_use(&mut |used| found |= used == var);
    found
}

#[cfg(test)]
mod tests {
    use super::SINK_ORIGINS;
    use expect_test::{Expect, expect};
    use flow::{check, parse};
    use pass::Stats;

    fn check_sunk(handler: &str, expect: Expect) {
        let text = format!(
            "flow 1 frames stack
             cont other(x: i64) return f {{ k: cont = pop f throw k x }}
             cont h(e: ref, s: ptr, r: cont) return f {{
               k: cont = pop f
               o: ref = origin s r
               {handler}
             }}"
        );
        let mut unit = parse(text.as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}"));
        assert_eq!(check(&unit), []);
        SINK_ORIGINS.alone().run(&mut unit, &mut Stats::default());
        assert_eq!(check(&unit), [], "{unit}");
        let printed = unit.to_string();
        let lines: Vec<&str> =
            printed.lines().skip_while(|line| !line.contains("cont h")).collect();
        expect.assert_eq(&(lines.join("\n") + "\n"));
    }

    #[test]
    fn into_the_branch_that_raises_again() {
        check_sunk(
            "b: i1 = isimm e
             if b { throw k 0 } else {
               t: i64 = tag e
               switch t { 1 => { throw k 1 } _ => { raise e from o return k } }
             }",
            expect![[r#"
                cont h(e.2: ref, s.3: ptr, r.4: cont) return f.5 {
                  k.7: cont = pop f.5
                  b.9: i1 = isimm e.2
                  if b.9 {
                    throw k.7 0
                  } else {
                    t.10: i64 = tag e.2
                    switch t.10 {
                      1 => {
                        throw k.7 1
                      }
                      _ => {
                        o.8: ref = origin s.3 r.4
                        raise e.2 from o.8 return k.7
                      }
                    }
                  }
                }
            "#]],
        );
    }

    #[test]
    fn not_past_a_push() {
        check_sunk(
            "b: i1 = isimm e
             if b { throw k 0 } else {
               g: cont = push other k
               () = sethandler g
               raise e from o return k
             }",
            expect![[r#"
                cont h(e.2: ref, s.3: ptr, r.4: cont) return f.5 {
                  k.7: cont = pop f.5
                  b.9: i1 = isimm e.2
                  if b.9 {
                    throw k.7 0
                  } else {
                    o.8: ref = origin s.3 r.4
                    g.10: cont = push other k.7
                    () = sethandler g.10
                    raise e.2 from o.8 return k.7
                  }
                }
            "#]],
        );
    }

    #[test]
    fn not_into_two_branches() {
        check_sunk(
            "b: i1 = isimm e
             if b { raise e from o return k } else {
               x: ref = load.1 e
               raise x from o return k
             }",
            expect![[r#"
                cont h(e.2: ref, s.3: ptr, r.4: cont) return f.5 {
                  k.7: cont = pop f.5
                  b.9: i1 = isimm e.2
                  o.8: ref = origin s.3 r.4
                  if b.9 {
                    raise e.2 from o.8 return k.7
                  } else {
                    x.10: ref = load.1 e.2
                    raise x.10 from o.8 return k.7
                  }
                }
            "#]],
        );
    }
}
