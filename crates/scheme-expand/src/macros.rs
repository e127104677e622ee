//! `syntax-rules`: patterns, templates, and the identifiers that templates insert.

mod matcher;
mod write;

use crate::core::Place;
use crate::error::{Fail, Outcome};
use crate::expand::Expander;
use crate::scope::ScopeId;
use crate::stx::{Ident, Stx, StxKind, to_datum};
use matcher::Matcher;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::Cell;
use std::rc::Rc;
use write::Writer;

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

impl Rules {
    /// What uses of the macro become.
    pub(crate) fn templates(&self) -> impl Iterator<Item = &Stx> {
        self.rules.iter().map(|rule| &rule.template)
    }
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
    /// What each round of an ellipsis found, and how many ellipses the variable is under.
    Many(Rc<[Match]>, usize),
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
        let mut nodes = 0;
        for rule in &rules.rules {
            let mut matches = Matches::default();
            let (Some(pattern), Some(form)) = (parts_of(&rule.pattern), parts_of(stx)) else {
                continue;
            };
            let matcher = Matcher { cx: self, rules, scope, nodes: Cell::new(nodes) };
            let matched =
                matcher.list((&pattern.0[1..], pattern.1), (&form.0[1..], form.1), &mut matches);
            nodes = matcher.nodes.get();
            if matched {
                let place = stx.place;
                let mut writer = Writer {
                    cx: self,
                    rules,
                    depths: &rule.depths,
                    aliases: FxHashMap::default(),
                    place,
                    nodes,
                    escaped: false,
                };
                let written = writer.write(&rule.template, &matches)?;
                nodes = writer.nodes;
                self.work(nodes, place)?;
                return Ok(written);
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
