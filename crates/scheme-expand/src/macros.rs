//! `syntax-rules`: patterns, templates, and the identifiers that templates insert.

use crate::core::Place;
use crate::error::{Fail, Outcome};
use crate::expand::Expander;
use crate::scope::ScopeId;
use crate::stx::{Ident, Node, Stx, StxKind, to_datum};
use rustc_hash::{FxHashMap, FxHashSet};

/// A macro.
pub(crate) struct Rules {
    /// The scope of its definition.
    scope: ScopeId,
    ellipsis: Ellipsis,
    literals: Vec<Ident>,
    rules: Vec<Rule>,
}

struct Rule {
    pattern: Stx,
    template: Stx,
    /// The variables of the pattern, and how many ellipses each is under.
    depths: FxHashMap<Ident, usize>,
}

/// The identifier that says "any number of these".
#[derive(Clone, Copy)]
enum Ellipsis {
    /// `...`, or an alias of it.
    Usual,
    /// The one that the macro names.
    Own(Ident),
    /// None: it is among the literals.
    None,
}

/// What a variable of a pattern stands for.
#[derive(Clone)]
enum Match {
    One(Stx),
    Many(Vec<Matches>),
}

type Matches = FxHashMap<Ident, Match>;

impl Expander<'_> {
    /// Reads `(syntax-rules ELLIPSIS? (LITERAL ...) (PATTERN TEMPLATE) ...)`, of which `parts` are
    /// those behind the keyword.
    pub(crate) fn rules(&self, parts: &[Stx], scope: ScopeId, place: Place) -> Outcome<Rules> {
        let malformed =
            || Fail::new(place, "malformed syntax-rules", "this is not a list of rules");
        let (own, parts) = match parts.first().ok_or_else(malformed)?.ident() {
            Some(ident) => (Some(ident), &parts[1..]),
            None => (None, parts),
        };
        let (literals, rules) = parts.split_first().ok_or_else(malformed)?;
        let Some(literals) = literals.list() else {
            return Err(Fail::new(literals.place, "malformed syntax-rules", "a list of literals"));
        };
        let literals: Option<Vec<Ident>> = literals.iter().map(|stx| stx.ident()).collect();
        let literals = literals.ok_or_else(|| {
            Fail::new(parts[0].place, "malformed syntax-rules", "literals are identifiers")
        })?;
        let ellipsis = match own {
            Some(ident) if literals.contains(&ident) => Ellipsis::None,
            Some(ident) => Ellipsis::Own(ident),
            None if literals.iter().any(|ident| self.is_dots(*ident)) => Ellipsis::None,
            None => Ellipsis::Usual,
        };
        let mut made = Rules { scope, ellipsis, literals, rules: Vec::new() };
        for rule in rules {
            let Some([pattern, template]) = rule.list() else {
                return Err(Fail::new(rule.place, "malformed rule", "a pattern and a template"));
            };
            let mut depths = FxHashMap::default();
            let Some(parts) = parts_of(pattern) else {
                return Err(Fail::new(pattern.place, "malformed pattern", "a list is wanted"));
            };
            for (part, depth) in self.nested(&made, &parts.0[1..], 0)? {
                self.pattern_variables(&made, part, depth, &mut depths)?;
            }
            if let Some(tail) = parts.1 {
                self.pattern_variables(&made, tail, 0, &mut depths)?;
            }
            self.check_template(&made, template, &depths, 0)?;
            let (pattern, template) = (pattern.clone(), template.clone());
            made.rules.push(Rule { pattern, template, depths });
        }
        Ok(made)
    }

    fn is_dots(&self, ident: Ident) -> bool {
        &**self.idents.name(ident) == "..."
    }

    fn is_ellipsis(&self, rules: &Rules, stx: &Stx) -> bool {
        stx.ident().is_some_and(|ident| match rules.ellipsis {
            Ellipsis::Usual => self.is_dots(ident),
            Ellipsis::Own(own) => own == ident,
            Ellipsis::None => false,
        })
    }

    /// The parts of a list of patterns without the ellipsis, and how deep each stands.
    fn nested<'s>(
        &self,
        rules: &Rules,
        parts: &'s [Stx],
        depth: usize,
    ) -> Outcome<Vec<(&'s Stx, usize)>> {
        let mut found: Vec<(&Stx, usize)> = Vec::new();
        let mut seen = false;
        for part in parts {
            if !self.is_ellipsis(rules, part) {
                found.push((part, depth));
                continue;
            }
            match found.last_mut() {
                Some(last) if !seen => last.1 += 1,
                _ => {
                    let label = "one, behind what it repeats, is all that a list may have";
                    return Err(Fail::new(part.place, "misplaced ellipsis", label));
                }
            }
            seen = true;
        }
        Ok(found)
    }

    fn pattern_variables(
        &self,
        rules: &Rules,
        pattern: &Stx,
        depth: usize,
        found: &mut FxHashMap<Ident, usize>,
    ) -> Outcome<()> {
        match &pattern.kind {
            StxKind::Ident(ident) => {
                if rules.literals.contains(ident) || self.is_underscore(*ident) {
                    return Ok(());
                }
                if found.insert(*ident, depth).is_some() {
                    let name = self.idents.name(*ident);
                    let label = format!("`{name}` is in this pattern twice");
                    return Err(Fail::new(pattern.place, "malformed pattern", label));
                }
                Ok(())
            }
            StxKind::List(parts) | StxKind::Vector(parts) => {
                let parts = self.nested(rules, parts, depth)?;
                parts.into_iter().try_for_each(|(p, d)| self.pattern_variables(rules, p, d, found))
            }
            StxKind::Dotted(parts, tail) => {
                for (part, depth) in self.nested(rules, parts, depth)? {
                    self.pattern_variables(rules, part, depth, found)?;
                }
                self.pattern_variables(rules, tail, depth, found)
            }
            StxKind::Atom(_) => Ok(()),
        }
    }

    fn is_underscore(&self, ident: Ident) -> bool {
        &**self.idents.name(ident) == "_"
    }

    /// Finds variables that stand under fewer ellipses than in the pattern, and ellipses that
    /// repeat nothing.
    fn check_template(
        &self,
        rules: &Rules,
        template: &Stx,
        depths: &FxHashMap<Ident, usize>,
        depth: usize,
    ) -> Outcome<()> {
        if let Some((_, escaped)) = self.escaped(rules, template) {
            let none =
                Rules { ellipsis: Ellipsis::None, literals: vec![], rules: vec![], ..*rules };
            return self.check_template(&none, escaped, depths, depth);
        }
        match &template.kind {
            StxKind::Ident(ident) if depths.get(ident).is_some_and(|d| *d > depth) => {
                let name = self.idents.name(*ident);
                let label = format!("`{name}` is followed by more ellipses in the pattern");
                Err(Fail::new(template.place, "malformed template", label))
            }
            StxKind::Ident(_) | StxKind::Atom(_) => Ok(()),
            StxKind::List(parts) | StxKind::Vector(parts) | StxKind::Dotted(parts, _) => {
                let mut at = 0;
                while at < parts.len() {
                    let dots = parts[at + 1..].iter().take_while(|p| self.is_ellipsis(rules, p));
                    let dots = dots.count();
                    if dots > 0 && !self.repeats(rules, &parts[at], depths) {
                        let label = "nothing in this is repeated by the pattern";
                        return Err(Fail::new(parts[at].place, "malformed template", label));
                    }
                    self.check_template(rules, &parts[at], depths, depth + dots)?;
                    at += 1 + dots;
                }
                if let StxKind::Dotted(_, tail) = &template.kind {
                    self.check_template(rules, tail, depths, depth)?;
                }
                Ok(())
            }
        }
    }

    /// True if a template has a variable that the pattern repeats.
    fn repeats(&self, rules: &Rules, template: &Stx, depths: &FxHashMap<Ident, usize>) -> bool {
        let mut found = FxHashSet::default();
        variables(template, depths, &mut found);
        let _ = rules;
        found.iter().any(|ident| depths[ident] > 0)
    }

    /// The template in `(... TEMPLATE)`, in which an ellipsis means nothing.
    fn escaped<'s>(&self, rules: &Rules, template: &'s Stx) -> Option<(&'s Stx, &'s Stx)> {
        match template.list() {
            Some([dots, inner]) if self.is_ellipsis(rules, dots) => Some((dots, inner)),
            Some(_) | None => None,
        }
    }

    /// Expands a use of a macro. Everything that it inserts stands where the macro is used.
    pub(crate) fn transcribe(&mut self, rules: &Rules, stx: &Stx, scope: ScopeId) -> Outcome<Stx> {
        self.step(stx.place)?;
        for rule in &rules.rules {
            let mut matches = Matches::default();
            let (Some(pattern), Some(form)) = (parts_of(&rule.pattern), parts_of(stx)) else {
                continue;
            };
            let matched = Matcher { cx: self, rules, scope }.list(
                (&pattern.0[1..], pattern.1),
                (&form.0[1..], form.1),
                &mut matches,
            );
            if matched {
                let place = stx.place;
                let mut writer = Writer {
                    cx: self,
                    rules,
                    depths: &rule.depths,
                    aliases: FxHashMap::default(),
                    place,
                    nodes: 0,
                    escaped: false,
                };
                return writer.write(&rule.template, &matches);
            }
        }
        let name = parts_of(stx).and_then(|(parts, _)| parts[0].ident());
        let name = name.map_or("the macro".into(), |ident| self.idents.name(ident).clone());
        let label = "no rule of the macro has this shape";
        Err(Fail::new(stx.place, format!("malformed use of `{name}`"), label))
    }
}

