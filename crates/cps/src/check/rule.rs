//! The invariants of CPS, in a few words each.

base::rules! {
    BoundTwice = "variable bound twice",
    Undeclared = "variable without a declaration",
    Scope = "variable not in scope",
    ContAsValue = "continuation used as a value",
    ValueAsCont = "value used as a continuation",
    ContOutside = "continuation used in a nested function",
    ContType = "wrong type of a continuation",
    FunctionType = "wrong type of a function",
    Types = "wrong types of values",
    Operation = "ill-typed operation",
    Callee = "call of what is no function",
    ThrowTarget = "throw to what is no continuation",
    SwitchedInteger = "switch on what is no integer",
    UnknownSum = "unknown sum",
    UnknownConstructor = "unknown constructor",
    CaseTwice = "case given twice",
    CaseMissing = "cases are not complete",
    IntegerFits = "integer does not fit",
    Nesting = "nested too deeply",
    Import = "import of what is no function",
    Export = "export of what is no function",
    EntryType = "wrong type of the entry",
    Define = "wrong type of a definition",
    Freestanding = "not freestanding",
}

#[cfg(test)]
mod tests {
    use super::Rule;
    use crate::{check, parse};

    /// Invariants that no text breaks, since the parser refuses it or sees to them. Modules that are
    /// made otherwise may.
    const NOT_IN_TEXT: &[Rule] = &[
        Rule::BoundTwice,
        Rule::Undeclared,
        Rule::Scope,
        Rule::FunctionType,
        Rule::UnknownSum,
        Rule::UnknownConstructor,
        Rule::IntegerFits,
        Rule::Nesting,
    ];

    #[test]
    fn every_invariant_has_a_rejected_program() {
        let mut broken = Vec::new();
        for text in testkit::rejected("cps") {
            if let Ok(program) = parse(&text) {
                broken.extend(check(&program).iter().map(|violation| violation.rule));
            }
        }
        let missing: Vec<Rule> =
            Rule::ALL.iter().filter(|rule| !broken.contains(&rule.title())).copied().collect();
        assert_eq!(missing, NOT_IN_TEXT);
    }
}
