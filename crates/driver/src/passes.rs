//! The passes there are, and those that run by default.

use crate::Failure;
use codegen_llvm::{Code, OptLevel};
use front::Stage;
use pass::{Pass, Setting, Step};

/// A step with a pass of some language.
pub(crate) enum AnyStep {
    /// On ANF.
    Anf(Step<anf::Module>),
    /// On CPS.
    Cps(Step<cps::Module>),
    /// On Flow.
    Flow(Step<flow::Unit>),
}

impl AnyStep {
    /// The stage whose programs it works on.
    pub(crate) fn stage(&self) -> Stage {
        match self {
            AnyStep::Anf(_) => Stage::Anf,
            AnyStep::Cps(_) => Stage::Cps,
            AnyStep::Flow(_) => Stage::Flow,
        }
    }
}

/// The steps that a user asks for: names of passes, each with settings.
pub(crate) fn named(names: &[String]) -> Result<Vec<AnyStep>, Failure> {
    names.iter().map(|name| by_name(name)).collect()
}

fn by_name(text: &str) -> Result<AnyStep, Failure> {
    let (name, settings) = text.split_at(text.find(':').unwrap_or(text.len()));
    let step = if let Some(pass) = anf::ALL.iter().find(|pass| pass.name == name) {
        Step::read(pass, settings).map(AnyStep::Anf)
    } else if let Some(pass) = cps_opt::ALL.iter().find(|pass| pass.name == name) {
        Step::read(pass, settings).map(AnyStep::Cps)
    } else if let Some(pass) = flow_opt::ALL.iter().find(|pass| pass.name == name) {
        Step::read(pass, settings).map(AnyStep::Flow)
    } else {
        Err(format!("there is no pass `{name}`"))
    };
    step.map_err(|why| Failure::Usage(format!("{why}; `kont dev --list-passes` prints them")))
}

/// The refusal of a pass for a program that is past the pass's stage.
pub(crate) fn too_late(step: &AnyStep, have: &str) -> Failure {
    let want = step.stage().name();
    Failure::Usage(format!("a pass on {want} cannot run on a program in {have}"))
}

/// Refuses options that name a pass that does not exist.
pub(crate) fn check_names(options: &pass::Options) -> Result<(), Failure> {
    instances(options).try_for_each(|name| {
        let (pass, number) = name.split_once('@').unwrap_or((name, "1"));
        by_name(pass)?;
        match number.parse::<usize>() {
            Ok(1..) => Ok(()),
            Ok(0) | Err(_) => Err(Failure::Usage(format!(
                "`{name}` names no instance of a pass; the first one is `{pass}@1`"
            ))),
        }
    })
}

/// Refuses options that name an instance of a pass that had no turn.
pub(crate) fn check_turns(options: &pass::Options, report: &pass::Report) -> Result<(), Failure> {
    match report.without_turn(instances(options)) {
        Some(name) if !report.stopped => {
            Err(Failure::Usage(format!("there was no `{name}`: the pass did not run so often")))
        }
        Some(_) | None => Ok(()),
    }
}

fn instances(options: &pass::Options) -> impl Iterator<Item = &String> {
    let names = options.skip.iter().chain(&options.dump_before).chain(&options.dump_after);
    names.chain(&options.stop_after)
}

/// All passes and their settings, then what runs at each level and why.
pub fn list_passes() -> String {
    let mut text = String::new();
    describe(&mut text, Stage::Anf, anf::ALL);
    describe(&mut text, Stage::Cps, cps_opt::ALL);
    describe(&mut text, Stage::Flow, flow_opt::ALL);
    text
}

fn describe<M>(text: &mut String, stage: Stage, passes: &[&Pass<M>]) {
    for pass in passes {
        *text += &format!("{:<5} {:<18} {}\n", stage.name(), pass.name, pass.about);
        for Setting { name, default, about } in pass.settings {
            *text += &format!("{:<24}   :{name}={default}  {about}\n", "");
        }
    }
}

/// The steps of a level, a line each with the reason for its place, then LLVM's passes.
pub fn list_level(optimise: OptLevel) -> String {
    let mut text = String::new();
    steps(&mut text, anf::PIPELINE);
    steps(&mut text, cps_opt::pipeline(level(optimise)));
    steps(&mut text, flow_opt::pipeline(level(optimise)));
    let llvm = |text: &mut String, what: &str, code| {
        for part in codegen_llvm::pipeline(optimise, code) {
            *text += &format!("{what}: {}\n{:<20} {}\n", part.passes, "", part.why);
        }
    };
    llvm(&mut text, "llvm", Code::Managed);
    llvm(&mut text, "llvm, for C and units without managed code", Code::Freestanding);
    text
}

/// The level of our own passes. Those of level 2 make smaller code than those of level 1, by up to
/// an eighth in thirteen programs.
pub(crate) fn level(optimise: OptLevel) -> u8 {
    match optimise {
        OptLevel::O0 => 0,
        OptLevel::O1 => 1,
        OptLevel::O2 | OptLevel::Os => 2,
        OptLevel::O3 => 3,
    }
}

fn steps<M>(text: &mut String, steps: &[Step<M>]) {
    for (i, step) in steps.iter().enumerate() {
        let turn = 1 + steps[..i].iter().filter(|s| s.pass.name == step.pass.name).count();
        *text += &format!("{:<20} {}\n", format!("{}@{turn}", step.pass.name), step.why);
    }
}
