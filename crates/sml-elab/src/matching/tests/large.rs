//! Large matches: quick, or given up.

use super::super::{Analysis, analyse, compile};
use super::Match;
use std::fmt::Write;

fn join(count: usize, separator: &str, part: impl Fn(usize) -> String) -> String {
    (0..count).map(part).collect::<Vec<_>>().join(separator)
}

#[test]
fn thousands_of_constructors() {
    let n = 5_000;
    let datatype = join(n, " | ", |i| format!("C{i} of int"));
    let clauses = join(n, " | ", |i| format!("f (C{i} x) = x"));
    let of = Match::of(&format!("datatype t = {datatype} fun {clauses}"));
    let analysis = of.analysis();
    assert_eq!((analysis.redundant.len(), analysis.missing), (0, None));
    assert_eq!(of.tree().nodes.len(), n + 1);
    // Two of them side by side, each with a default.
    let mut clauses = String::new();
    for i in 0..n / 10 {
        let _ = write!(clauses, "f (C{i} x, _) = x | f (_, C{i} x) = x | ");
    }
    let of = Match::of(&format!("datatype t = {datatype} fun {clauses} f _ = 0"));
    assert!(of.analysis().redundant.is_empty());
}

#[test]
fn a_thousand_strings() {
    let clauses = join(1_000, " | ", |i| format!("f \"text{i}\" (SOME {i}) = {i}"));
    let of = Match::of(&format!("fun {clauses} | f _ NONE = 1 | f \"text7\" _ = 2"));
    let analysis = of.analysis();
    assert!(analysis.redundant.is_empty());
    assert_eq!(analysis.missing, Some(vec!["\"\"".to_owned(), "(SOME _)".to_owned()]));
    assert!(of.tree().nodes.len() < 6_000);
}

#[test]
fn wide_tuples() {
    let clauses = join(200, " | ", |row| {
        format!(
            "f ({}) = {row}",
            join(200, ", ", |i| (if i == row { "1" } else { "_" }).to_owned())
        )
    });
    let of = Match::of(&format!("fun {clauses}"));
    assert!(of.analysis().missing.is_some());
    assert_eq!(of.tree().nodes.len(), 401);
}

#[test]
fn long_lists() {
    let list = join(3_000, ", ", |i| format!("{i}"));
    let of = Match::of(&format!("fun f [{list}] = 0 | f (0 :: _) = 1 | f _ = 2"));
    assert!(of.analysis().redundant.is_empty());
    // Cells, numbers, the end, and three rules.
    assert_eq!(of.tree().nodes.len(), 3_000 * 2 + 1 + 3);
}

/// Three columns by chance in each of many rows: the search for a missing value is hard.
#[test]
fn too_large_is_given_up() {
    let (columns, mut seed) = (60, 1u64);
    let mut random = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize
    };
    let mut clauses = Vec::new();
    for _ in 0..250 {
        let mut row = vec!["_"; columns];
        for _ in 0..3 {
            row[random() % columns] = ["true", "false"][random() % 2];
        }
        clauses.push(format!("f ({}) = 0", row.join(", ")));
    }
    let of = Match::of(&format!("fun {}", clauses.join(" | ")));
    let start = std::time::Instant::now();
    assert!(compile(&of.program, &of.rows()).is_none());
    assert_eq!(analyse(&of.program, &of.rows()), Analysis::default());
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}

/// Alternatives of alternatives of pairs.
#[test]
fn or_patterns_are_given_up_too() {
    let pats = join(40, ", ", |i| format!("((x{i}, true) | (false, x{i}))"));
    let of = Match::of(&format!("fun f ({pats}) = 0 | f _ = 1"));
    assert!(compile(&of.program, &of.rows()).is_none());
}
