//! The invariants of ANF, by the titles of messages about them.

base::rules! {
    BoundTwice = "variable bound twice",
    Undeclared = "variable without a declaration",
    Scope = "variable not in scope",
    JoinScope = "join point not in scope",
    JoinAsValue = "join point used as a value",
    JumpToValue = "jump to what is no join point",
    JumpOut = "jump out of a function or handle body",
    VariableType = "wrong type of a variable",
    Operation = "ill-typed operation",
    Callee = "call of what is no function",
    CallccFunction = "wrong type of a function",
    ArgumentCount = "wrong number of arguments",
    ArgumentType = "wrong type of arguments",
    ResultCount = "wrong number of results",
    ResultType = "wrong type of results",
    FieldCount = "wrong number of fields",
    FieldType = "wrong type of fields",
    Condition = "wrong type of a condition",
    Exception = "wrong type of an exception",
    Origin = "wrong type of an origin",
    ThrowTarget = "throw to what is no continuation",
    SwitchedInteger = "switch on what is no integer",
    Scrutinee = "wrong type of a scrutinee",
    UnknownSum = "unknown sum",
    UnknownConstructor = "unknown constructor",
    CaseTwice = "case given twice",
    CaseMissing = "cases are not complete",
    IntegerFits = "integer does not fit",
    Nesting = "nested too deeply",
    SumTwice = "sum declared twice",
    ConstructorTwice = "constructor declared twice",
    GlobalTwice = "global declared twice",
    ForeignTwice = "foreign function declared twice",
    ElementSize = "array element is too large",
    GlobalUnboxed = "a global cell is one value",
    ForeignParameter = "foreign function with a wrong parameter",
    ForeignResult = "foreign function with a wrong result",
    ForeignResults = "foreign function with several results",
    ForeignLeaves = "parameters or results are not those of the C types",
    Define = "wrong type of a definition",
    DefineTwice = "foreign function defined twice",
    Freestanding = "not freestanding",
    Import = "import of what is no function",
    Export = "export of what is no function",
    ExportTwice = "two exports of one name",
    Entry = "entry is no function",
    EntryType = "wrong type of the entry",
    NoPosition = "no position",
    UnknownPosition = "unknown position",
    PositionLoop = "position is inlined in itself",
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
        Rule::JoinScope,
        Rule::VariableType,
        Rule::FieldCount,
        Rule::FieldType,
        Rule::Scrutinee,
        Rule::UnknownSum,
        Rule::UnknownConstructor,
        Rule::IntegerFits,
        Rule::Nesting,
        Rule::SumTwice,
        Rule::ConstructorTwice,
        Rule::GlobalTwice,
        Rule::ForeignTwice,
        Rule::Export,
        Rule::NoPosition,
        Rule::UnknownPosition,
        Rule::PositionLoop,
    ];

    #[test]
    fn every_invariant_has_a_rejected_program() {
        let mut broken = Vec::new();
        for text in testkit::rejected("anf") {
            if let Ok(program) = parse(&text) {
                broken.extend(check(&program).iter().map(|violation| violation.rule));
            }
        }
        let missing: Vec<Rule> =
            Rule::ALL.iter().filter(|rule| !broken.contains(&rule.title())).copied().collect();
        assert_eq!(missing, NOT_IN_TEXT);
    }
}
