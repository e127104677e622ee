//! Derived forms: bindings, branches and loops.

use crate::body::malformed;
use crate::core::{Exp, ExpKind, Lambda, Op, Place, Var};
use crate::error::{Fail, Outcome};
use crate::expand::Expander;
use crate::forms::Keyword;
use crate::scope::{Binding, ScopeId};
use crate::stx::{Ident, Stx, StxKind, to_datum};
use scheme_syntax::{Datum, Kind};
use std::rc::Rc;

/// A variable that a form binds, with its place, and the form of its value.
struct Bound {
    ident: Ident,
    place: Place,
    value: Stx,
}

impl Expander<'_> {
    /// The bindings `((x e) ...)` of a form.
    fn bindings(&self, stx: &Stx, name: &str) -> Outcome<Vec<Bound>> {
        let shape = |place| {
            let label = "bindings have the shape `((VARIABLE EXPRESSION) ...)`";
            Fail::new(place, format!("malformed {name}"), label)
        };
        let list = stx.list().ok_or_else(|| shape(stx.place))?;
        let each = list.iter().map(|binding| {
            let Some([variable, value]) = binding.list() else { return Err(shape(binding.place)) };
            let ident = variable.ident().ok_or_else(|| shape(variable.place))?;
            Ok(Bound { ident, place: variable.place, value: value.clone() })
        });
        each.collect()
    }

    /// Binds new variables in a scope; a name may be there only once.
    fn locals(&mut self, names: &[Bound], scope: ScopeId) -> Outcome<Vec<Var>> {
        let mut vars = Vec::with_capacity(names.len());
        for Bound { ident, place, .. } in names {
            if self.scopes.own(scope, *ident).is_some() {
                let label = format!("`{}` is bound here twice", self.idents.name(*ident));
                return Err(Fail::new(*place, "duplicate variable", label));
            }
            vars.push(self.local(*ident, scope));
        }
        Ok(vars)
    }

    /// `(let ((x e) ...) body ...)`, `(let loop ((x e) ...) body ...)`.
    pub(crate) fn let_form(&mut self, stx: &Stx, rest: &[Stx], scope: ScopeId) -> Outcome<Exp> {
        match rest {
            [name, bindings, body @ ..] if name.ident().is_some() => {
                let ident = name.ident().expect("it was asked");
                let bindings = self.bindings(bindings, "let")?;
                let values: Vec<Stx> = bindings.iter().map(|bound| bound.value.clone()).collect();
                let values = self.all(&values, scope)?;
                let outer = self.scopes.open(Some(scope));
                let looping = self.local(ident, outer);
                let inner = self.scopes.open(Some(outer));
                let params = self.locals(&bindings, inner)?;
                let body = self.body(body, inner, stx.place)?;
                let name = Some(self.name(ident));
                let lambda = Lambda { name, params, rest: None, body };
                Ok(self.looping(looping, lambda, values, stx.place))
            }
            [bindings, body @ ..] => {
                let bindings = self.bindings(bindings, "let")?;
                let values: Vec<Stx> = bindings.iter().map(|bound| bound.value.clone()).collect();
                let values = self.all(&values, scope)?;
                let inner = self.scopes.open(Some(scope));
                let vars = self.locals(&bindings, inner)?;
                let body = self.body(body, inner, stx.place)?;
                if vars.is_empty() {
                    return Ok(body);
                }
                let bindings = vars.into_iter().zip(values).collect();
                Ok(self.exp_at(ExpKind::Let(bindings, Box::new(body)), stx.place))
            }
            [] => Err(malformed(stx, "let", "((VARIABLE EXPRESSION) ...) BODY")),
        }
    }

    /// A procedure that calls itself by a variable, and a first call.
    fn looping(&self, var: Var, lambda: Lambda, values: Vec<Exp>, place: Place) -> Exp {
        let lambda = self.exp_at(ExpKind::Lambda(vec![lambda]), place);
        let function = Box::new(self.exp_at(ExpKind::Var(var), place));
        // The first call is outside of the variable's scope, but nothing else can name it.
        let call = self.exp_at(ExpKind::Call(function, values), place);
        self.exp_at(ExpKind::Letrec(vec![(var, lambda)], Box::new(call)), place)
    }

    pub(crate) fn let_star(&mut self, stx: &Stx, rest: &[Stx], scope: ScopeId) -> Outcome<Exp> {
        let [bindings, body @ ..] = rest else {
            return Err(malformed(stx, "let*", "((VARIABLE EXPRESSION) ...) BODY"));
        };
        let mut scope = scope;
        let mut bound = Vec::new();
        for Bound { ident, value, .. } in self.bindings(bindings, "let*")? {
            let value = self.exp(&value, scope)?;
            scope = self.scopes.open(Some(scope));
            bound.push((self.local(ident, scope), value));
        }
        let mut exp = self.body(body, scope, stx.place)?;
        for binding in bound.into_iter().rev() {
            exp = self.exp_at(ExpKind::Let(vec![binding], Box::new(exp)), stx.place);
        }
        Ok(exp)
    }

    pub(crate) fn letrec(&mut self, stx: &Stx, rest: &[Stx], scope: ScopeId) -> Outcome<Exp> {
        let [bindings, body @ ..] = rest else {
            return Err(malformed(stx, "letrec", "((VARIABLE EXPRESSION) ...) BODY"));
        };
        let bindings = self.bindings(bindings, "letrec")?;
        let inner = self.scopes.open(Some(scope));
        let vars = self.locals(&bindings, inner)?;
        let mut bound = Vec::with_capacity(vars.len());
        for (var, Bound { value, .. }) in vars.into_iter().zip(&bindings) {
            bound.push((var, self.exp(value, inner)?));
        }
        let body = self.body(body, inner, stx.place)?;
        Ok(self.exp_at(ExpKind::Letrec(bound, Box::new(body)), stx.place))
    }

    pub(crate) fn truth(&self, value: bool, place: Place) -> Exp {
        let datum = Datum::new(Kind::Bool(value), place.source, place.span);
        self.exp_at(ExpKind::Const(datum), place)
    }

    pub(crate) fn and(&mut self, rest: &[Stx], scope: ScopeId, place: Place) -> Outcome<Exp> {
        let Some((last, before)) = rest.split_last() else { return Ok(self.truth(true, place)) };
        let tests = self.all(before, scope)?;
        let mut exp = self.exp(last, scope)?;
        for test in tests.into_iter().rev() {
            exp = self.if_exp(test, exp, self.truth(false, place), place);
        }
        Ok(exp)
    }

    pub(crate) fn or(&mut self, rest: &[Stx], scope: ScopeId, place: Place) -> Outcome<Exp> {
        let Some((last, before)) = rest.split_last() else { return Ok(self.truth(false, place)) };
        let tests = self.all(before, scope)?;
        let mut exp = self.exp(last, scope)?;
        for test in tests.into_iter().rev() {
            exp = self.or_else(test, exp, place);
        }
        Ok(exp)
    }

    /// The value of the first expression unless it is false, else that of the second.
    fn or_else(&mut self, first: Exp, second: Exp, place: Place) -> Exp {
        let var = self.fresh("or");
        let test = self.exp_at(ExpKind::Var(var), place);
        let value = self.exp_at(ExpKind::Var(var), place);
        let branch = self.if_exp(test, value, second, place);
        self.exp_at(ExpKind::Let(vec![(var, first)], Box::new(branch)), place)
    }

    pub(crate) fn when(
        &mut self,
        wanted: bool,
        test: &Stx,
        body: &[Stx],
        scope: ScopeId,
        place: Place,
    ) -> Outcome<Exp> {
        let test = self.exp(test, scope)?;
        let nothing = self.unspecified(place);
        let body = match body {
            [] => self.unspecified(place),
            _ => self.sequence(body, scope, place)?,
        };
        let (then, els) = if wanted { (body, nothing) } else { (nothing, body) };
        Ok(self.if_exp(test, then, els, place))
    }

    /// True if a piece of syntax is this keyword.
    fn is_keyword(&self, stx: &Stx, keyword: Keyword, scope: ScopeId) -> bool {
        stx.ident().is_some_and(|ident| {
            matches!(self.resolve(ident, scope), Some(Binding::Keyword(k)) if *k == keyword)
        })
    }

    pub(crate) fn cond(&mut self, clauses: &[Stx], scope: ScopeId, place: Place) -> Outcome<Exp> {
        let mut parts = Vec::with_capacity(clauses.len());
        let mut exp = self.unspecified(place);
        for (at, clause) in clauses.iter().enumerate() {
            let shape =
                || Fail::new(clause.place, "malformed cond", "a clause is `(TEST EXPRESSION ...)`");
            let (test, body) = clause.list().and_then(<[Stx]>::split_first).ok_or_else(shape)?;
            if self.is_keyword(test, Keyword::Else, scope) {
                if at + 1 < clauses.len() || body.is_empty() {
                    let label = "`else` has expressions, and is the last clause";
                    return Err(Fail::new(clause.place, "misplaced else", label));
                }
                exp = self.sequence(body, scope, clause.place)?;
                break;
            }
            let test_exp = self.exp(test, scope)?;
            let is_arrow = body.first().is_some_and(|b| self.is_keyword(b, Keyword::Arrow, scope));
            let body = match body {
                [] => None,
                [_, receiver] if is_arrow => Some(Clause::Receiver(self.exp(receiver, scope)?)),
                _ if is_arrow => return Err(shape()),
                _ => Some(Clause::Body(self.sequence(body, scope, clause.place)?)),
            };
            parts.push((test_exp, body, clause.place));
        }
        for (test, body, place) in parts.into_iter().rev() {
            exp = match body {
                None => self.or_else(test, exp, place),
                Some(Clause::Body(body)) => self.if_exp(test, body, exp, place),
                Some(Clause::Receiver(receiver)) => {
                    let var = self.fresh("cond");
                    let value = |cx: &Self| cx.exp_at(ExpKind::Var(var), place);
                    let call = ExpKind::Call(Box::new(receiver), vec![value(self)]);
                    let call = self.exp_at(call, place);
                    let branch = self.if_exp(value(self), call, exp, place);
                    self.exp_at(ExpKind::Let(vec![(var, test)], Box::new(branch)), place)
                }
            };
        }
        Ok(exp)
    }

    pub(crate) fn case(&mut self, stx: &Stx, rest: &[Stx], scope: ScopeId) -> Outcome<Exp> {
        let [key, clauses @ ..] = rest else {
            return Err(malformed(stx, "case", "KEY ((DATUM ...) EXPRESSION ...) ..."));
        };
        let key = self.exp(key, scope)?;
        let var = self.fresh("key");
        let mut parts = Vec::with_capacity(clauses.len());
        let mut exp = self.unspecified(stx.place);
        for (at, clause) in clauses.iter().enumerate() {
            let shape = || {
                Fail::new(
                    clause.place,
                    "malformed case",
                    "a clause is `((DATUM ...) EXPRESSION ...)`",
                )
            };
            let (data, body) = clause.list().and_then(<[Stx]>::split_first).ok_or_else(shape)?;
            let is_arrow = body.first().is_some_and(|b| self.is_keyword(b, Keyword::Arrow, scope));
            let body = match body {
                [_, receiver] if is_arrow => {
                    let receiver = self.exp(receiver, scope)?;
                    let value = self.exp_at(ExpKind::Var(var), clause.place);
                    self.exp_at(ExpKind::Call(Box::new(receiver), vec![value]), clause.place)
                }
                [] => return Err(shape()),
                _ if is_arrow => return Err(shape()),
                _ => self.sequence(body, scope, clause.place)?,
            };
            if self.is_keyword(data, Keyword::Else, scope) {
                if at + 1 < clauses.len() {
                    let label = "`else` is the last clause";
                    return Err(Fail::new(clause.place, "misplaced else", label));
                }
                exp = body;
                break;
            }
            let data = data.list().ok_or_else(shape)?;
            let data: Vec<Rc<Datum>> = data.iter().map(|d| to_datum(d, &self.idents)).collect();
            parts.push((data, body, clause.place));
        }
        for (data, body, place) in parts.into_iter().rev() {
            let test = self.one_of(var, &data, place);
            exp = self.if_exp(test, body, exp, place);
        }
        Ok(self.exp_at(ExpKind::Let(vec![(var, key)], Box::new(exp)), stx.place))
    }

    /// True if a variable's value is one of these data.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "all other syntax is refused, or handled alike"
    )]
    fn one_of(&mut self, var: Var, data: &[Rc<Datum>], place: Place) -> Exp {
        let mut exp = self.truth(false, place);
        for datum in data.iter().rev() {
            let constant = self.exp_at(ExpKind::Const(datum.clone()), place);
            let args = vec![self.exp_at(ExpKind::Var(var), place), constant];
            let test = match &datum.kind {
                Kind::Bool(_) | Kind::Char(_) | Kind::Symbol(_) | Kind::List(_) => {
                    self.exp_at(ExpKind::Op(Op::Same, args), place)
                }
                _ => {
                    let eqv = Box::new(self.library_exp("eqv?", place));
                    self.exp_at(ExpKind::Call(eqv, args), place)
                }
            };
            exp = self.if_exp(test, self.truth(true, place), exp, place);
        }
        exp
    }

    /// `(do ((x init step) ...) (test result ...) command ...)`.
    pub(crate) fn do_form(&mut self, stx: &Stx, rest: &[Stx], scope: ScopeId) -> Outcome<Exp> {
        let shape =
            || malformed(stx, "do", "((VARIABLE INIT STEP) ...) (TEST RESULT ...) COMMAND ...");
        let [specs, end, commands @ ..] = rest else { return Err(shape()) };
        let mut names = Vec::new();
        let mut steps = Vec::new();
        for spec in specs.list().ok_or_else(shape)? {
            let (variable, init, step) = match spec.list() {
                Some([variable, init]) => (variable, init, None),
                Some([variable, init, step]) => (variable, init, Some(step)),
                Some(_) | None => return Err(shape()),
            };
            let ident = variable.ident().ok_or_else(shape)?;
            names.push(Bound { ident, place: variable.place, value: init.clone() });
            steps.push(step);
        }
        let inits: Vec<Stx> = names.iter().map(|bound| bound.value.clone()).collect();
        let values = self.all(&inits, scope)?;
        let looping = self.fresh("do");
        let inner = self.scopes.open(Some(scope));
        let params = self.locals(&names, inner)?;
        let (test, results) = end.list().and_then(<[Stx]>::split_first).ok_or_else(shape)?;
        let test = self.exp(test, inner)?;
        let result = match results {
            [] => self.unspecified(stx.place),
            _ => self.sequence(results, inner, stx.place)?,
        };
        let mut body = self.all(commands, inner)?;
        let mut next = Vec::with_capacity(params.len());
        for (param, step) in params.iter().zip(steps) {
            next.push(match step {
                Some(step) => self.exp(step, inner)?,
                None => self.exp_at(ExpKind::Var(*param), stx.place),
            });
        }
        let again = Box::new(self.exp_at(ExpKind::Var(looping), stx.place));
        body.push(self.exp_at(ExpKind::Call(again, next), stx.place));
        let body = self.exp_at(ExpKind::Seq(body), stx.place);
        let body = self.if_exp(test, result, body, stx.place);
        let lambda = Lambda { name: None, params, rest: None, body };
        Ok(self.looping(looping, lambda, values, stx.place))
    }

    /// `(let-values (((x ...) e) ...) body ...)`, one after the other with a star.
    pub(crate) fn let_values(
        &mut self,
        stx: &Stx,
        rest: &[Stx],
        scope: ScopeId,
        star: bool,
    ) -> Outcome<Exp> {
        let name = if star { "let*-values" } else { "let-values" };
        let shape = || malformed(stx, name, "((FORMALS EXPRESSION) ...) BODY");
        let [bindings, body @ ..] = rest else { return Err(shape()) };
        let mut inner = self.scopes.open(Some(scope));
        let mut bound = Vec::new();
        for binding in bindings.list().ok_or_else(shape)? {
            let Some([formals, value]) = binding.list() else { return Err(shape()) };
            let value = self.exp(value, if star { inner } else { scope })?;
            if star {
                inner = self.scopes.open(Some(inner));
            }
            let (vars, rest) = self.formals(formals, inner)?;
            bound.push((vars, rest, value, binding.place));
        }
        let mut exp = self.body(body, inner, stx.place)?;
        for (vars, rest, value, place) in bound.into_iter().rev() {
            exp = self.receive(vars, rest, value, exp, place);
        }
        Ok(exp)
    }

    /// Binds variables to the values of an expression, which are a list first.
    fn receive(
        &mut self,
        vars: Vec<Var>,
        rest: Option<Var>,
        value: Exp,
        body: Exp,
        place: Place,
    ) -> Exp {
        let mut lists = vec![self.fresh("values")];
        lists.extend((0..vars.len()).map(|_| self.fresh("values")));
        let var = |cx: &Self, var: Var| cx.exp_at(ExpKind::Var(var), place);
        let mut exp = match rest {
            Some(rest) => {
                let all = var(self, lists[vars.len()]);
                self.exp_at(ExpKind::Let(vec![(rest, all)], Box::new(body)), place)
            }
            None => {
                let end =
                    self.library_call("%values-end", vec![var(self, lists[vars.len()])], place);
                self.exp_at(ExpKind::Seq(vec![end, body]), place)
            }
        };
        for (at, bound) in vars.into_iter().enumerate().rev() {
            let first = self.library_call("%values-first", vec![var(self, lists[at])], place);
            let next = self.exp_at(ExpKind::Op(Op::Get(2, 1), vec![var(self, lists[at])]), place);
            let inner = ExpKind::Let(vec![(lists[at + 1], next)], Box::new(exp));
            let inner = self.exp_at(inner, place);
            exp = self.exp_at(ExpKind::Let(vec![(bound, first)], Box::new(inner)), place);
        }
        let list = self.library_call("%values->list", vec![value], place);
        self.exp_at(ExpKind::Let(vec![(lists[0], list)], Box::new(exp)), place)
    }

    /// `(define-values FORMALS e)`, whose variables are defined: sets them.
    pub(crate) fn values_to_variables(
        &mut self,
        formals: &Stx,
        value: &Stx,
        scope: ScopeId,
        place: Place,
    ) -> Outcome<Exp> {
        let (names, rest) = match &formals.kind {
            StxKind::List(names) => (&names[..], None),
            StxKind::Dotted(names, rest) => (&names[..], Some(rest)),
            StxKind::Ident(_) | StxKind::Vector(_) | StxKind::Atom(_) => (&[][..], Some(formals)),
        };
        let value = self.exp(value, scope)?;
        let temporaries: Vec<Var> = names.iter().map(|_| self.fresh("value")).collect();
        let last = rest.map(|_| self.fresh("value"));
        let mut sets = Vec::new();
        for (name, temporary) in names.iter().chain(rest).zip(temporaries.iter().chain(&last)) {
            let binding = name.ident().and_then(|ident| self.resolve(ident, scope));
            if let Some(Binding::Var(var) | Binding::Record(var, _)) = binding {
                let var = *var;
                let value = Box::new(self.exp_at(ExpKind::Var(*temporary), place));
                sets.push(self.exp_at(ExpKind::Set(var, value), place));
            }
        }
        sets.push(self.unspecified(place));
        let body = self.exp_at(ExpKind::Seq(sets), place);
        Ok(self.receive(temporaries, last, value, body, place))
    }
}

/// The body of a clause of `cond`.
enum Clause {
    Body(Exp),
    Receiver(Exp),
}
