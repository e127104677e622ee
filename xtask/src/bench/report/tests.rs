//! Rows and tables of made-up measurements.

use super::*;
use crate::bench::measure::Side;
use crate::bench::suite::{Entry, SUITE, Subject};
use expect_test::expect;

fn entry(name: &str) -> &'static Entry {
    SUITE.iter().find(|entry| entry.name == name).expect("an entry of the suite")
}

fn contest(name: &str, ours: &[f64], theirs: &[f64]) -> Contest {
    let theirs = if theirs.is_empty() { Vec::new() } else { vec![Side::measured(theirs)] };
    Contest { entry: entry(name), ours: Side::measured(ours), theirs }
}

/// The programs in Standard ML, all measured alike.
fn sml(ours: &[f64], nj: &[f64], poly: &[f64]) -> Vec<Contest> {
    let programs = SUITE.iter().filter(|entry| entry.subject == Subject::Sml);
    let contest = |entry| Contest {
        entry,
        ours: Side::measured(ours),
        theirs: vec![Side::measured(nj), Side::measured(poly)],
    };
    programs.map(contest).collect()
}

#[test]
fn two_peers() {
    let mut contests = sml(&[0.9, 0.9, 0.9], &[0.6, 0.6, 0.6], &[1.0, 1.0, 1.0]);
    let mut lines = rows(&contests[0], &contests);
    lines.extend(means(&contests));
    expect![[r#"
        program      kont             peer  ratio  spread  bar                     verdict
        sml/tak   0.900 s  Poly/ML 1.000 s   0.90   0.0 %  at most 1.00 x Poly/ML  met
        sml/tak   0.900 s   SML/NJ 0.600 s   1.50   0.0 %  -                       -
        sml mean        -                -   1.50       -  at most 0.67 x SML/NJ   missed by 125 %
    "#]]
    .assert_eq(&terminal(&lines));
    contests.pop();
    assert!(means(&contests).next().is_none());
}

#[test]
fn the_library_against_the_faster_peer() {
    let mut contest = contest("basis/file", &[0.25, 0.25, 0.25], &[0.2, 0.2, 0.2]);
    contest.theirs.push(Side::measured(&[0.5, 0.5, 0.5]));
    expect![[r#"
        program        kont             peer     ratio  spread  bar                    verdict
        basis/file  0.250 s   SML/NJ 0.200 s      1.25   0.0 %  at most 1.00 x SML/NJ  missed by 25 %
        basis/file  0.250 s                -  400 MB/s   0.0 %  at least 200 MB/s      met
        basis/file  0.250 s  Poly/ML 0.500 s      0.50   0.0 %  -                      -
    "#]]
    .assert_eq(&terminal(&rows(&contest, &[])));
}

#[test]
fn requests_to_a_server() {
    let wall = |samples: &[f64], cpu: f64| {
        let mut side = Side::measured(samples);
        side.clock = Clock::Wall;
        side.cpu = vec![cpu; samples.len()];
        side
    };
    let contest = |name: &str| Contest {
        entry: entry(name),
        ours: wall(&[2.0, 2.0, 2.0], 1.5),
        theirs: vec![wall(&[2.5, 2.5, 2.5], 2.4)],
    };
    let lines = ["control/echo/10000", "control/echo/100"].map(contest);
    let lines: Vec<Row> = lines.iter().flat_map(|contest| rows(contest, &[])).collect();
    expect![[r#"
        program                              kont                      peer  ratio  spread  bar                       verdict
        control/echo/10000  150000/s (cpu 5.0 us)  Go 120000/s (cpu 8.0 us)   0.80   0.0 %  as many requests/s as Go  met
        control/echo/100    150000/s (cpu 5.0 us)  Go 120000/s (cpu 8.0 us)   0.80   0.0 %  -                         -
    "#]].assert_eq(&terminal(&lines));
}

#[test]
fn verdicts() {
    assert_eq!(Verdict::of(0.9, 0.0), Verdict::Met);
    assert_eq!(Verdict::of(1.0, 0.0), Verdict::Met);
    assert_eq!(Verdict::of(1.04, 0.05), Verdict::MetWithinNoise);
    assert_eq!(Verdict::of(1.5, 0.05), Verdict::Missed(0.5));
    assert_eq!(Verdict::Missed(0.5).to_string(), "missed by 50 %");
}

#[test]
fn a_table() {
    let contests = [
        contest("fib", &[1.3, 1.3, 1.3], &[1.0, 1.0, 1.0]),
        contest("sum", &[1.16, 1.1, 1.2], &[1.0, 1.0, 1.0]),
        contest("deep1k", &[0.5, 0.5, 0.5], &[0.5, 0.5, 0.5]),
        contest("deep1m", &[1.0, 1.0, 1.0], &[1.0, 1.0, 1.0]),
        contest("callcc", &[0.3, 0.3, 0.3], &[]),
        contest("compile-O0", &[2.0, 2.0, 2.0], &[]),
        contest("compile-O2", &[100.0], &[]),
        contest("hello", &[0.05, 0.05, 0.05], &[]),
    ];
    let mut lines: Vec<Row> = contests.iter().flat_map(|c| rows(c, &contests)).collect();
    lines.push(Row::failed("ctak"));
    expect![[r#"
        program          kont            peer         ratio   spread  bar                    verdict
        fib           1.300 s       C 1.000 s          1.30    0.0 %  at most 1.20 x C       missed by 8 %
        sum           1.160 s       C 1.000 s          1.16    2.2 %  at most 1.15 x C       met within noise
        deep1k        0.500 s   OCaml 0.500 s          1.00    0.0 %  -                      -
        deep1m        1.000 s   OCaml 1.000 s          1.00    0.0 %  at most 1.10 x OCaml   met
        deep1m        1.000 s  deep1k 0.500 s          2.00    0.0 %  at most 3.00 x deep1k  met
        callcc        0.300 s               -       3.00 ns    0.0 %  at most 4 ns a pair    met
        compile-O0    2.000 s               -  50000 lets/s    0.0 %  at least 60000 lets/s  missed by 20 %
        compile-O2  100.000 s               -   1000 lets/s  one run  at least 15000 lets/s  missed by 1400 %
        hello         50.0 ms               -       50.0 ms    0.0 %  under 80 ms            met
        ctak                -               -             -        -  -                      failed
    "#]]
    .assert_eq(&terminal(&lines));
    expect![[r#"
        # rounds: 3
        program,kont_s,kont_cpu_s,peer,peer_s,value,spread,bar,share_of_bar,verdict
        fib,1.300000,1.300000,C,1.000000,1.300000,0.000000,at most 1.20 x C,1.083333,missed by 8 %
    "#]]
    .assert_eq(&csv(&lines[..1], &[("rounds", "3".to_owned())]));
    assert!(markdown(&lines, &[("cores", "2".to_owned())]).contains("- cores: 2\n"));
}

#[test]
fn several_bars_and_a_peer_without() {
    let mut yields = contest("control/yield", &[0.05, 0.05, 0.05], &[0.1, 0.1, 0.1]);
    yields.theirs.push(Side::measured(&[0.1, 0.1, 0.1]));
    yields.theirs.push(Side::measured(&[0.5, 0.5, 0.5]));
    let mut lines = rows(&yields, &[]);
    lines.extend(rows(&contest("control/million", &[0.5, 0.5, 0.5], &[]), &[]));
    expect![[r#"
        program             kont                  peer     ratio  spread  bar                             verdict
        control/yield    50.0 ms                     -  10.00 ns   0.0 %  at most 10 ns a turn            met
        control/yield    50.0 ms        SML/NJ 0.100 s      0.50   0.0 %  1.6 x faster than SML/NJ        met
        control/yield    50.0 ms  SML/NJ's CML 0.100 s      0.50   0.0 %  2.5 x faster than SML/NJ's CML  missed by 25 %
        control/yield    50.0 ms            Go 0.500 s      0.10   0.0 %  -                               -
        control/million  0.500 s                     -  500.0 ms   0.0 %  under 600 ms                    met
        control/million  0.500 s                     -    300 MB   0.0 %  at most 400 MB                  met
    "#]].assert_eq(&terminal(&lines));
}
