//! try
use kont_fuzz as fuzz;
fn main() {
    let mut args = std::env::args().skip(1);
    let from: u64 = args.next().unwrap().parse().unwrap();
    let to: u64 = args.next().unwrap().parse().unwrap();
    let mode = args.next();
    let show = mode.as_deref() == Some("show");
    let small = mode.as_deref() == Some("shrink");
    let start = std::time::Instant::now();
    let (mut size, mut exhausted, mut out) = (0, 0, 0);
    let mut kinds = std::collections::BTreeMap::<String, (u32, u64)>::new();
    if !show { std::panic::set_hook(Box::new(|_| {})); }
    let mut slow = (0.0, 0);
    for seed in from..to {
        let t = std::time::Instant::now();
        let module = fuzz::generate(seed, &fuzz::Config::default());
        size += module.size();
        if show { println!("{module}"); }
        let runs = fuzz::run_all(&module, 300_000);
        let secs = t.elapsed().as_secs_f64(); if secs > slow.0 { slow = (secs, seed) }
        out += runs[0].outcome.output.len();
        if runs[0].outcome.end == fuzz::End::Exhausted { exhausted += 1; }
        if show { println!("{}", runs[0].outcome); }
        if let Some((a, b)) = fuzz::disagreement(&runs) {
            let key = match &b.outcome.end { fuzz::End::Failed(w) => format!("{}: {}", b.oracle, w.chars().take(230).collect::<String>().replace(|c: char| c.is_ascii_digit(), "#")), e => format!("{}: {e:?} vs {:?}", b.oracle, a.outcome.end) };
            kinds.entry(key).or_insert((0, seed)).0 += 1;
            if show { println!("{}\n{}", b.oracle, b.outcome); }
            if small {
                let class = |o: &fuzz::Outcome| match &o.end { fuzz::End::Failed(w) => w.chars().take(12).collect::<String>(), _ => "mismatch".to_owned() };
                let kind = class(&b.outcome); let oracle = b.oracle.clone();
                let least = fuzz::shrink(&module, &mut |m| { let runs = fuzz::run_one(m, 300_000, &oracle); matches!(fuzz::disagreement(&runs), Some((_, b)) if b.oracle == oracle && class(&b.outcome) == kind) });
                println!("; seed {seed}: {oracle}\n{least}");
                let runs = fuzz::run_one(&least, 300_000, &oracle);
                if let Some((a, b)) = fuzz::disagreement(&runs) { println!("; anf: {}; {}: {}", a.outcome.to_string().replace('\n', "\n; "), b.oracle, b.outcome.to_string().replace('\n', "\n; ")); }
            }
        }
    }
    let n = to - from;
    println!("{} seeds in {:.1} s, size {} out {} exhausted {exhausted} slowest {slow:?}", n, start.elapsed().as_secs_f64(), size as u64 / n, out as u64 / n);
    let mut kinds: Vec<_> = kinds.into_iter().collect();
    kinds.sort_by_key(|(_, (n, _))| std::cmp::Reverse(*n));
    for (kind, (n, seed)) in kinds.iter().take(30) { println!("{n:4} (seed {seed}) {kind}"); }
}