/// The elements of a form, and its tail if it is dotted.
fn parts_of(stx: &Stx) -> Option<(&[Stx], Option<&Stx>)> {
    match &stx.kind {
        StxKind::List(parts) if !parts.is_empty() => Some((parts, None)),
        StxKind::Dotted(parts, tail) => Some((parts, Some(tail))),
        StxKind::List(_) | StxKind::Ident(_) | StxKind::Vector(_) | StxKind::Atom(_) => None,
    }
}

/// The variables of the pattern that a template mentions.
fn variables(template: &Stx, depths: &FxHashMap<Ident, usize>, found: &mut FxHashSet<Ident>) {
    match &template.kind {
        StxKind::Ident(ident) => {
            if depths.contains_key(ident) {
                found.insert(*ident);
            }
        }
        StxKind::List(parts) | StxKind::Vector(parts) => {
            parts.iter().for_each(|part| variables(part, depths, found));
        }
        StxKind::Dotted(parts, tail) => {
            parts.iter().for_each(|part| variables(part, depths, found));
            variables(tail, depths, found);
        }
        StxKind::Atom(_) => {}
    }
}

struct Matcher<'m, 'e> {
    cx: &'m Expander<'e>,
    rules: &'m Rules,
    /// The scope of the use.
    scope: ScopeId,
}

