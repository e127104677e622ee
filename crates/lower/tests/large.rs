//! Code that is too large for one cluster, cut by `cut-large`, becomes several.

use cps_opt::CUT_LARGE;
use pass::Stats;

/// The largest cluster that LLVM is given, with some room for what lowering adds.
const LARGEST: usize = 1200;

fn clusters_of(source: &str) -> Vec<usize> {
    let mut module = cps::parse(source.as_bytes()).expect("the test parses");
    CUT_LARGE.alone().run(&mut module, &mut Stats::default());
    assert_eq!(cps::check(&module), []);
    let unit = kont_lower::cps_to_flow(&module);
    assert_eq!(flow::check(&unit), []);
    unit.clusters.values().map(|cluster| cluster.body.size()).collect()
}

fn check(source: String) {
    // Deep code takes a deep stack.
    let thread = std::thread::Builder::new().stack_size(256 << 20);
    let sizes = thread.spawn(move || clusters_of(&source)).expect("a thread").join();
    let sizes = sizes.expect("it is lowered");
    let largest = sizes.iter().max().copied().unwrap_or(0);
    assert!(largest <= LARGEST, "a cluster of size {largest} among {}", sizes.len());
    let most = 2 * sizes.iter().sum::<usize>() / LARGEST + 2;
    assert!(sizes.len() <= most, "{} clusters are too many", sizes.len());
}

/// A function of `x.1` that returns to `k.2`.
fn function(body: &str) -> String {
    format!("cps 1\n\nexport fun f.0(x.1: i64) return k.2: cont(i64) {{\n{body}}}\n")
}

#[test]
fn tests_inside_tests() {
    let open: String = (0..3000)
        .map(|i| {
            let (c, y) = (3 + 2 * i, 4 + 2 * i);
            format!(
                "c.{c}: i1 = slt.i64 x.1 {i}\n y.{y}: i64 = add.i64 x.1 {i}\n\
                 if c.{c} {{ jump k.2 y.{y} }} else {{\n"
            )
        })
        .collect();
    check(function(&format!("{open}jump k.2 x.1\n{}", "}\n".repeat(3000))));
}

#[test]
fn joins_after_joins() {
    let number = |i: usize| (3 + 3 * i, 4 + 3 * i, 5 + 3 * i);
    let open = (0..2000).map(|i| format!("cont j.{}(y.{}: i64) {{\n", number(i).0, number(i).1));
    let close = (0..2000).rev().map(|i| {
        let (j, _, c) = number(i);
        format!(
            "}}\n c.{c}: i1 = slt.i64 x.1 {i}\n\
             if c.{c} {{ jump j.{j} 1 }} else {{ jump j.{j} 2 }}\n"
        )
    });
    let (open, close): (String, String) = (open.collect(), close.collect());
    check(function(&format!("{open}jump k.2 x.1\n{close}")));
}

#[test]
fn bindings_in_a_row() {
    let row: String =
        (0..5000).map(|i| format!("y.{}: i64 = add.i64 x.1 y.{}\n", i + 4, i + 3)).collect();
    check(function(&format!("y.3: i64 = add.i64 x.1 1\n{row}jump k.2 y.5003\n")));
}

#[test]
fn many_small_cases() {
    let cases: String = (0..3000)
        .map(|i| {
            format!(
                "{} => {{ y.{}: i64 = mul.i64 x.1 {i}\n jump k.2 y.{} }}\n",
                3 * i,
                3 + i,
                3 + i
            )
        })
        .collect();
    check(function(&format!("switch x.1 {{\n{cases}_ => {{ jump k.2 x.1 }}\n}}\n")));
}

/// All variables are made before the first is used.
fn wide(n: usize) -> Vec<usize> {
    let made: String = (0..n).map(|i| format!("v.{}: i64 = mul.i64 x.1 {i}\n", 3 + i)).collect();
    let used = (1..n).map(|i| {
        let last = if i == 1 { "v.3".to_owned() } else { format!("s.{}", 1 + n + i) };
        format!("s.{}: i64 = add.i64 {last} v.{}\n", 2 + n + i, 3 + i)
    });
    let used: String = used.collect();
    clusters_of(&function(&format!("{made}{used}jump k.2 s.{}\n", 1 + 2 * n)))
}

#[test]
fn what_is_passed_on_is_shared() {
    let (short, long) = (wide(1000), wide(4000));
    let largest = long.iter().max().copied().unwrap_or(0);
    assert!(largest <= 500, "a cluster of size {largest} among {}", long.len());
    let (short, long) = (short.iter().sum::<usize>(), long.iter().sum::<usize>());
    assert!(long <= 5 * short, "{long} bindings for four times the text of {short}");
}

#[test]
fn a_loop_passes_on_the_record_of_what_stays_the_same() {
    let params: String = (10..20).map(|i| format!(", v.{i}: i64")).collect();
    let sums: String =
        (10..20).map(|i| format!("s.{}: i64 = add.i64 v.{i} s.{}\n", i + 21, i + 20)).collect();
    let module = cps::parse(
        format!(
            "cps 1\n\nexport fun f.0(n.1: i64{params}) return k.2: cont(i64) {{
               cont loop.3(i.4: i64, s.30: i64) {{
                 c.5: i1 = slt.i64 i.4 n.1
                 if c.5 {{
                   j.6: i64 = add.i64 i.4 1
                   {sums}
                   jump loop.3 j.6 s.40
                 }} else {{ jump k.2 s.30 }}
               }}
               jump loop.3 0 0
             }}\n"
        )
        .as_bytes(),
    );
    let unit = kont_lower::cps_to_flow(&module.expect("the test parses"));
    assert_eq!(flow::check(&unit), [], "{unit}");
    let text = unit.to_string();
    let (_, of_loop) = text.split_once("known loop").expect("the loop is a cluster");
    assert!(of_loop.contains("load"), "{text}");
    assert!(!of_loop.contains("record"), "{text}");
}
