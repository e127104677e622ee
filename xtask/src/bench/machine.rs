//! The machine and the versions that the figures were measured with.

use super::build::Places;
use std::process::Command;

/// Facts and their names.
pub(super) fn facts(places: &Places, rounds: usize) -> Vec<(&'static str, String)> {
    let cores = std::thread::available_parallelism().map_or(0, |cores| cores.get());
    vec![
        ("processor", cpu_model()),
        ("cores", cores.to_string()),
        ("system", first_line(Command::new("uname").arg("-sr"))),
        ("day", first_line(Command::new("date").args(["-u", "+%F"]))),
        ("Kont", first_line(git(places).args(["describe", "--always", "--dirty"]))),
        ("C", first_line(Command::new("clang-22").arg("--version"))),
        ("OCaml", first_line(Command::new("ocamlopt").arg("-version"))),
        ("Chez", first_line(Command::new("chezscheme").arg("--version"))),
        ("SML/NJ", first_line(Command::new("sml").arg("@SMLversion"))),
        ("Poly/ML", first_line(Command::new("poly").arg("-v"))),
        ("Go", first_line(Command::new("go").arg("version"))),
        ("rounds", rounds.to_string()),
        ("load before", load()),
    ]
}

/// The number of processes that wanted to run in the last minute.
pub(super) fn load() -> String {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split_whitespace().next().unwrap_or("unknown").to_owned()
}

fn git(places: &Places) -> Command {
    let mut command = Command::new("git");
    command.arg("-C").arg(&places.sources);
    command
}

fn cpu_model() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| line.strip_prefix("model name"));
    model.map_or("unknown".to_owned(), |rest| rest.trim_start_matches([' ', '\t', ':']).to_owned())
}

/// The first line that a command prints, on whichever channel.
fn first_line(command: &mut Command) -> String {
    let Ok(output) = command.output() else { return "absent".to_owned() };
    let text = if output.stdout.is_empty() { output.stderr } else { output.stdout };
    String::from_utf8_lossy(&text).lines().next().unwrap_or_default().to_owned()
}
