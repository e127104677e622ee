//! The options on warnings.

use crate::front_ends::FRONT_ENDS;
use clap::Args as ClapArgs;
use driver::Warnings;

/// The options on warnings.
#[derive(ClapArgs)]
pub(crate) struct WarningArgs {
    #[arg(short = 'W', value_name = "error|no-NAME", value_parser = parse_warning)]
    #[arg(help = format!(
        "`-Werror`: warnings are errors; `-Wno-NAME`: no warnings of this name, one of {}",
        warning_names()
    ))]
    warnings: Vec<Warning>,
}

#[derive(Clone, Debug)]
enum Warning {
    Error,
    Off(String),
}

/// The names of all warnings.
pub(crate) fn warning_names() -> String {
    let names: Vec<&str> = FRONT_ENDS.warnings().map(|(name, _)| name).collect();
    names.join(", ")
}

fn parse_warning(text: &str) -> Result<Warning, String> {
    match text.strip_prefix("no-") {
        Some(name) if FRONT_ENDS.warnings().any(|(known, _)| known == name) => {
            Ok(Warning::Off(name.to_owned()))
        }
        None if text == "error" => Ok(Warning::Error),
        _ => Err(format!("write -Werror, or -Wno-NAME with one of {}", warning_names())),
    }
}

impl WarningArgs {
    pub(crate) fn choice(&self) -> Warnings {
        let mut choice = Warnings::default();
        for warning in &self.warnings {
            match warning {
                Warning::Error => choice.errors = true,
                Warning::Off(name) => choice.off.push(name.clone()),
            }
        }
        choice
    }
}
