//! Options of front ends as arguments of commands, and their values.

use crate::args::Args;
use crate::front_ends::FRONT_ENDS;
use clap::{Arg, ArgAction, ArgMatches, CommandFactory, value_parser};
use front::{Command, Opt, Settings, Takes};
use std::ffi::OsString;
use std::path::PathBuf;

/// The command line: that of the command, and the options of front ends.
pub(crate) fn command() -> clap::Command {
    Command::ALL.into_iter().fold(Args::command(), |whole, command| {
        whole.mut_subcommand(command.name(), |sub| sub.args(options(command).map(argument)))
    })
}

/// The options of a command.
fn options(command: Command) -> impl Iterator<Item = Opt> {
    let options = FRONT_ENDS.iter().flat_map(|front| front.options().iter().copied());
    let mut seen = Vec::new();
    options.filter(move |option| {
        let is_new = !seen.contains(&option.name);
        seen.push(option.name);
        is_new && option.commands.contains(&command)
    })
}

fn argument(option: Opt) -> Arg {
    let mut letters = option.name.chars();
    let argument = match (letters.next(), letters.next()) {
        (Some(letter), None) => Arg::new(option.name).short(letter),
        _ => Arg::new(option.name).long(option.name),
    };
    let argument = argument.help(option.help).conflicts_with_all(option.excludes.iter().copied());
    match option.takes {
        Takes::Nothing => argument.action(ArgAction::SetTrue),
        Takes::Text(name, check) => argument.value_name(name).value_parser(checked(check)),
        Takes::Texts(name, check) => {
            argument.value_name(name).value_parser(checked(check)).action(ArgAction::Append)
        }
        Takes::File => argument.value_name("FILE").value_parser(value_parser!(PathBuf)),
    }
}

/// A text that the front end finds nothing wrong with.
fn checked(
    check: fn(&str) -> Result<(), String>,
) -> impl Fn(&str) -> Result<String, String> + Clone + Send + Sync + 'static {
    move |text| check(text).map(|()| text.to_owned())
}

/// The options of front ends that were given.
pub(crate) fn settings(matches: &ArgMatches) -> Settings {
    let Some((name, matches)) = matches.subcommand() else { return Settings::default() };
    let Some(command) = Command::ALL.into_iter().find(|command| command.name() == name) else {
        return Settings::default();
    };
    let value = |option: Opt| values(option, matches).into_iter().map(move |v| (option.name, v));
    Settings(options(command).flat_map(value).collect())
}

fn values(option: Opt, matches: &ArgMatches) -> Vec<OsString> {
    let name = option.name;
    match option.takes {
        Takes::Nothing => matches.get_flag(name).then(OsString::new).into_iter().collect(),
        Takes::Text(..) | Takes::Texts(..) => {
            matches.get_many::<String>(name).unwrap_or_default().map(OsString::from).collect()
        }
        Takes::File => {
            let files = matches.get_many::<PathBuf>(name).unwrap_or_default();
            files.map(|path| path.clone().into_os_string()).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_command_line_is_well_formed() {
        super::command().debug_assert();
    }
}
