//! Expressions.

use crate::core::{Exp, ExpKind, Lambda, Place, Special, Var, Variable};
use crate::error::{Fail, Outcome};
use crate::exports::Evaluable;
use crate::globals::Globals;
use crate::library::Libraries;
use crate::scope::{Binding, Inline, ScopeId, Scopes};
use crate::stx::{Ident, Idents, Stx, StxKind, to_datum};
use base::{Name, PrimaryMap};
use diag::{Diagnostic, SourceId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The deepest nesting of expressions and bodies, those that macros make included.
const MAX_DEPTH: usize = 20_000;

/// The most expressions of a program. Macros can double what they are given, so that a few uses are
/// enough for more than any machine holds.
const MAX_EXPS: usize = 4_000_000;

/// As many pieces of patterns and templates count like one use of a macro: a million uses then take
/// about a second, however large they are.
const NODES_PER_STEP: usize = 16;

/// Reaches files for the expander, which knows none.
pub trait Loader {
    /// The text that an `include` names.
    ///
    /// # Errors
    /// The reason why there is none, in words.
    fn include(&mut self, from: SourceId, name: &str) -> Result<Text, String>;

    /// The text of a library, `a/b.sld` for `(a b)`; nothing if there is no such file.
    ///
    /// # Errors
    /// The reason why the file cannot be read, in words.
    fn library(&mut self, from: SourceId, name: &[String]) -> Result<Option<Text>, String>;
}

/// A text and its number among the sources.
pub struct Text {
    /// The number.
    pub source: SourceId,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// The state of an expansion.
pub(crate) struct Expander<'l> {
    pub(crate) idents: Idents,
    pub(crate) scopes: Scopes,
    pub(crate) vars: PrimaryMap<Var, Variable>,
    pub(crate) globals: Globals,
    pub(crate) libraries: Libraries,
    pub(crate) loader: &'l mut dyn Loader,
    pub(crate) warnings: Vec<Diagnostic>,
    pub(crate) errors: Vec<Diagnostic>,
    /// Uses of macros that are still allowed.
    pub(crate) steps: usize,
    /// The number of uses that were allowed.
    pub(crate) limit: usize,
    /// The text that includes a text.
    pub(crate) includes: FxHashMap<SourceId, SourceId>,
    pub(crate) depth: usize,
    /// Where what is expanded now stands.
    pub(crate) place: Option<Place>,
    /// How many of what it is inside stand where the next one outside does, as all does that a
    /// macro makes.
    pub(crate) same_place: usize,
    /// Expressions so far.
    pub(crate) exps: usize,
    /// The variables of record types' procedures whose calls are written out, and where the
    /// definitions name them.
    pub(crate) written_out: FxHashMap<Var, Place>,
    /// The places of those whose calls may not be, since the program assigns to them.
    pub(crate) assigned: FxHashSet<Place>,
    /// The place of the call that is being written out, which all of it gets.
    pub(crate) call: Option<Place>,
    /// True while definitions of the built-in library are expanded.
    pub(crate) in_library: bool,
    /// The libraries that evaluated code may import.
    pub(crate) evaluable: Evaluable,
    /// True if procedures that the program evaluates may be compiled when it runs.
    pub(crate) compiles: bool,
}

impl Expander<'_> {
    /// Counts a use of a macro.
    pub(crate) fn step(&mut self, place: Place) -> Outcome<()> {
        self.count(1, place)
    }

    /// Counts pieces of syntax that a macro looks at, writes or consists of.
    pub(crate) fn work(&mut self, nodes: usize, place: Place) -> Outcome<()> {
        self.count(nodes / NODES_PER_STEP, place)
    }

    fn count(&mut self, steps: usize, place: Place) -> Outcome<()> {
        let Some(left) = self.steps.checked_sub(steps) else {
            let label = format!("its expansion has not come to an end after {} steps", self.limit);
            let hint = "`--expand-limit N` allows more";
            return Err(Fail::new(place, "endless macro", label).hint(hint));
        };
        self.steps = left;
        Ok(())
    }

    /// Counts an expression.
    pub(crate) fn count_exp(&mut self, place: Place) -> Outcome<()> {
        self.exps += 1;
        if self.exps > MAX_EXPS {
            let label = format!("there are more than {MAX_EXPS} expressions");
            let place = self.call.unwrap_or(place);
            return Err(Fail::new(place, "program too large", label));
        }
        Ok(())
    }

    /// Expands what is inside something else, unless that is too deep.
    pub(crate) fn inside<T>(
        &mut self,
        place: Place,
        expand: impl FnOnce(&mut Self) -> Outcome<T>,
    ) -> Outcome<T> {
        if self.depth == MAX_DEPTH {
            // A body stands where its form does, macros or not; but every second place is another.
            return Err(if self.same_place > MAX_DEPTH / 4 * 3 {
                let label = format!("its expansion is nested {MAX_DEPTH} deep");
                Fail::new(place, "endless macro", label)
            } else {
                let label = format!("this is inside {MAX_DEPTH} others");
                Fail::new(place, "nested too deeply", label)
            });
        }
        let outer = self.place.replace(place);
        let same = usize::from(outer == Some(place));
        self.depth += 1;
        self.same_place += same;
        let expanded = expand(self);
        self.same_place -= same;
        self.depth -= 1;
        self.place = outer;
        expanded
    }

    pub(crate) fn resolve(&self, ident: Ident, scope: ScopeId) -> Option<&Binding> {
        self.scopes.resolve(&self.idents, ident, scope)
    }

    pub(crate) fn name(&self, ident: Ident) -> Name {
        self.idents.name(ident).clone()
    }

    pub(crate) fn exp_at(&self, kind: ExpKind, place: Place) -> Exp {
        Exp::new(kind, self.call.unwrap_or(place))
    }

    pub(crate) fn unspecified(&self, place: Place) -> Exp {
        self.exp_at(ExpKind::Special(Special::Unspecified), place)
    }

    /// A new local variable for an identifier.
    pub(crate) fn local(&mut self, ident: Ident, scope: ScopeId) -> Var {
        let var = self.fresh(&self.name(ident));
        self.scopes.bind(scope, ident, Binding::Var(var));
        var
    }

    pub(crate) fn variable_of(&mut self, name: Name, global: bool, defined: bool) -> Var {
        let library = self.in_library && global && defined;
        self.vars.push(Variable { name, assigned: false, global, defined, library })
    }

    /// A new local variable that no identifier names.
    pub(crate) fn fresh(&mut self, name: &str) -> Var {
        let name = name.into();
        self.variable_of(name, false, true)
    }

    /// Expands an expression.
    pub(crate) fn exp(&mut self, stx: &Stx, scope: ScopeId) -> Outcome<Exp> {
        self.count_exp(stx.place)?;
        self.inside(stx.place, |cx| {
            let stx = &cx.without_macros(stx, scope)?;
            cx.exp_inside(stx, scope)
        })
    }

    /// Expands a form as long as it is the use of a macro, in a loop: a long way to the end is not
    /// a deep one.
    pub(crate) fn without_macros(&mut self, stx: &Stx, scope: ScopeId) -> Outcome<Stx> {
        let mut stx = stx.clone();
        loop {
            let head = match &stx.kind {
                StxKind::List(parts) | StxKind::Dotted(parts, _) => parts.first(),
                StxKind::Ident(_) | StxKind::Vector(_) | StxKind::Atom(_) => None,
            };
            let head = head.and_then(|head| head.ident());
            let Some(Binding::Macro(rules)) = head.and_then(|ident| self.resolve(ident, scope))
            else {
                return Ok(stx);
            };
            let rules = rules.clone();
            stx = self.transcribe(&rules, &stx, scope)?;
        }
    }

    /// Expands an expression that is no use of a macro.
    fn exp_inside(&mut self, stx: &Stx, scope: ScopeId) -> Outcome<Exp> {
        let place = stx.place;
        match &stx.kind {
            StxKind::Ident(ident) => self.variable(*ident, scope, place),
            StxKind::Atom(datum) => Ok(self.exp_at(ExpKind::Const(datum.clone()), place)),
            StxKind::Vector(_) => {
                let datum = to_datum(stx, &self.idents);
                Ok(self.exp_at(ExpKind::Const(datum), place))
            }
            StxKind::List(parts) if parts.is_empty() => {
                let label = "a call names what it calls; the empty list is `'()`";
                Err(Fail::new(place, "empty combination", label))
            }
            StxKind::List(parts) => self.form(stx, parts, scope),
            StxKind::Dotted(..) => {
                Err(Fail::new(place, "misplaced dot", "neither a form nor a call has a dot"))
            }
        }
    }

    fn variable(&mut self, ident: Ident, scope: ScopeId, place: Place) -> Outcome<Exp> {
        match self.resolve(ident, scope) {
            Some(Binding::Var(var) | Binding::Inline(var, _) | Binding::Record(var, _)) => {
                let var = *var;
                self.globals.reach(var);
                if self.globals.environments.contains(&var) {
                    self.evaluable = Evaluable::All;
                }
                Ok(self.exp_at(ExpKind::Var(var), place))
            }
            Some(Binding::Keyword(_) | Binding::Macro(_)) => {
                let label = format!("`{}` is no variable", self.idents.name(ident));
                Err(Fail::new(place, "misplaced keyword", label))
            }
            None => {
                let var = self.unbound(ident, place);
                Ok(self.exp_at(ExpKind::Var(var), place))
            }
        }
    }

    /// The variable of an identifier that nothing binds. A use of it fails when it is reached.
    pub(crate) fn unbound(&mut self, ident: Ident, place: Place) -> Var {
        let mut plain = ident;
        while let Some((of, _)) = self.idents.aliased(plain) {
            plain = of;
        }
        if let Some(var) = self.globals.unbound.get(&plain) {
            return *var;
        }
        let name = self.name(ident);
        let title = format!("unbound variable `{name}`");
        let label = "nothing defines it; to reach this is an error";
        let warning = Diagnostic::warning(title).at(place.source, place.span, label);
        self.warnings.push(warning.code("unbound"));
        let var = self.variable_of(name, true, false);
        self.globals.unbound.insert(plain, var);
        var
    }

    /// A list that is neither empty nor dotted nor the use of a macro: a form, a call.
    fn form(&mut self, stx: &Stx, parts: &[Stx], scope: ScopeId) -> Outcome<Exp> {
        let head = parts[0].ident().and_then(|ident| self.resolve(ident, scope));
        match head.cloned() {
            Some(Binding::Keyword(keyword)) => self.keyword(keyword, stx, parts, scope),
            Some(Binding::Inline(_, inline)) => {
                match inline.clauses.iter().position(|(formals, _)| takes(formals, parts.len() - 1))
                {
                    Some(clause) => self.inline(&inline, clause, &parts[1..], scope, stx.place),
                    None => self.call(parts, scope, stx.place),
                }
            }
            Some(Binding::Record(var, procedure))
                if procedure.params() == parts.len() - 1 && !self.vars[var].assigned =>
            {
                self.written_out.insert(var, procedure.place);
                let args = self.all(&parts[1..], scope)?;
                Ok(self.record_call(&procedure, args, stx.place))
            }
            Some(Binding::Var(_) | Binding::Record(..) | Binding::Macro(_)) | None => {
                self.call(parts, scope, stx.place)
            }
        }
    }

    fn call(&mut self, parts: &[Stx], scope: ScopeId, place: Place) -> Outcome<Exp> {
        if let Some(clause) = self.written_lambda(&parts[0], scope)
            && takes(&clause[0], parts.len() - 1)
        {
            return self.let_of_call(&clause, &parts[1..], scope, place);
        }
        let named = self.environment_of(parts, scope);
        let function = self.exp(&parts[0], scope)?;
        if let Some(named) = named {
            self.evaluable = named;
        }
        let args = self.all(&parts[1..], scope)?;
        Ok(self.exp_at(ExpKind::Call(Box::new(function), args), place))
    }

    pub(crate) fn all(&mut self, parts: &[Stx], scope: ScopeId) -> Outcome<Vec<Exp>> {
        parts.iter().map(|part| self.exp(part, scope)).collect()
    }

    /// The parts of `(lambda (x ...) body ...)` without rest parameter that stands as an operator.
    fn written_lambda(&self, stx: &Stx, scope: ScopeId) -> Option<Vec<Stx>> {
        let parts = stx.list()?;
        let ident = parts.first()?.ident()?;
        let is = matches!(
            self.resolve(ident, scope),
            Some(Binding::Keyword(crate::forms::Keyword::Lambda))
        );
        (is && parts.len() > 2 && parts[1].list().is_some()).then(|| parts[1..].to_vec())
    }

    /// `((lambda (x ...) body ...) arg ...)`.
    fn let_of_call(
        &mut self,
        lambda: &[Stx],
        args: &[Stx],
        scope: ScopeId,
        place: Place,
    ) -> Outcome<Exp> {
        let values = self.all(args, scope)?;
        let inner = self.scopes.open(Some(scope));
        let (vars, _) = self.formals(&lambda[0], inner)?;
        let body = self.body(&lambda[1..], inner, place)?;
        let bindings = vars.into_iter().zip(values).collect();
        Ok(self.exp_at(ExpKind::Let(bindings, Box::new(body)), place))
    }

    /// Writes a call of a procedure of the library out.
    fn inline(
        &mut self,
        inline: &Rc<Inline>,
        clause: usize,
        args: &[Stx],
        scope: ScopeId,
        place: Place,
    ) -> Outcome<Exp> {
        let values = self.all(args, scope)?;
        let inner = self.scopes.open(Some(inline.scope));
        let (formals, body) = &inline.clauses[clause];
        let (vars, _) = self.formals(formals, inner)?;
        let outer = self.call.replace(self.call.unwrap_or(place));
        let body = self.body(body, inner, place);
        self.call = outer;
        let bindings = vars.into_iter().zip(values).collect();
        Ok(self.exp_at(ExpKind::Let(bindings, Box::new(body?)), place))
    }

    /// Binds the parameters of a procedure in its scope.
    pub(crate) fn formals(
        &mut self,
        formals: &Stx,
        scope: ScopeId,
    ) -> Outcome<(Vec<Var>, Option<Var>)> {
        let (params, rest) = match &formals.kind {
            StxKind::Ident(_) => (&[][..], Some(formals)),
            StxKind::List(params) => (&params[..], None),
            StxKind::Dotted(params, rest) => (&params[..], Some(rest)),
            StxKind::Vector(_) | StxKind::Atom(_) => {
                let label = "parameters are identifiers in a list";
                return Err(Fail::new(formals.place, "malformed parameters", label));
            }
        };
        let mut vars = Vec::with_capacity(params.len() + 1);
        for stx in params.iter().chain(rest) {
            let Some(ident) = stx.ident() else {
                let label = "a parameter is an identifier";
                return Err(Fail::new(stx.place, "malformed parameters", label));
            };
            if self.scopes.own(scope, ident).is_some() {
                let label = format!("`{}` is a parameter already", self.idents.name(ident));
                return Err(Fail::new(stx.place, "duplicate parameter", label));
            }
            vars.push(self.local(ident, scope));
        }
        let rest = rest.and_then(|_| vars.pop());
        Ok((vars, rest))
    }

    /// A clause of a procedure: its parameters and its body.
    pub(crate) fn lambda(
        &mut self,
        name: Option<Name>,
        formals: &Stx,
        body: &[Stx],
        scope: ScopeId,
        place: Place,
    ) -> Outcome<Lambda> {
        let inner = self.scopes.open(Some(scope));
        let (params, rest) = self.formals(formals, inner)?;
        let body = self.body(body, inner, place)?;
        Ok(Lambda { name, params, rest, body })
    }
}

/// True if a clause of a procedure that is written out takes so many arguments.
fn takes(formals: &Stx, count: usize) -> bool {
    formals.list().is_some_and(|params| params.len() == count)
}
