//! Conditionals and matches.

use super::Checker;
use super::expr::block;
use super::holes::part;
use super::uses::Fork;
use crate::core::{self, Arm, Bind, ExprKind, Key, Local, Rest};
use crate::message::{also, error};
use crate::types::{Ops, Part, Ty, TypeKind, Types, Width};
use cogent_syntax::ast::{Alt, Arrow, Binding, Expr, Guard, Ident, Pat, PatKind, Place};
use rustc_hash::FxHashMap;

/// The expression to compute when a pattern matches.
#[derive(Clone, Copy)]
pub(super) enum Then<'a> {
    Expr(&'a Expr),
    /// The rest of a `let`.
    Let(&'a [Binding], &'a Expr),
}

/// `p -> e`.
#[derive(Clone, Copy)]
struct Case<'a> {
    pat: &'a Pat,
    arrow: Arrow,
    then: Then<'a>,
}

/// A match while it is checked.
struct Match {
    fork: Fork,
    result: Ty,
    /// An alternative matches all that is left, and those after it are dead.
    done: bool,
}

impl<'a> Checker<'a> {
    /// `if`, with one condition or several.
    pub(super) fn conditional(
        &mut self,
        guards: &'a [Guard],
        otherwise: &'a Expr,
        want: Option<Ty>,
        place: Place,
    ) -> core::Expr {
        let Some((guard, guards)) = guards.split_first() else {
            return self.expr(otherwise, want);
        };
        let cond = self.with_bangs(&guard.bangs, |checker| checker.check(&guard.cond, Types::BOOL));
        let ty = want.unwrap_or_else(|| self.hole(place));
        let mut fork = self.fork();
        let yes = self.check(&guard.body, ty);
        self.end_branch(&mut fork, yes.place);
        self.depth += 1;
        let no = if self.depth > super::expr::MAX_DEPTH {
            self.too_deep(place)
        } else {
            self.conditional(guards, otherwise, Some(ty), place)
        };
        self.depth -= 1;
        let no = self.coerce(no, ty);
        self.end_branch(&mut fork, otherwise.place);
        self.join(fork);
        core::Expr {
            kind: ExprKind::If(Box::new(cond), guard.arrow, Box::new(yes), Box::new(no)),
            ty,
            place,
        }
    }

    /// `let p <= e |> q -> a in ...`.
    pub(super) fn biased(
        &mut self,
        subject: core::Expr,
        pat: &'a Pat,
        then: Then<'a>,
        others: &'a [Alt],
        want: Option<Ty>,
    ) -> core::Expr {
        let mut cases = vec![Case { pat, arrow: Arrow::Plain, then }];
        cases.extend(others.iter().map(case));
        self.cases(subject, &cases, want)
    }

    /// A match.
    pub(super) fn alternatives(
        &mut self,
        subject: core::Expr,
        alts: &'a [Alt],
        want: Option<Ty>,
    ) -> core::Expr {
        let cases: Vec<Case> = alts.iter().map(case).collect();
        self.cases(subject, &cases, want)
    }

