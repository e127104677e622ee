//! Coherence of a program, with an explanation where it does not hold.

use crate::syntax::Program;
use base::Span;
use flow::Liveness;
use flow::coherent::{Why, incoherences};

/// An application of a function that is not available.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unavailable {
    /// The application.
    pub at: Span,
    /// The function's name, and where it is defined.
    pub fun: (String, Span),
    /// The global in question.
    pub var: String,
    /// The place where it was bound again; nothing for a body that lacks it.
    pub redefined: Option<Span>,
    /// The function around the application that does not have the global.
    pub around: Option<(String, Span)>,
}

/// All applications of functions that are not available: none if the program
/// is coherent.
pub fn unavailable(program: &Program) -> Vec<Unavailable> {
    let live = Liveness::of_outline(program.outline());
    let found = incoherences(&live);
    if found.is_empty() {
        return Vec::new();
    }
    let spans = program.binding_spans();
    let fun_of = |body: usize| {
        let fun = program.funs.iter().find(|fun| fun.body == body);
        fun.map_or((String::new(), Span::default()), |fun| (fun.name.to_string(), fun.span))
    };
    let explain = |found: flow::coherent::Incoherence| {
        let (redefined, around) = match found.why {
            Why::Redefined(occurrence) => (spans[occurrence], None),
            Why::NotGlobal(body) => (None, Some(fun_of(body))),
        };
        let var = program.name(found.var).to_owned();
        let at = program.bodies[found.at].span;
        Unavailable { at, fun: fun_of(found.fun), var, redefined, around }
    };
    found.into_iter().map(explain).collect()
}
