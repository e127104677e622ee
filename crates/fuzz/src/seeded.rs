//! Does the fuzzer find what is wrong? For each fault of [`faults`] it is run
//! until a program fails.

use faults::Fault;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// Programs after which a fault counts as not found.
const MOST_PROGRAMS: u64 = 3000;

/// Minutes after which it does.
const MOST_MINUTES: &str = "20";

/// Runs this executable once for each fault whose name contains `only`; gives how many were not found.
pub fn seeded(executable: &Path, only: Option<&str>) -> usize {
    if !faults::on_at_all() {
        eprintln!("this fuzzer has no faults: `cargo xtask fuzz --seeded` builds one that has");
        return 1;
    }
    let (mut missed, mut asked) = (0, 0);
    for fault in Fault::ALL {
        if only.is_some_and(|only| !fault.name().contains(only)) {
            continue;
        }
        asked += 1;
        let start = Instant::now();
        let found = search(executable, *fault);
        let found_text = found.as_deref().unwrap_or("NOT FOUND");
        println!("{:<26} {found_text}, {:.0} s", fault.name(), start.elapsed().as_secs_f64());
        missed += usize::from(found.is_none());
    }
    println!("{} of {asked} faults were found", asked - missed);
    missed
}

/// After how many programs, and by which oracle. Only the oracle that should
/// see it is asked, which takes a twentieth of the time: all together find it as soon, or sooner.
fn search(executable: &Path, fault: Fault) -> Option<String> {
    let mut command = Command::new(executable);
    command.env("KONT_FAULT", fault.name());
    command.args(["--until-found", "--minutes", MOST_MINUTES, "--oracle", oracle(fault)]);
    command.args(["--count", &MOST_PROGRAMS.to_string()]);
    if fault.is_sml() {
        command.arg("--sml");
    }
    if fault.is_native() {
        command.arg("--native");
    }
    let output = command.output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.lines().find_map(|line| line.strip_prefix("found ")).map(str::to_owned)
}

/// The first oracle that comes after the fault.
fn oracle(fault: Fault) -> &'static str {
    match fault {
        Fault::MatchLateCase
        | Fault::MatchWildOnce
        | Fault::MatchComplete
        | Fault::MatchAs
        | Fault::MatchAlternative
        | Fault::MatchExnRest
        | Fault::ReraiseMatch
        | Fault::EqualLast
        | Fault::EqualRef
        | Fault::EqualConstructors
        | Fault::RecordOrder
        | Fault::ConstructOrder
        | Fault::EnumBit
        | Fault::OverloadFirst
        | Fault::InstanceFirst
        | Fault::LiteralSign
        | Fault::ControlEscape => "anf",
        Fault::ContractSubCommutes
        | Fault::ContractBitIsOne
        | Fault::ContractElseEquals
        | Fault::ContractLastConstructor => "cps contract",
        Fault::CseMutableField | Fault::CseForgetsScope => "cps cse",
        Fault::FlattenFirstCall => "cps flatten",
        Fault::ContifyFirstReturn => "cps contify",
        // Where a function is not known before others are inlined.
        Fault::UncurryTraps => "flow optimised cps",
        Fault::HandlerStays | Fault::ThrowKeepsHandler => "cps",
        Fault::LiveForgetsFrames | Fault::SwitchDefaultBoxed | Fault::SpillOffset => "flow",
        // Loops and jumps are where contification has made them.
        Fault::StripInclusive | Fault::StripNegative | Fault::StripEndStrict | Fault::DeadTraps => {
            "flow optimised cps, optimised"
        }
        // Where the optimiser of CPS has not gone these ways already.
        Fault::ForwardArguments => "flow, optimised",
        Fault::CheckForgetsReturn
        | Fault::StoreSameLine
        | Fault::CopyNoBarrier
        | Fault::RootsForgetHandler
        | Fault::OutsideNotScanned
        | Fault::LargeNotScanned
        | Fault::WeakDangles
        | Fault::LastSlotForgotten
        | Fault::BarrierFirst
        | Fault::RootsForgetLast => "jit -O0, stress",
        Fault::ShiftWraps
        | Fault::AshrWidth
        | Fault::DivExact
        | Fault::NarrowSign
        | Fault::LessUnordered => "jit -O0",
    }
}

#[cfg(test)]
mod tests {
    use super::oracle;
    use faults::Fault;
    use std::collections::HashSet;

    #[test]
    fn there_are_faults_of_every_kind() {
        let count =
            |is: fn(&str) -> bool| Fault::ALL.iter().filter(|fault| is(oracle(**fault))).count();
        let passes = count(|oracle| oracle.starts_with("cps ") || oracle.contains("optimised"));
        let (collector, code) =
            (count(|oracle| oracle.ends_with("stress")), count(|oracle| oracle == "jit -O0"));
        assert!(passes >= 10 && collector >= 5 && code >= 5, "{passes}, {collector}, {code}");
        assert!(passes + collector + code >= 20);
        assert!(count(|oracle| oracle == "anf") >= 10);
        let names: HashSet<&str> = Fault::ALL.iter().map(|fault| fault.name()).collect();
        assert_eq!(names.len(), Fault::ALL.len());
        for fault in Fault::ALL {
            assert_eq!(fault.is_native(), oracle(*fault).starts_with("jit"), "{}", fault.name());
            assert_eq!(fault.is_sml(), oracle(*fault) == "anf", "{}", fault.name());
            assert!(fault.about().ends_with('.'), "{}", fault.name());
        }
    }
}
