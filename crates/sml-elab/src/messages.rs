//! Messages about two types that do not unify.

use super::show::Shown;
use super::unify::Mismatch;
use super::{Core, Elab};
use crate::core::{Node, Ty};
use base::Span;
use diag::Diagnostic;
use sml_syntax::ast::{self, Ident};
use sml_syntax::names::Sym;

/// The reason why two types must unify.
#[derive(Clone, Copy)]
pub(crate) enum Clash<'a> {
    /// A pattern and the type written there.
    PatAnnotation(Span),
    /// An expression and the type written there.
    Annotation(Span),
    /// The written result type of a clause, and the result type of its function.
    ResultType(Ident),
    /// A pattern and those before it.
    Pattern(Option<Span>),
    /// A pattern and the value that is matched.
    Subject(Option<Span>),
    /// An element of a list and its first.
    Element(Option<Span>),
    /// The argument of a constructor in a pattern.
    ConArgument(Span),
    /// The record from which a field is selected.
    Select(Span),
    /// The function of an application.
    Function(Span),
    /// An argument and the function's parameter.
    Argument(Application<'a>),
    /// A component of an argument that is a tuple or record.
    Component(&'a ast::Exp),
    /// An operand; the operator; the other operand.
    Operand(Sym, Span, Option<(Span, Ty)>),
    /// The condition behind `if` and its like.
    Condition(&'static str),
    /// The operand of `raise`.
    Raise,
    /// The two branches of a conditional.
    Branch(Span),
    /// A pattern of a handler.
    Handler,
    /// The result of a rule; the places of the first rule's and of the handled expression.
    RuleResult(Option<Span>, Option<Span>),
    /// The result of a function's body, and the result that its recursive uses expect.
    Recursive(Ident),
    /// The two sides of a binding.
    Binding(Span),
}

/// A function that is applied to an argument.
#[derive(Clone, Copy)]
pub(crate) struct Application<'a> {
    pub(crate) fun: &'a ast::Exp,
    pub(crate) arg: &'a ast::Exp,
    /// The expression behind the argument.
    pub(crate) next: Option<&'a ast::Exp>,
    /// True if the function takes more arguments.
    pub(crate) curried: bool,
}

impl Elab {
    /// Unifies two types; false and a message if they do not unify. `have` is the type of the
    /// text at `span`.
    pub(crate) fn clash(&mut self, have: Ty, want: Ty, span: Span, clash: Clash<'_>) -> bool {
        match self.core.unify(have, want) {
            Ok(()) => true,
            Err(mismatch) => {
                if !self.messages.is_quiet() {
                    let message = self.explain(mismatch, have, want, span, clash);
                    self.report(message);
                } else {
                    self.messages.errors += 1;
                }
                false
            }
        }
    }

    fn explain(
        &mut self,
        mismatch: Mismatch,
        have: Ty,
        want: Ty,
        span: Span,
        clash: Clash<'_>,
    ) -> Diagnostic {
        let mut shown = Shown::default();
        let have_text = self.show_in(have, &mut shown);
        let want_text = self.show_in(want, &mut shown);
        match &mismatch {
            Mismatch::Differ(a, b) => {
                let message = self.place(clash, span, &have_text, &want_text);
                let message = self.same_names(message, *a, *b);
                self.with_hint(message, have, want, (*a, *b), clash)
            }
            Mismatch::Class(..) => self.not_overloaded(have, want, span, clash),
            Mismatch::Circular(_) => Diagnostic::error("circular type").at(
                self.place.source,
                span,
                format!("this is {have_text}, and would have to be {want_text} at the same time"),
            ),
            Mismatch::Equality(ty) => self.no_equality(*ty, span, clash),
            Mismatch::Field(label, ty) => {
                let (label, ty) = (self.core.text(*label), self.show(*ty));
                let source = self.place.source;
                let message = Diagnostic::error(format!("no field `{label}`"));
                if let Clash::Select(at) = clash {
                    let message = message.at(source, span, format!("this is {ty}"));
                    message.also(source, at, "of which this field is taken")
                } else {
                    message.at(source, span, format!("{ty} has no field `{label}`"))
                }
            }
            Mismatch::Later(ty) => {
                let ty = self.show(*ty);
                let message = self.place(clash, span, &have_text, &want_text);
                message.hint(format!("{ty} is declared later than what is to have this type"))
            }
            Mismatch::Escape(var) => {
                let name = self.core.text(self.core.program.tyvars[*var]);
                let message = self.place(clash, span, &have_text, &want_text);
                message.hint(format!(
                    "`{name}` stands for any type in its declaration, and cannot leave it"
                ))
            }
        }
    }

    /// The message about a place at which two types must unify.
    fn place(&self, clash: Clash<'_>, span: Span, have: &str, want: &str) -> Diagnostic {
        if let Clash::Argument(written) = clash {
            let takes = |name| format!("{name} takes {want}");
            return self.argument(written.fun, span, have, takes);
        }
        if let Clash::Component(fun) = clash {
            let takes = |name| format!("{name} wants {want} in this place");
            return self.argument(fun, span, have, takes);
        }
        if let Clash::Operand(name, at, other) = clash {
            return self.operand(name, at, other, span, have, want);
        }
        let (title, is) = title(clash);
        let message =
            Diagnostic::error(title).at(self.place.source, span, format!("this {is} {have}"));
        match self.core.other_side(clash, want) {
            (Some(at), text) => message.also(self.place.source, at, text),
            (None, text) if text.is_empty() => message,
            (None, text) => message.hint(text),
        }
    }

    /// The message about an argument; `takes` makes the label of the function from its name.
    fn argument(
        &self,
        fun: &ast::Exp,
        span: Span,
        have: &str,
        takes: impl Fn(String) -> String,
    ) -> Diagnostic {
        let name = if let ast::ExpKind::Var(id) = &fun.kind {
            format!("`{}`", self.core.long_text(id))
        } else {
            "this function".to_string()
        };
        Diagnostic::error("argument of the wrong type")
            .at(self.place.source, span, format!("this is {have}"))
            .also(self.place.source, fun.span, takes(name))
    }

    /// Reports an expression that is applied to an argument and is no function.
    pub(crate) fn not_a_function(&mut self, fun: &ast::Exp, ty: Ty, arg: Span) {
        let shown = self.show(ty);
        let mut message = Diagnostic::error("this is not a function").at(
            self.place.source,
            fun.span,
            format!("this is {shown}"),
        );
        message = message.also(self.place.source, arg, "applied to this");
        let mut inner = fun;
        let mut given = 1;
        while let ast::ExpKind::App(f, _) = &inner.kind {
            inner = f;
            given += 1;
        }
        if let (ast::ExpKind::Var(id), true) = (&inner.kind, given > 1) {
            let name = self.core.long_text(id);
            let takes =
                if given == 2 { "one argument".into() } else { format!("{} arguments", given - 1) };
            message = message.hint(format!("`{name}` takes {takes}, but {given} are given"));
        } else if let ast::ExpKind::Lit(ast::Lit::String(_) | ast::Lit::Char(_)) = &inner.kind {
            message = message.hint("is an operator or a semicolon missing between the two?");
        }
        self.report(message);
    }

    fn operand(
        &self,
        name: Sym,
        at: Span,
        other: Option<(Span, Ty)>,
        span: Span,
        have: &str,
        want: &str,
    ) -> Diagnostic {
        let message = Diagnostic::error("operand of the wrong type").at(
            self.place.source,
            span,
            format!("this is {have}"),
        );
        match other {
            Some((left, ty)) => {
                let left_text = self.show(ty);
                let name = self.core.text(name);
                message.also(self.place.source, left, format!("this is {left_text}")).also(
                    self.place.source,
                    at,
                    format!("so `{name}` wants {want} on its right"),
                )
            }
            None => message.also(
                self.place.source,
                at,
                format!("`{}` wants {want}", self.core.text(name)),
            ),
        }
    }

    /// The message with the declarations of two different types of one name.
    fn same_names(&self, message: Diagnostic, a: Ty, b: Ty) -> Diagnostic {
        let (Node::Con(c, _), Node::Con(d, _)) = (self.core.head_node(a), self.core.head_node(b))
        else {
            return message;
        };
        let name = self.tycon_name(*c);
        if c == d || name != self.tycon_name(*d) {
            return message;
        }
        let mut message = message;
        for (tycon, text) in [(c, "one"), (d, "the other")] {
            if let Some(loc) = self.core.program.tycons[*tycon].loc {
                message =
                    message.also(loc.source, loc.span, format!("{text} `{name}` is made here"));
            }
        }
        message
    }

    fn not_overloaded(&mut self, have: Ty, want: Ty, span: Span, clash: Clash<'_>) -> Diagnostic {
        let mut shown = Shown::default();
        let have_text = self.show_in(have, &mut shown);
        let want_text = self.show_in(want, &mut shown);
        if let Clash::Operand(name, at, None) = clash {
            let name = self.core.text(name);
            let message = Diagnostic::error("operand of the wrong type")
                .at(self.place.source, span, format!("this is {have_text}"))
                .also(self.place.source, at, format!("`{name}` is not defined for {have_text}"));
            return self.with_hint(message, have, want, (have, want), clash);
        }
        let message = self.place(clash, span, &have_text, &want_text);
        self.with_hint(message, have, want, (have, want), clash)
    }

    fn no_equality(&mut self, ty: Ty, span: Span, clash: Clash<'_>) -> Diagnostic {
        let text = self.show(ty);
        let source = self.place.source;
        let mut message = Diagnostic::error(format!("{text} does not admit equality"));
        message = if let Clash::Operand(name, at, _) = clash {
            let name = self.core.text(name);
            let message = message.at(source, span, "this cannot be compared");
            message.also(source, at, format!("with `{name}`"))
        } else {
            message.at(source, span, "this must be of a type that admits equality")
        };
        match self.core.head_node(ty) {
            Node::Con(tycon, _) if *tycon == self.core.builtins.real => message.hint(
                "compare reals with `Real.==`, or ask whether they are near: `abs (a - b) < 1E~9`",
            ),
            Node::Arrow(..) => message.hint("functions cannot be compared"),
            Node::Var(var) => {
                let name = self.core.text(self.core.program.tyvars[*var]);
                message.hint(format!("write `'{name}` for a type that admits equality"))
            }
            Node::Con(..) | Node::Meta(_) | Node::Record(_) => message,
        }
    }
}

impl Core {
    /// The place of the other type, if it has one, and the text about it.
    fn other_side(&self, clash: Clash<'_>, want: &str) -> (Option<Span>, String) {
        match clash {
            Clash::PatAnnotation(at) | Clash::Annotation(at) => {
                (Some(at), format!("but {want} is written here"))
            }
            Clash::ResultType(name) | Clash::Recursive(name) => {
                let text = self.text(name.name);
                (Some(name.span), format!("elsewhere `{text}` gives {want}"))
            }
            Clash::Pattern(Some(at))
            | Clash::Subject(Some(at))
            | Clash::Branch(at)
            | Clash::RuleResult(Some(at), _) => (Some(at), format!("but this is {want}")),
            Clash::Element(Some(at)) => (Some(at), format!("the first element is {want}")),
            Clash::ConArgument(at) => (Some(at), format!("but this carries {want}")),
            Clash::Select(at) => (Some(at), "of which this field is taken".to_string()),
            Clash::Function(at) => (Some(at), "applied to this".to_string()),
            Clash::RuleResult(None, Some(at)) => (Some(at), format!("what is handled is {want}")),
            Clash::Binding(at) => (Some(at), format!("this pattern matches {want}")),
            Clash::Condition(word) => (None, format!("`{word}` wants a bool")),
            Clash::Handler => (None, "`handle` takes exceptions".to_string()),
            Clash::Pattern(None) => (None, format!("the value that is matched is {want}")),
            Clash::RuleResult(None, None) => (None, format!("it must be {want}")),
            Clash::Subject(None)
            | Clash::Element(None)
            | Clash::Raise
            | Clash::Argument(..)
            | Clash::Component(_)
            | Clash::Operand(..) => (None, String::new()),
        }
    }
}

/// The title, and the verb between "this" and the type in the label.
fn title(clash: Clash<'_>) -> (&'static str, &'static str) {
    match clash {
        Clash::PatAnnotation(_) => ("pattern of another type than is written", "is"),
        Clash::Annotation(_) => ("expression of another type than is written", "is"),
        Clash::ResultType(_) | Clash::Recursive(_) => ("result of another type", "is"),
        Clash::Pattern(Some(_)) => ("patterns of different types", "is"),
        Clash::Pattern(None) | Clash::Subject(_) | Clash::ConArgument(_) | Clash::Handler => {
            ("pattern of the wrong type", "matches")
        }
        Clash::Element(_) => ("elements of different types", "is"),
        Clash::Select(_) => ("a field of what is no record", "is"),
        Clash::Function(_) => ("this is not a function", "is"),
        Clash::Argument(..) | Clash::Component(_) => ("argument of the wrong type", "is"),
        Clash::Operand(..) => ("operand of the wrong type", "is"),
        Clash::Condition(_) => ("condition of the wrong type", "is"),
        Clash::Raise => ("raise of what is no exception", "is"),
        Clash::Branch(_) => ("branches of different types", "is"),
        Clash::RuleResult(None, None) => ("result of the wrong type", "is"),
        Clash::RuleResult(..) => ("results of different types", "is"),
        Clash::Binding(_) => ("the two sides have different types", "is"),
    }
}
