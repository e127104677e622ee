//! Which passes there are, and which run by default.

use crate::Failure;
use front::Stage;
use pass::Pass;

/// The passes on ANF that always run.
pub(crate) fn anf_pipeline() -> &'static [&'static Pass<anf::Module>] {
    anf_opt::PIPELINE
}

/// The passes on CPS at a level.
pub(crate) fn cps_pipeline(level: u8) -> &'static [&'static Pass<cps::Module>] {
    if level == 0 { &[] } else { cps_opt::PIPELINE }
}

/// The passes on Flow at a level.
pub(crate) fn flow_pipeline(level: u8) -> &'static [&'static Pass<flow::Unit>] {
    if level == 0 { &[] } else { flow_opt::PIPELINE }
}

/// A pass of some language.
#[derive(Clone, Copy)]
pub(crate) enum AnyPass {
    /// On ANF.
    Anf(&'static Pass<anf::Module>),
    /// On CPS.
    Cps(&'static Pass<cps::Module>),
    /// On Flow.
    Flow(&'static Pass<flow::Unit>),
}

impl AnyPass {
    /// The stage whose programs it works on.
    pub(crate) fn stage(self) -> Stage {
        match self {
            AnyPass::Anf(_) => Stage::Anf,
            AnyPass::Cps(_) => Stage::Cps,
            AnyPass::Flow(_) => Stage::Flow,
        }
    }

    fn name(self) -> &'static str {
        match self {
            AnyPass::Anf(pass) => pass.name,
            AnyPass::Cps(pass) => pass.name,
            AnyPass::Flow(pass) => pass.name,
        }
    }

    fn about(self) -> &'static str {
        match self {
            AnyPass::Anf(pass) => pass.about,
            AnyPass::Cps(pass) => pass.about,
            AnyPass::Flow(pass) => pass.about,
        }
    }
}

fn all() -> impl Iterator<Item = AnyPass> {
    let anf = anf_opt::ALL.iter().map(|pass| AnyPass::Anf(pass));
    let cps = cps_opt::ALL.iter().map(|pass| AnyPass::Cps(pass));
    let flow = flow_opt::ALL.iter().map(|pass| AnyPass::Flow(pass));
    anf.chain(cps).chain(flow)
}

/// The passes of these names.
pub(crate) fn named(names: &[String]) -> Result<Vec<AnyPass>, Failure> {
    names.iter().map(|name| by_name(name)).collect()
}

fn by_name(name: &str) -> Result<AnyPass, Failure> {
    all().find(|pass| pass.name() == name).ok_or_else(|| {
        Failure::Usage(format!("there is no pass `{name}`; `kont dev --list-passes` prints them"))
    })
}

/// What is said about a pass for a program that is past the pass's stage.
pub(crate) fn too_late(pass: AnyPass, have: &str) -> Failure {
    let want = pass.stage().name();
    Failure::Usage(format!("a pass on {want} cannot run on a program in {have}"))
}

/// Do all passes that the options name exist?
pub(crate) fn check_names(options: &pass::Options) -> Result<(), Failure> {
    let names = options.skip.iter().chain(&options.dump_before).chain(&options.dump_after);
    names.chain(&options.stop_after).try_for_each(|name| by_name(name).map(|_| ()))
}

/// All passes, a line each.
pub fn list_passes() -> String {
    let lines = all()
        .map(|pass| format!("{:<5} {:<18} {}\n", pass.stage().name(), pass.name(), pass.about()));
    lines.collect()
}
