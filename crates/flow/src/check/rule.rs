//! The invariants of Flow, in a few words each. The last three are properties that are decided
//! separately.

base::rules! {
    DeclaredTwice = "two declarations of one name",
    Define = "wrong type of a definition",
    Freestanding = "not freestanding",
    Entry = "wrong entry",
    Slots = "values that do not fit the slots",
    Layout = "fields that do not fit a layout",
    Anys = "no closure that is an any",
    ClosureKind = "wrong kind of a closure",
    ContKind = "wrong kind of a continuation",
    KeptCont = "continuation kept outside of frames",
    NoFrame = "continuation without a frame",
    ContClosure = "continuation with a closure",
    SameNames = "one name for two variables",
    Undeclared = "variable without a declaration",
    Local = "local function defined twice or not declared",
    Operand = "wrong operand",
    Operation = "ill-kinded operation",
    Jump = "wrong jump",
    Condition = "wrong condition",
    Switch = "wrong switch",
    Apply = "wrong call",
    Throw = "wrong throw",
    Raise = "wrong raise",
    Check = "check that does not stand first",
    Pop = "wrong pop",
    OnStack = "not for frames on a stack",
    Stale = "variable from before a poll",
    Room = "allocation without room",
    Nesting = "nested too deeply",
    BoundOnce = "variable bound more than once",
    Live = "variable wrongly said not to be live",
    Coherent = "not coherent",
}

#[cfg(test)]
mod tests {
    use super::Rule;
    use crate::{check, parse};

    /// Invariants that no text breaks, since the parser refuses it or sees to them. Modules that are
    /// made otherwise may.
    const NOT_IN_TEXT: &[Rule] = &[
        Rule::DeclaredTwice,
        Rule::ClosureKind,
        Rule::ContKind,
        Rule::Undeclared,
        Rule::Local,
        Rule::Nesting,
        Rule::BoundOnce,
        Rule::Live,
        Rule::Coherent,
    ];

    #[test]
    fn every_invariant_has_a_rejected_program() {
        let mut broken = Vec::new();
        for text in testkit::rejected("flow") {
            if let Ok(program) = parse(&text) {
                broken.extend(check(&program).iter().map(|violation| violation.rule));
            }
        }
        let missing: Vec<Rule> =
            Rule::ALL.iter().filter(|rule| !broken.contains(&rule.title())).copied().collect();
        assert_eq!(missing, NOT_IN_TEXT);
    }
}
