//! The keywords of the language, and the forms that the core has as they are.

use crate::body::malformed;
use crate::core::{Exp, ExpKind, Place};
use crate::error::{Fail, Outcome};
use crate::expand::Expander;
use crate::scope::{Binding, ScopeId};
use crate::stx::{Stx, to_datum};
use std::rc::Rc;

macro_rules! keywords {
    ($($name:ident = $text:literal),* $(,)?) => {
        /// A form of the language, or a word that means something in one.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Keyword { $($name),* }

        impl Keyword {
            /// All of them, and how they are written. Those of the built-in library alone begin
            /// with `%`, `define-inline` apart.
            pub(crate) const ALL: &'static [(&'static str, Keyword)] =
                &[$(($text, Keyword::$name)),*];
        }
    };
}

keywords!(
    Quote = "quote",
    Quasiquote = "quasiquote",
    Unquote = "unquote",
    UnquoteSplicing = "unquote-splicing",
    Lambda = "lambda",
    CaseLambda = "case-lambda",
    If = "if",
    Set = "set!",
    Begin = "begin",
    Let = "let",
    LetStar = "let*",
    Letrec = "letrec",
    LetrecStar = "letrec*",
    And = "and",
    Or = "or",
    When = "when",
    Unless = "unless",
    Cond = "cond",
    Case = "case",
    Do = "do",
    Else = "else",
    Arrow = "=>",
    Ellipsis = "...",
    Underscore = "_",
    Define = "define",
    DefineValues = "define-values",
    DefineRecordType = "define-record-type",
    DefineSyntax = "define-syntax",
    DefineInline = "define-inline",
    LetSyntax = "let-syntax",
    LetrecSyntax = "letrec-syntax",
    SyntaxRules = "syntax-rules",
    SyntaxError = "syntax-error",
    CondExpand = "cond-expand",
    Include = "include",
    IncludeCi = "include-ci",
    LetValues = "let-values",
    LetStarValues = "let*-values",
    Import = "import",
    DefineLibrary = "define-library",
    Prim = "%prim",
    Is = "%is",
    Tuple = "%tuple",
    Get = "%get",
    Fixed = "%fixed",
    FixedGet = "%fixed-get",
    SetField = "%set",
    ArrayNew = "%array-new",
    ArrayLength = "%array-length",
    ArrayRef = "%array-ref",
    ArraySet = "%array-set",
    ArrayCopy = "%array-copy",
    IsIndex = "%index?",
    Same = "%same",
    Hash = "%hash",
    Callcc = "%callcc",
    Throw = "%throw",
    Raise = "%raise",
    Never = "%never",
    Apply1 = "%apply1",
    Flagged = "%flagged",
    Try = "%try",
    Special = "%special",
    Literals = "%literals",
    Exports = "%exports",
    Internals = "%internals",
);

