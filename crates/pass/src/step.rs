//! A pass in its place: with settings, and with the reason why it stands there.

use crate::{Pass, Stats};
use std::borrow::Cow;

/// A number that a pass asks for.
#[derive(Debug)]
pub struct Setting {
    /// Its name.
    pub name: &'static str,
    /// The value unless it is set.
    pub default: usize,
    /// A description, in a line.
    pub about: &'static str,
}

/// A pass in a pipeline.
pub struct Step<M: 'static> {
    /// The pass.
    pub pass: &'static Pass<M>,
    /// The values that are set, by names of settings of the pass.
    set: Cow<'static, [(&'static str, usize)]>,
    /// The reason for its place in the pipeline.
    pub why: &'static str,
}

impl<M> Step<M> {
    /// A pass as it is, and the reason for its place.
    pub const fn new(pass: &'static Pass<M>, why: &'static str) -> Step<M> {
        Step { pass, set: Cow::Borrowed(&[]), why }
    }

    /// A pass with some of its settings, and the reason.
    pub const fn set(
        pass: &'static Pass<M>,
        set: &'static [(&'static str, usize)],
        why: &'static str,
    ) -> Step<M> {
        Step { pass, set: Cow::Borrowed(set), why }
    }

    /// The same step; if it is one of this pass, with these of its settings.
    pub fn with(&self, pass: &Pass<M>, set: &'static [(&'static str, usize)]) -> Step<M> {
        let set = if self.pass.name == pass.name { set.into() } else { self.set.clone() };
        Step { pass: self.pass, set, why: self.why }
    }

    /// A pass with settings as a user writes them after its name: `:small=4:medium=20`.
    ///
    /// # Errors
    /// Fails if there is no such setting, or the value is no number.
    pub fn read(pass: &'static Pass<M>, settings: &str) -> Result<Step<M>, String> {
        let mut set = Vec::new();
        for text in settings.split(':').skip(1) {
            let (name, value) = text.split_once('=').unwrap_or((text, ""));
            let setting = pass.settings.iter().find(|setting| setting.name == name);
            let setting =
                setting.ok_or_else(|| format!("`{}` has no setting `{name}`", pass.name))?;
            let value = value.parse().map_err(|_| format!("`{text}` sets no number"))?;
            set.push((setting.name, value));
        }
        Ok(Step { pass, set: set.into(), why: "" })
    }

    /// Runs the pass.
    pub fn run(&self, module: &mut M, stats: &mut Stats) {
        (self.pass.run)(module, &self.settings(), stats);
    }

    fn settings(&self) -> Settings<'_> {
        Settings { declared: self.pass.settings, set: &self.set }
    }
}

impl<M> Pass<M> {
    /// The pass alone, as it is.
    pub fn alone(&'static self) -> Step<M> {
        Step::new(self, "")
    }
}

/// The settings of a pass in one run.
#[derive(Clone, Copy, Debug)]
pub struct Settings<'s> {
    declared: &'static [Setting],
    set: &'s [(&'static str, usize)],
}

impl Settings<'_> {
    /// The value of a setting.
    ///
    /// # Panics
    /// Panics if the pass does not declare it.
    pub fn get(&self, name: &str) -> usize {
        let set = self.set.iter().find(|(set, _)| *set == name).map(|(_, value)| *value);
        set.unwrap_or_else(|| {
            let setting = self.declared.iter().find(|setting| setting.name == name);
            setting.expect("a declared setting").default
        })
    }
}

/// The pass and the number of an instance, `contract@2`.
pub(crate) fn instance(name: &str) -> Option<(&str, usize)> {
    let (pass, number) = name.split_once('@')?;
    Some((pass, number.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETTINGS: &[Setting] = &[
        Setting { name: "small", default: 8, about: "" },
        Setting { name: "large", default: 40, about: "" },
    ];
    static PASS: Pass<()> = Pass { name: "p", about: "", settings: SETTINGS, run: |(), _, _| {} };

    #[test]
    fn settings_are_what_is_set_or_the_default() {
        let values = |step: &Step<()>| {
            let settings = step.settings();
            (settings.get("small"), settings.get("large"))
        };
        assert_eq!(values(&PASS.alone()), (8, 40));
        assert_eq!(values(&Step::set(&PASS, &[("small", 1)], "")), (1, 40));
        assert_eq!(values(&Step::read(&PASS, ":large=7:small=2").unwrap()), (2, 7));
        for wrong in [":medium=1", ":small", ":small=x"] {
            assert!(Step::read(&PASS, wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn instances_have_numbers() {
        assert_eq!(instance("contract@12"), Some(("contract", 12)));
        assert_eq!(instance("contract"), None);
        assert_eq!(instance("contract@x"), None);
    }
}