    fn cases(&mut self, subject: core::Expr, cases: &[Case<'a>], want: Option<Ty>) -> core::Expr {
        let place = subject.place;
        let result = want.unwrap_or_else(|| self.hole(place));
        let mut matching = Match { fork: self.fork(), result, done: false };
        let refutable = cases.iter().find(|case| !case.pat.is_irrefutable());
        let expr = match refutable.map(|case| &case.pat.kind) {
            Some(PatKind::Tag(..)) => self.tags(subject, cases, &mut matching),
            Some(PatKind::Int(_) | PatKind::Char(_)) => self.words(subject, cases, &mut matching),
            Some(PatKind::Bool(_)) => self.bools(subject, cases, &mut matching),
            Some(
                PatKind::Var(_)
                | PatKind::Wild
                | PatKind::Tuple(_)
                | PatKind::Unboxed(_)
                | PatKind::Take(..)
                | PatKind::Error,
            )
            | None => self.whole(subject, cases, &mut matching),
        };
        self.join(matching.fork);
        expr
    }

    /// No pattern asks for anything: the first is all there is.
    fn whole(
        &mut self,
        subject: core::Expr,
        cases: &[Case<'a>],
        matching: &mut Match,
    ) -> core::Expr {
        let place = subject.place;
        let mut result = None;
        let mut subject = Some(subject);
        for case in cases {
            let value = match subject.take() {
                Some(subject) => subject,
                None => self.bad(place),
            };
            let later = self.later.len();
            let (mut binds, mut locals) = (Vec::new(), Vec::new());
            self.bind(case.pat, value, &mut binds, &mut locals);
            let body = self.body(case, &locals, later, matching);
            result = result.or(Some(block(binds, body)));
        }
        match result {
            Some(result) => result,
            None => self.bad(place),
        }
    }

    /// The body of a case, checked with the variables of its pattern in scope.
    fn body(
        &mut self,
        case: &Case<'a>,
        locals: &[Local],
        later: usize,
        matching: &mut Match,
    ) -> core::Expr {
        self.enter(locals);
        let result = matching.result;
        let body = match case.then {
            Then::Expr(expr) => self.expr(expr, Some(result)),
            Then::Let(bindings, body) => self.bindings(bindings, body, Some(result), body.place),
        };
        let body = self.coerce(body, result);
        self.leave(locals, later);
        self.end_branch(&mut matching.fork, body.place);
        body
    }

    /// A case for some patterns, of which the value is in a variable: that one, and what is
    /// done.
    fn arm(
        &mut self,
        case: &Case<'a>,
        pats: &'a [Pat],
        ty: Ty,
        matching: &mut Match,
    ) -> (Local, core::Expr) {
        let later = self.later.len();
        let (mut binds, mut locals) = (Vec::new(), Vec::new());
        let slot = match pats {
            [pat] => {
                let slot = self.slot(pat, ty, &mut locals);
                self.open(pat, slot, &mut binds, &mut locals);
                slot
            }
            pats => {
                let slot = self.fresh(ty, case.pat.place);
                let value = self.fresh_use(slot, case.pat.place);
                let kind = PatKind::Tuple(pats.to_vec());
                let pat = Pat { kind, place: case.pat.place };
                self.bind(&pat, value, &mut binds, &mut locals);
                slot
            }
        };
        let body = self.body(case, &locals, later, matching);
        (slot, block(binds, body))
    }

    fn misplaced(&mut self, case: &Case<'a>, what: &str, matching: &mut Match) {
        let title = format!("this match is on {what}");
        self.error(case.pat.place, title, "this pattern is for something else");
        // The variables in it have no types.
        self.end_branch(&mut matching.fork, case.pat.place);
    }

    fn twice(&mut self, place: Place, first: Place) {
        let twice = error(place, "two alternatives for the same", "this is never reached");
        self.report(also(twice, first, "because of this"));
    }

    fn tags(
        &mut self,
        subject: core::Expr,
        cases: &[Case<'a>],
        matching: &mut Match,
    ) -> core::Expr {
        let Some(mut tags) = self.tags_of(&subject, cases) else {
            return self.bad_match(cases, matching, subject.place);
        };
        let mut seen: FxHashMap<base::Name, Place> = FxHashMap::default();
        let (mut arms, mut rest) = (Vec::new(), None);
        for case in cases {
            match &case.pat.kind {
                PatKind::Tag(name, args) => {
                    if let Some(first) = seen.insert(name.name.clone(), case.pat.place) {
                        self.twice(case.pat.place, first);
                    }
                    let found = part(&tags, &name.name).map(|(number, tag)| (number, tag.clone()));
                    let ty = match &found {
                        Some((_, tag)) => tag.ty,
                        None => self.no_tag(&subject, name),
                    };
                    let (slot, body) = self.arm(case, args, ty, matching);
                    if let Some((number, Part { taken: false, .. })) = found
                        && !matching.done
                    {
                        tags[number].taken = true;
                        let key = Key::Tag(name.name.clone(), slot);
                        arms.push(Arm { key, arrow: case.arrow, body });
                    }
                }
                PatKind::Var(_)
                | PatKind::Wild
                | PatKind::Tuple(_)
                | PatKind::Unboxed(_)
                | PatKind::Take(..)
                | PatKind::Error => {
                    let ty = self.types().add(TypeKind::Variant(tags.clone()));
                    self.rest(case, ty, &mut rest, matching);
                }
                PatKind::Int(_) | PatKind::Char(_) | PatKind::Bool(_) => {
                    self.misplaced(case, "tags", matching);
                }
            }
        }
        let missing: Vec<String> =
            tags.iter().filter(|tag| !tag.taken).map(|tag| format!("`{}`", tag.name)).collect();
        if rest.is_none() && !missing.is_empty() {
            let label = format!("there is nothing for {}", missing.join(", "));
            self.error(subject.place, "this match is not exhaustive", label);
        }
        finished(subject, arms, rest, matching.result)
    }

    /// The tags of what is matched. If nothing is known of it, they are those of the patterns.
    fn tags_of(&mut self, subject: &core::Expr, cases: &[Case<'a>]) -> Option<Vec<Part>> {
        let all_tags = cases.iter().all(|case| matches!(case.pat.kind, PatKind::Tag(..)));
        if all_tags
            && let TypeKind::Hole(number, Ops { bang: false, unbox: false }) = self.form(subject.ty)
        {
            let tags = self.tags_of_patterns(cases);
            if self.lower_tags(number).iter().all(|tag| part(&tags, tag).is_some()) {
                let ty = self.types().add(TypeKind::Variant(tags.clone()));
                if !self.below(subject.ty, ty) {
                    self.mismatch(subject.ty, ty, subject.place);
                }
                return Some(tags);
            }
        }
        let form = self.forced(subject.ty);
        if let TypeKind::Variant(tags) = form {
            return Some(tags);
        }
        if form != TypeKind::Error {
            let label = format!("this is `{}`", self.text(subject.ty));
            self.error(subject.place, "this has no tags", label);
        }
        None
    }

    /// The tags that patterns have, with arguments of which nothing is known.
    fn tags_of_patterns(&mut self, cases: &[Case<'a>]) -> Vec<Part> {
        let mut tags: Vec<Part> = Vec::new();
        for case in cases {
            if let PatKind::Tag(name, _) = &case.pat.kind
                && part(&tags, &name.name).is_none()
            {
                let ty = self.hole(case.pat.place);
                tags.push(Part { name: name.name.clone(), ty, taken: false });
            }
        }
        tags
    }

    fn no_tag(&mut self, subject: &core::Expr, name: &Ident) -> Ty {
        let title = format!("there is no alternative `{}`", name.name);
        let label = format!("the value is `{}`", self.text(subject.ty));
        self.error(name.place, title, label);
        Types::ERROR
    }

    /// The cases of a match on something that there is a message about.
    fn bad_match(&mut self, cases: &[Case<'a>], matching: &mut Match, place: Place) -> core::Expr {
        for case in cases {
            if let PatKind::Tag(_, args) = &case.pat.kind {
                self.arm(case, args, Types::ERROR, matching);
            } else if case.pat.is_irrefutable() {
                self.arm(case, std::slice::from_ref(case.pat), Types::ERROR, matching);
            }
        }
        self.bad(place)
    }

    /// The case for all that is left.
    fn rest(&mut self, case: &Case<'a>, ty: Ty, rest: &mut Option<Rest>, matching: &mut Match) {
        let pats = std::slice::from_ref(case.pat);
        let (var, body) = self.arm(case, pats, ty, matching);
        if !matching.done {
            *rest = Some(Rest { var, arrow: case.arrow, body });
            matching.done = true;
        }
    }

    fn words(
        &mut self,
        subject: core::Expr,
        cases: &[Case<'a>],
        matching: &mut Match,
    ) -> core::Expr {
        let mut seen: FxHashMap<u64, Place> = FxHashMap::default();
        let (mut arms, mut rest) = (Vec::new(), None);
        for case in cases {
            let (number, fits) = match case.pat.kind {
                PatKind::Int(number) => (number, self.word(subject.ty, Width::holding(number))),
                PatKind::Char(byte) => {
                    (u64::from(byte), self.same(subject.ty, Types::word(Width::U8)))
                }
                PatKind::Var(_)
                | PatKind::Wild
                | PatKind::Tuple(_)
                | PatKind::Unboxed(_)
                | PatKind::Take(..)
                | PatKind::Error => {
                    self.rest(case, subject.ty, &mut rest, matching);
                    continue;
                }
                PatKind::Tag(..) | PatKind::Bool(_) => {
                    self.misplaced(case, "numbers", matching);
                    continue;
                }
            };
            if !fits {
                let label = format!("the value is `{}`", self.text(subject.ty));
                self.error(case.pat.place, "this pattern does not fit the value", label);
            }
            if let Some(first) = seen.insert(number, case.pat.place) {
                self.twice(case.pat.place, first);
            }
            let body = self.body(case, &[], self.later.len(), matching);
            if !matching.done {
                arms.push(Arm { key: Key::Int(number), arrow: case.arrow, body });
            }
        }
        if rest.is_none() {
            let label = "a match on numbers ends with a variable or `_`";
            self.error(subject.place, "this match is not exhaustive", label);
        }
        finished(subject, arms, rest, matching.result)
    }

    /// A match on `Bool` is a conditional.
    fn bools(
        &mut self,
        subject: core::Expr,
        cases: &[Case<'a>],
        matching: &mut Match,
    ) -> core::Expr {
        let subject = self.coerce(subject, Types::BOOL);
        let place = subject.place;
        let value = self.fresh(Types::BOOL, place);
        let mut sides: [Option<(Arrow, core::Expr)>; 2] = [None, None];
        for case in cases {
            match case.pat.kind {
                PatKind::Bool(side) => {
                    let body = self.body(case, &[], self.later.len(), matching);
                    sides[usize::from(side)].get_or_insert((case.arrow, body));
                }
                PatKind::Var(_)
                | PatKind::Wild
                | PatKind::Tuple(_)
                | PatKind::Unboxed(_)
                | PatKind::Take(..)
                | PatKind::Error => {
                    let mut rest = None;
                    self.rest(case, Types::BOOL, &mut rest, matching);
                    let Some(Rest { var, arrow, body }) = rest else { continue };
                    let body = block(vec![Bind::Let(var, self.fresh_use(value, place))], body);
                    match &mut sides {
                        [Some(_), side @ None] | [side @ None, Some(_)] => {
                            *side = Some((arrow, body));
                        }
                        [None, None] => return block(vec![Bind::Let(value, subject)], body),
                        [Some(_), Some(_)] => {}
                    }
                }
                PatKind::Tag(..) | PatKind::Int(_) | PatKind::Char(_) => {
                    self.misplaced(case, "`Bool`", matching);
                }
            }
        }
        let missing = if sides[1].is_none() { "True" } else { "False" };
        let [Some((no_arrow, no)), Some((yes_arrow, yes))] = sides else {
            let label = format!("there is nothing for `{missing}`");
            self.error(place, "this match is not exhaustive", label);
            return self.bad(place);
        };
        let arrow = match (yes_arrow, no_arrow) {
            (Arrow::Plain, Arrow::Likely) => Arrow::Unlikely,
            (Arrow::Plain, Arrow::Unlikely) => Arrow::Likely,
            (arrow, _) => arrow,
        };
        let cond = self.fresh_use(value, place);
        let kind = ExprKind::If(Box::new(cond), arrow, Box::new(yes), Box::new(no));
        let result = core::Expr { kind, ty: matching.result, place };
        block(vec![Bind::Let(value, subject)], result)
    }
}

fn case(alt: &Alt) -> Case<'_> {
    Case { pat: &alt.pat, arrow: alt.arrow, then: Then::Expr(&alt.body) }
}

fn finished(subject: core::Expr, arms: Vec<Arm>, rest: Option<Rest>, ty: Ty) -> core::Expr {
    let place = subject.place;
    let kind = ExprKind::Case(Box::new(subject), arms, rest.map(Box::new));
    core::Expr { kind, ty, place }
}