impl Expander<'_> {
    /// Expands a form.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "all other syntax is refused, or handled alike"
    )]
    pub(crate) fn keyword(
        &mut self,
        keyword: Keyword,
        stx: &Stx,
        parts: &[Stx],
        scope: ScopeId,
    ) -> Outcome<Exp> {
        let rest = &parts[1..];
        match keyword {
            Keyword::Quote => match rest {
                [datum] => {
                    let datum = to_datum(datum, &self.idents);
                    Ok(self.exp_at(ExpKind::Const(datum), stx.place))
                }
                _ => Err(malformed(stx, "quote", "DATUM")),
            },
            Keyword::Quasiquote => match rest {
                [template] => self.quasiquote(template, 1, scope),
                _ => Err(malformed(stx, "quasiquote", "TEMPLATE")),
            },
            Keyword::Lambda => {
                let [formals, body @ ..] = rest else {
                    return Err(malformed(stx, "lambda", "FORMALS BODY"));
                };
                let lambda = self.lambda(None, formals, body, scope, stx.place)?;
                Ok(self.exp_at(ExpKind::Lambda(vec![lambda]), stx.place))
            }
            Keyword::CaseLambda => self.case_lambda(stx, rest, scope),
            Keyword::If => self.if_form(stx, rest, scope),
            Keyword::Set => self.set(stx, rest, scope),
            Keyword::Begin => match rest {
                [] => Ok(self.unspecified(stx.place)),
                _ => self.sequence(rest, scope, stx.place),
            },
            Keyword::Let => self.let_form(stx, rest, scope),
            Keyword::LetStar => self.let_star(stx, rest, scope),
            Keyword::Letrec => self.letrec(stx, rest, scope, "letrec"),
            Keyword::LetrecStar => self.letrec(stx, rest, scope, "letrec*"),
            Keyword::And => self.and(rest, scope, stx.place),
            Keyword::Or => self.or(rest, scope, stx.place),
            Keyword::When | Keyword::Unless => {
                let when = keyword == Keyword::When;
                let [test, body @ ..] = rest else {
                    let name = if when { "when" } else { "unless" };
                    return Err(malformed(stx, name, "TEST EXPRESSION ..."));
                };
                self.when(when, test, body, scope, stx.place)
            }
            Keyword::Cond => self.cond(rest, scope, stx.place),
            Keyword::Case => self.case(stx, rest, scope),
            Keyword::Do => self.do_form(stx, rest, scope),
            other => self.other_keyword(other, stx, parts, scope),
        }
    }

    /// Forms about syntax and files, definitions out of their place, and operations.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "all other syntax is refused, or handled alike"
    )]
    fn other_keyword(
        &mut self,
        keyword: Keyword,
        stx: &Stx,
        parts: &[Stx],
        scope: ScopeId,
    ) -> Outcome<Exp> {
        let rest = &parts[1..];
        match keyword {
            Keyword::LetSyntax | Keyword::LetrecSyntax => {
                self.let_syntax(stx, rest, scope, keyword == Keyword::LetrecSyntax)
            }
            Keyword::LetValues => self.let_values(stx, rest, scope, false),
            Keyword::LetStarValues => self.let_values(stx, rest, scope, true),
            Keyword::Include | Keyword::IncludeCi => {
                let forms = self.include(rest, keyword == Keyword::IncludeCi, stx.place)?;
                self.sequence(&forms, scope, stx.place)
            }
            Keyword::CondExpand => {
                let forms = self.cond_expand(rest, stx.place)?;
                if forms.is_empty() {
                    return Ok(self.unspecified(stx.place));
                }
                self.sequence(&forms, scope, stx.place)
            }
            Keyword::SyntaxError => Err(self.syntax_error(stx, rest)),
            Keyword::Define
            | Keyword::DefineValues
            | Keyword::DefineRecordType
            | Keyword::DefineSyntax
            | Keyword::DefineInline => {
                let label = "a definition stands at the beginning of a body";
                Err(Fail::new(stx.place, "misplaced definition", label))
            }
            Keyword::Import | Keyword::DefineLibrary => {
                let label = "it stands before the program";
                Err(Fail::new(stx.place, "misplaced declaration", label))
            }
            Keyword::Unquote
            | Keyword::UnquoteSplicing
            | Keyword::Else
            | Keyword::Arrow
            | Keyword::Ellipsis
            | Keyword::Underscore
            | Keyword::SyntaxRules => {
                let label = format!("`{}` means nothing here", self.shown(&parts[0]));
                Err(Fail::new(stx.place, "misplaced keyword", label))
            }
            operation => self.operation(operation, stx, rest, scope),
        }
    }

    fn if_form(&mut self, stx: &Stx, rest: &[Stx], scope: ScopeId) -> Outcome<Exp> {
        let (test, then, els) = match rest {
            [test, then] => (test, then, None),
            [test, then, els] => (test, then, Some(els)),
            _ => return Err(malformed(stx, "if", "TEST THEN ELSE")),
        };
        let test = self.exp(test, scope)?;
        let then = self.exp(then, scope)?;
        let els = match els {
            Some(els) => self.exp(els, scope)?,
            None => self.unspecified(stx.place),
        };
        Ok(self.if_exp(test, then, els, stx.place))
    }

    pub(crate) fn if_exp(&self, test: Exp, then: Exp, els: Exp, place: Place) -> Exp {
        self.exp_at(ExpKind::If(Box::new([test, then, els])), place)
    }

    fn set(&mut self, stx: &Stx, rest: &[Stx], scope: ScopeId) -> Outcome<Exp> {
        let [target, value] = rest else {
            return Err(malformed(stx, "set!", "VARIABLE EXPRESSION"));
        };
        let Some(ident) = target.ident() else {
            return Err(Fail::new(target.place, "malformed set!", "this is no variable"));
        };
        let var = match self.resolve(ident, scope) {
            Some(Binding::Var(var) | Binding::Record(var, _) | Binding::Inline(var, _)) => *var,
            Some(Binding::Keyword(_) | Binding::Macro(_)) => {
                let label = format!("`{}` is no variable", self.idents.name(ident));
                return Err(Fail::new(target.place, "misplaced keyword", label));
            }
            None => self.unbound(ident, target.place),
        };
        let own = self.in_library || self.call.is_some();
        if !own && self.scopes.is_import(&self.idents, ident, scope) {
            let label = format!("`{}` belongs to a library", self.idents.name(ident));
            return Err(Fail::new(target.place, "assignment to an import", label));
        }
        self.vars[var].assigned = true;
        self.globals.reach(var);
        let value = self.exp(value, scope)?;
        Ok(self.exp_at(ExpKind::Set(var, Box::new(value)), stx.place))
    }

    /// Expressions one after the other.
    pub(crate) fn sequence(&mut self, forms: &[Stx], scope: ScopeId, place: Place) -> Outcome<Exp> {
        let mut exps = self.all(forms, scope)?;
        if exps.len() == 1 {
            return Ok(exps.remove(0));
        }
        Ok(self.exp_at(ExpKind::Seq(exps), place))
    }

    fn case_lambda(&mut self, stx: &Stx, clauses: &[Stx], scope: ScopeId) -> Outcome<Exp> {
        let mut lambdas = Vec::with_capacity(clauses.len());
        for clause in clauses {
            let Some([formals, body @ ..]) = clause.list() else {
                return Err(Fail::new(
                    clause.place,
                    "malformed case-lambda",
                    "a clause is `(FORMALS BODY)`",
                ));
            };
            lambdas.push(self.lambda(None, formals, body, scope, clause.place)?);
        }
        if lambdas.is_empty() {
            return Err(malformed(stx, "case-lambda", "(FORMALS BODY) ..."));
        }
        Ok(self.exp_at(ExpKind::Lambda(lambdas), stx.place))
    }

    fn let_syntax(
        &mut self,
        stx: &Stx,
        rest: &[Stx],
        scope: ScopeId,
        recursive: bool,
    ) -> Outcome<Exp> {
        let name = if recursive { "letrec-syntax" } else { "let-syntax" };
        let shape = || malformed(stx, name, "((NAME RULES) ...) BODY");
        let [bindings, body @ ..] = rest else { return Err(shape()) };
        let inner = self.scopes.open(Some(scope));
        for binding in bindings.list().ok_or_else(shape)? {
            let Some([name, rules]) = binding.list() else { return Err(shape()) };
            let ident = name.ident().ok_or_else(shape)?;
            let transformer = self.transformer(rules, if recursive { inner } else { scope })?;
            self.scopes.bind(inner, ident, transformer);
        }
        self.body(body, inner, stx.place)
    }

    /// The meaning of a macro's definition: rules, or the name of another macro.
    pub(crate) fn transformer(&mut self, stx: &Stx, scope: ScopeId) -> Outcome<Binding> {
        if let Some(ident) = stx.ident()
            && let Some(binding @ (Binding::Macro(_) | Binding::Keyword(_))) =
                self.resolve(ident, scope)
        {
            return Ok(binding.clone());
        }
        let mut stx = stx.clone();
        loop {
            let head = stx.list().and_then(|parts| parts.first()).and_then(|head| head.ident());
            match head.and_then(|ident| self.resolve(ident, scope)).cloned() {
                Some(Binding::Keyword(Keyword::SyntaxRules)) => {
                    let parts = stx.list().unwrap_or(&[]);
                    // What a macro wrote has one place. Macros that it defines cost as much as uses.
                    if parts[0].place == stx.place {
                        self.step(stx.place)?;
                    }
                    let parts = &parts[1..];
                    return Ok(Binding::Macro(Rc::new(self.rules(parts, scope, stx.place)?)));
                }
                Some(Binding::Macro(rules)) => stx = self.transcribe(&rules, &stx, scope)?,
                _ => {
                    let label =
                        "a macro is made by `(syntax-rules (LITERAL ...) (PATTERN TEMPLATE) ...)`";
                    return Err(Fail::new(stx.place, "unknown kind of macro", label));
                }
            }
        }
    }

    fn syntax_error(&self, stx: &Stx, rest: &[Stx]) -> Fail {
        let Some((message, irritants)) = rest.split_first() else {
            return malformed(stx, "syntax-error", "MESSAGE FORM ...");
        };
        let mut text = message.string().map_or_else(|| self.shown(message), str::to_owned);
        for irritant in irritants {
            text.push(' ');
            text += &self.shown(irritant);
        }
        Fail::new(stx.place, text, "the macro refuses this")
    }
}
