//! The stages of the chain, and programs at them.

use std::fmt;
use std::str::FromStr;

/// A stage of the chain: an intermediate language. They are ordered as programs go through them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Stage {
    /// The stage at which most front ends end.
    Anf,
    /// The stage that the optimiser works on.
    Cps,
    /// The stage that code is generated from.
    Flow,
}

impl Stage {
    /// All of them, in order.
    pub const ALL: [Stage; 3] = [Stage::Anf, Stage::Cps, Stage::Flow];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Anf => "anf",
            Stage::Cps => "cps",
            Stage::Flow => "flow",
        }
    }

    /// The interpreter that runs a program at this stage as it is.
    pub fn interpreter(self) -> At {
        match self {
            Stage::Anf => At::Anf,
            Stage::Cps => At::Cps,
            Stage::Flow => At::Flow,
        }
    }
}

impl FromStr for Stage {
    type Err = String;
    fn from_str(text: &str) -> Result<Stage, String> {
        let stage = Stage::ALL.into_iter().find(|stage| stage.name() == text);
        stage.ok_or_else(|| format!("there is no stage `{text}`; there are anf, cps and flow"))
    }
}

/// The interpreter that runs a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum At {
    /// That of ANF.
    Anf,
    /// That of CPS.
    Cps,
    /// That of Flow, with scoped variables.
    Flow,
    /// That of Flow, with variables as registers.
    FlowImperative,
}

impl At {
    /// The stage whose programs it interprets.
    pub fn stage(self) -> Stage {
        match self {
            At::Anf => Stage::Anf,
            At::Cps => Stage::Cps,
            At::Flow | At::FlowImperative => Stage::Flow,
        }
    }
}

impl FromStr for At {
    type Err = String;
    fn from_str(text: &str) -> Result<At, String> {
        match text {
            "anf" => Ok(At::Anf),
            "cps" => Ok(At::Cps),
            "flow" => Ok(At::Flow),
            "flow-imperative" => Ok(At::FlowImperative),
            _ => Err(format!(
                "there is no interpreter `{text}`; there are anf, cps, flow and flow-imperative"
            )),
        }
    }
}

/// A program at a stage.
#[derive(Debug)]
pub enum Program {
    /// In ANF.
    Anf(anf::Module),
    /// In CPS.
    Cps(cps::Module),
    /// In Flow.
    Flow(flow::Unit),
}

impl Program {
    /// Its stage.
    pub fn stage(&self) -> Stage {
        match self {
            Program::Anf(_) => Stage::Anf,
            Program::Cps(_) => Stage::Cps,
            Program::Flow(_) => Stage::Flow,
        }
    }

    /// ANF as JSON; nothing at the other stages.
    pub fn to_json(&self) -> Option<String> {
        match self {
            Program::Anf(module) => Some(anf_json::show(module).to_string()),
            Program::Cps(_) | Program::Flow(_) => None,
        }
    }

    /// True if it names a function that runs.
    pub fn has_entry(&self) -> bool {
        match self {
            Program::Anf(module) => module.entry.is_some(),
            Program::Cps(module) => module.entry.is_some(),
            Program::Flow(unit) => unit.entry.is_some(),
        }
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Program::Anf(module) => module.fmt(f),
            Program::Cps(module) => module.fmt(f),
            Program::Flow(unit) => unit.fmt(f),
        }
    }
}
