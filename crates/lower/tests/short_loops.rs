//! The loops that `short-loops` marks and the translation leaves in the cluster around them.

use cps_opt::SHORT_LOOPS;
use pass::Stats;

/// The clusters of a function in ANF with the given body.
fn clusters(body: &str) -> Vec<String> {
    let source = format!("anf 1\nexport fun f(n: i64, a: array(i64)) -> (i64) {{ {body} }}");
    let module = anf::parse(source.as_bytes()).expect("the test parses");
    let mut module = kont_lower::anf_to_cps(&module);
    SHORT_LOOPS.alone().run(&mut module, &mut Stats::default());
    let unit = kont_lower::cps_to_flow(&module);
    assert_eq!(flow::check(&unit), [], "{unit}");
    assert_eq!(flow::bound_once(&unit), [], "{unit}");
    unit.clusters.values().map(|cluster| cluster.name.to_string()).collect()
}

/// A loop from `start` while `test` holds of `i` and 5, with `rest` before the next round.
fn counted(start: &str, test: &str, rest: &str) -> Vec<String> {
    clusters(&format!(
        "join loop(i: i64, s: i64) {{
           c: i1 = {test}.i64 i 5
           if c {{
             x: i64 = array.get a i
             t: i64 = add.i64 s x
             {rest}
           }} else {{ ret s }}
         }}
         jump loop {start} 0"
    ))
}

fn is_short(clusters: &[String]) {
    assert_eq!(clusters.len(), 1, "{clusters:?}");
}

fn is_long(clusters: &[String]) {
    assert_eq!(clusters.len(), 2, "{clusters:?}");
}

#[test]
fn a_loop_with_constant_bounds_is_short() {
    is_short(&counted("0", "slt", "j: i64 = add.i64 i 1 jump loop j t"));
    is_short(&counted("-3", "sle", "j: i64 = sadd.i64 i 2 jump loop j t"));
}

#[test]
fn what_may_run_for_long_is_not() {
    is_long(&counted("n", "slt", "j: i64 = add.i64 i 1 jump loop j t"));
    is_long(&counted("-1000000", "slt", "j: i64 = add.i64 i 1 jump loop j t"));
    is_long(&counted("0", "slt", "j: i64 = sub.i64 i 1 jump loop j t"));
    is_long(&counted("0", "slt", "jump loop i t"));
    is_long(&counted("0", "slt", "jump loop 0 t"));
    is_long(&counted("0", "slt", "j: i64 = add.i64 t 1 jump loop j t"));
    is_long(&counted("0", "ult", "j: i64 = add.i64 i 1 jump loop j t"));
    // It goes on where the counter is beyond the bound.
    is_long(&counted("0", "sge", "j: i64 = add.i64 i 1 jump loop j t"));
}

#[test]
fn what_allocates_is_not() {
    is_long(&counted(
        "0",
        "slt",
        "b: array(i64) = array.new i t j: i64 = add.i64 i 1 jump loop j t",
    ));
    is_long(&counted(
        "0",
        "slt",
        "p: (i64, i64) = tuple i t q: i64 = get.0 p j: i64 = add.i64 q 1 jump loop j t",
    ));
}

#[test]
fn an_inner_loop_may_begin_with_the_outer_counter() {
    let nest = |start: &str, bound: u32| {
        clusters(&format!(
            "join outer(i: i64, s: i64) {{
               c: i1 = slt.i64 i 30
               if c {{
                 i': i64 = add.i64 i 1
                 join inner(j: i64, t: i64) {{
                   d: i1 = slt.i64 j {bound}
                   if d {{
                     x: i64 = array.get a j
                     u: i64 = add.i64 t x
                     j': i64 = add.i64 j 1
                     jump inner j' u
                   }} else {{ jump outer i' t }}
                 }}
                 jump inner {start} s
               }} else {{ ret s }}
             }}
             jump outer 0 0"
        ))
    };
    is_short(&nest("i'", 30));
    is_short(&nest("i", 30));
    is_short(&nest("0", 30));
    // Together they would have too many rounds; the outer one stays short, but is entered
    // from another cluster then.
    assert_eq!(nest("0", 60).len(), 3);
    assert_eq!(nest("s", 30).len(), 3);
}

#[test]
fn two_short_loops_that_begin_each_other_anew_never_end() {
    let both = clusters(
        "join one(i: i64) {
           c: i1 = slt.i64 i 5
           if c { i': i64 = add.i64 i 1 jump one i' } else {
             join two(j: i64) {
               d: i1 = slt.i64 j 5
               if d { j': i64 = add.i64 j 1 jump two j' } else { jump one 0 }
             }
             jump two 0
           }
         }
         jump one 0",
    );
    assert!(both.iter().any(|name| name.contains("one")), "{both:?}");
}

#[test]
fn the_exit_of_a_short_loop_may_allocate() {
    is_short(&clusters(
        "join loop(i: i64) {
           c: i1 = slt.i64 i 5
           if c { i': i64 = add.i64 i 1 jump loop i' } else {
             b: (i64, i64) = tuple i i
             r: i64 = get.1 b
             ret r
           }
         }
         jump loop 0",
    ));
}
