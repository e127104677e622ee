//! What runs once: code that only the entry leads to, outside of loops.
//!
//! Such code is what a program does to begin with, and often half of a small one. Where a
//! unit captures continuations, they may run any number of times.

use crate::interface::closures;
use crate::parts::mentions;
use base::EntityId;
use flow::walk::{Event, OpRef, walk};
use flow::{ClusterId, ClusterKind, FlowOp, Unit};

/// For every cluster, true if it runs once, a few times at most: it is the entry, or all that
/// name it are such clusters without loops, and none makes a closure of it.
pub(crate) fn runs_once(unit: &Unit) -> Vec<bool> {
    let mut named = vec![Vec::new(); unit.clusters.len()];
    let mut times = vec![0_usize; unit.clusters.len()];
    let mut captures = false;
    for (id, cluster) in unit.clusters.iter() {
        for event in walk(&cluster.body) {
            captures |= matches!(event, Event::Op(OpRef { op: FlowOp::Capture, .. }));
            mentions(&event, |other| named[id.index()].push(other));
            // A closure may be called any number of times.
            closures(&event, |function| times[function.index()] += 1);
        }
        named[id.index()].iter().for_each(|other| times[other.index()] += 1);
        times[id.index()] += usize::from(cluster.export);
    }
    let mut once = vec![false; unit.clusters.len()];
    let mut waiting: Vec<ClusterId> =
        unit.entry.into_iter().filter(|entry| times[entry.index()] == 0).collect();
    while let Some(id) = waiting.pop() {
        let cluster = &unit.clusters[id];
        if cluster.body.has_loops() || captures && cluster.kind == ClusterKind::Cont {
            continue;
        }
        once[id.index()] = true;
        for other in &named[id.index()] {
            times[other.index()] -= 1;
            if times[other.index()] == 0 {
                waiting.push(*other);
            }
        }
    }
    once
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: &str = "flow 1
import f \"f\" (i64)
import g \"g\" ()
fun later(n: i64) return k { apply helper n return k }
known helper(n: i64) return k { apply import f n return k }
known both(n: i64) return k {
  if n { apply helper n return k } else { apply round n return k }
}
known round(n: i64) return k {
  m: i64 = sub.i64 n 1
  if m { apply round m return k } else { apply import g return k }
}
cont done() return k {
  (link: cont) = pop k
  fun spin(n: i64) { if n { jump spin 0 } else { throw link } }
  jump spin 1
}
cont next() return k {
  (link: cont) = pop k
  k1: cont = push done link
  apply both 3 return k1
}
fun main() return k {
  () = check 64 k
  c: ref = closure later
  k1: cont = push next k
  apply import g return k1
}
entry main
";

    /// The names of what runs once.
    fn once(text: &str) -> Vec<String> {
        let unit = flow::parse(text.as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}"));
        let once = runs_once(&unit);
        let once = unit.clusters.iter().filter(|(id, _)| once[id.index()]);
        once.map(|(_, cluster)| cluster.name.to_string()).collect()
    }

    #[test]
    fn loops_closures_and_what_they_lead_to_run_often() {
        assert_eq!(once(PROGRAM), ["both", "next", "main"]);
    }

    #[test]
    fn continuations_that_may_be_captured_run_often() {
        let text = PROGRAM.replace("closure later", "capture k");
        assert_eq!(once(&text), ["main"]);
    }
}