impl Matcher<'_, '_> {
    fn matches(&self, pattern: &Stx, stx: &Stx, found: &mut Matches) -> bool {
        match &pattern.kind {
            StxKind::Ident(ident) if self.rules.literals.contains(ident) => {
                stx.ident().is_some_and(|other| {
                    self.cx.same_meaning((*ident, self.rules.scope), (other, self.scope))
                })
            }
            StxKind::Ident(ident) => {
                if !self.cx.is_underscore(*ident) {
                    found.insert(*ident, Match::One(stx.clone()));
                }
                true
            }
            StxKind::List(parts) => match &stx.kind {
                StxKind::List(given) => self.list((parts, None), (given, None), found),
                StxKind::Dotted(given, tail) => {
                    self.list((parts, None), (given, Some(tail)), found)
                }
                StxKind::Ident(_) | StxKind::Vector(_) | StxKind::Atom(_) => false,
            },
            StxKind::Dotted(parts, tail) => match &stx.kind {
                StxKind::List(given) => self.list((parts, Some(tail)), (given, None), found),
                StxKind::Dotted(given, end) => {
                    self.list((parts, Some(tail)), (given, Some(end)), found)
                }
                StxKind::Ident(_) | StxKind::Vector(_) | StxKind::Atom(_) => false,
            },
            StxKind::Vector(parts) => match &stx.kind {
                StxKind::Vector(given) => self.list((parts, None), (given, None), found),
                _ => false,
            },
            StxKind::Atom(datum) => match &stx.kind {
                StxKind::Atom(given) => datum == given,
                _ => false,
            },
        }
    }

