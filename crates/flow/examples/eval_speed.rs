//! The number of simple instructions that the interpreters run in a second:
//! `cargo run --release -p kont-flow --example eval_speed`.

use host::{Host, TestHost};
use kont_flow::{Run, Unit, eval, eval_imperative, parse};

const ROUNDS: u32 = 20_000_000;
/// Of one round of the loop.
const INSTRUCTIONS: u32 = 6;

fn main() {
    let text = format!(
        "flow 1
         fun main() return k {{
           fun loop(i: i64, s: i64) {{
             c: i1 = slt.i64 i {ROUNDS}
             if c {{
               t: i64 = sadd.i64 s i
               u: i64 = and.i64 t 65535
               j: i64 = add.i64 i 1
               jump loop j u
             }} else {{
               throw k s
             }}
           }}
           jump loop 0 0
         }}
         entry main"
    );
    let Ok(unit) = parse(text.as_bytes()) else { return };
    measure("imperative", &unit, eval_imperative);
    measure("functional", &unit, eval);
}

#[expect(clippy::print_stdout, reason = "the speed is what the example is for")]
fn measure(name: &str, unit: &Unit, run: fn(&Unit, &mut dyn Host) -> Run) {
    let start = std::time::Instant::now();
    let run = run(unit, &mut TestHost::default());
    let millions =
        f64::from(ROUNDS) * f64::from(INSTRUCTIONS) / 1e6 / start.elapsed().as_secs_f64();
    println!("{name}: {millions:.0} million instructions a second, {}", run.ending);
}