    fn list(
        &self,
        (pattern, pattern_tail): (&[Stx], Option<&Stx>),
        (given, given_tail): (&[Stx], Option<&Stx>),
        found: &mut Matches,
    ) -> bool {
        let dots = pattern.iter().position(|part| self.cx.is_ellipsis(self.rules, part));
        let after = match dots {
            Some(at) => {
                let fixed = pattern.len() - 2;
                let Some(count) = given.len().checked_sub(fixed) else { return false };
                if !self.each(&pattern[..at - 1], &given[..at - 1], found) {
                    return false;
                }
                let repeated = &pattern[at - 1];
                let mut rounds = Vec::with_capacity(count);
                for stx in &given[at - 1..at - 1 + count] {
                    let mut round = Matches::default();
                    if !self.matches(repeated, stx, &mut round) {
                        return false;
                    }
                    rounds.push(round);
                }
                self.repeated(repeated, rounds, found);
                let rest = at - 1 + count;
                if !self.each(&pattern[at + 1..], &given[rest..], found) {
                    return false;
                }
                given.len()
            }
            None => {
                if given.len() < pattern.len() {
                    return false;
                }
                if !self.each(pattern, &given[..pattern.len()], found) {
                    return false;
                }
                pattern.len()
            }
        };
        let left = &given[after..];
        match (pattern_tail, given_tail) {
            (None, None) => left.is_empty(),
            (None, Some(_)) => false,
            (Some(tail), None) => {
                let place = left.first().map_or(tail.place, |first| first.place);
                self.matches(tail, &Node::new(StxKind::List(left.to_vec()), place), found)
            }
            (Some(tail), Some(end)) if left.is_empty() => self.matches(tail, end, found),
            (Some(tail), Some(end)) => {
                let kind = StxKind::Dotted(left.to_vec(), end.clone());
                self.matches(tail, &Node::new(kind, left[0].place), found)
            }
        }
    }

    fn each(&self, patterns: &[Stx], given: &[Stx], found: &mut Matches) -> bool {
        patterns.iter().zip(given).all(|(pattern, stx)| self.matches(pattern, stx, found))
    }

    /// Gives each variable of a repeated pattern the rounds of the repetition.
    fn repeated(&self, pattern: &Stx, rounds: Vec<Matches>, found: &mut Matches) {
        let mut names = FxHashSet::default();
        self.names(pattern, &mut names);
        for name in names {
            let rounds = rounds.iter().map(|round| {
                let own = round.get(&name).cloned();
                own.into_iter().map(|own| (name, own)).collect::<Matches>()
            });
            found.insert(name, Match::Many(rounds.collect()));
        }
    }

    fn names(&self, pattern: &Stx, found: &mut FxHashSet<Ident>) {
        match &pattern.kind {
            StxKind::Ident(ident) => {
                let is_variable = !self.rules.literals.contains(ident)
                    && !self.cx.is_underscore(*ident)
                    && !self.cx.is_ellipsis(self.rules, pattern);
                if is_variable {
                    found.insert(*ident);
                }
            }
            StxKind::List(parts) | StxKind::Vector(parts) => {
                parts.iter().for_each(|part| self.names(part, found));
            }
            StxKind::Dotted(parts, tail) => {
                parts.iter().for_each(|part| self.names(part, found));
                self.names(tail, found);
            }
            StxKind::Atom(_) => {}
        }
    }
}

/// Writes what a template says.
struct Writer<'w, 'e> {
    cx: &'w mut Expander<'e>,
    rules: &'w Rules,
    depths: &'w FxHashMap<Ident, usize>,
    /// The aliases of this use.
    aliases: FxHashMap<Ident, Ident>,
    place: Place,
    nodes: usize,
    /// True inside `(... TEMPLATE)`.
    escaped: bool,
}

/// As many pieces of a template count like one use of a macro.
const NODES_PER_STEP: usize = 64;

impl Writer<'_, '_> {
    fn write(&mut self, template: &Stx, matches: &Matches) -> Outcome<Stx> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_STEP) {
            self.cx.step(self.place)?;
        }
        if !self.escaped
            && let Some((_, inner)) = self.cx.escaped(self.rules, template)
        {
            self.escaped = true;
            let written = self.write(inner, matches);
            self.escaped = false;
            return written;
        }
        let kind = match &template.kind {
            StxKind::Ident(ident) => match matches.get(ident) {
                Some(Match::One(stx)) => return Ok(stx.clone()),
                // A variable under too few ellipses was refused with the macro.
                Some(Match::Many(_)) | None => {
                    let scope = self.rules.scope;
                    let idents = &mut self.cx.idents;
                    let alias = self.aliases.entry(*ident);
                    StxKind::Ident(*alias.or_insert_with(|| idents.alias(*ident, scope)))
                }
            },
            StxKind::List(parts) => StxKind::List(self.parts(parts, matches)?),
            StxKind::Vector(parts) => StxKind::Vector(self.parts(parts, matches)?),
            StxKind::Dotted(parts, tail) => {
                let mut parts = self.parts(parts, matches)?;
                let tail = self.write(tail, matches)?;
                match &tail.kind {
                    StxKind::List(more) => {
                        parts.extend(more.iter().cloned());
                        StxKind::List(parts)
                    }
                    StxKind::Dotted(more, end) => {
                        parts.extend(more.iter().cloned());
                        StxKind::Dotted(parts, end.clone())
                    }
                    StxKind::Ident(_) | StxKind::Vector(_) | StxKind::Atom(_) => {
                        if parts.is_empty() {
                            return Ok(tail);
                        }
                        StxKind::Dotted(parts, tail)
                    }
                }
            }
            StxKind::Atom(datum) => StxKind::Atom(datum.clone()),
        };
        Ok(Node::new(kind, self.place))
    }

    fn parts(&mut self, parts: &[Stx], matches: &Matches) -> Outcome<Vec<Stx>> {
        let mut written = Vec::with_capacity(parts.len());
        let mut at = 0;
        while at < parts.len() {
            let rest = &parts[at + 1..];
            let dots = if self.escaped {
                0
            } else {
                rest.iter().take_while(|part| self.cx.is_ellipsis(self.rules, part)).count()
            };
            self.repeated(&parts[at], dots, matches, &mut written)?;
            at += 1 + dots;
        }
        Ok(written)
    }

    /// Writes a template under so many ellipses.
    fn repeated(
        &mut self,
        template: &Stx,
        dots: usize,
        matches: &Matches,
        out: &mut Vec<Stx>,
    ) -> Outcome<()> {
        if dots == 0 {
            out.push(self.write(template, matches)?);
            return Ok(());
        }
        let mut names = FxHashSet::default();
        variables(template, self.depths, &mut names);
        let rounds: Vec<(Ident, &Vec<Matches>)> = names
            .iter()
            .filter_map(|name| match matches.get(name) {
                Some(Match::Many(rounds)) => Some((*name, rounds)),
                Some(Match::One(_)) | None => None,
            })
            .collect();
        let Some(count) = rounds.iter().map(|(_, rounds)| rounds.len()).max() else {
            return Ok(());
        };
        if rounds.iter().any(|(_, rounds)| rounds.len() != count) {
            let label = "what the template repeats together is of different lengths";
            return Err(Fail::new(self.place, "malformed use of a macro", label));
        }
        for i in 0..count {
            let mut inner = matches.clone();
            for (name, rounds) in &rounds {
                match rounds[i].get(name) {
                    Some(found) => inner.insert(*name, found.clone()),
                    None => inner.remove(name),
                };
            }
            self.repeated(template, dots - 1, &inner, out)?;
        }
        Ok(())
    }
}

impl Expander<'_> {
    /// True if two identifiers mean the same, each in its scope.
    pub(crate) fn same_meaning(&self, a: (Ident, ScopeId), b: (Ident, ScopeId)) -> bool {
        let binding = |(ident, scope)| self.scopes.resolve(&self.idents, ident, scope);
        match (binding(a), binding(b)) {
            (Some(x), Some(y)) => x.same(y),
            (None, None) => self.idents.name(a.0) == self.idents.name(b.0),
            (Some(_), None) | (None, Some(_)) => false,
        }
    }

    /// The text of a form, for messages.
    pub(crate) fn shown(&self, stx: &Stx) -> String {
        to_datum(stx, &self.idents).to_string()
    }
}
