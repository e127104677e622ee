//! `syntax-rules`: what the template of a rule says, with the identifiers that it inserts.

use super::{Match, Matches, Rules};
use crate::core::Place;
use crate::error::{Fail, Outcome};
use crate::expand::Expander;
use crate::stx::{Ident, Node, Stx, StxKind};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Writes what a template says.
pub(super) struct Writer<'w, 'e> {
    pub(super) cx: &'w mut Expander<'e>,
    pub(super) rules: &'w Rules,
    pub(super) depths: &'w FxHashMap<Ident, usize>,
    /// The aliases of this use.
    pub(super) aliases: FxHashMap<Ident, Ident>,
    pub(super) place: Place,
    pub(super) nodes: usize,
    /// True inside `(... TEMPLATE)`.
    pub(super) escaped: bool,
}

/// The steps are counted when so many pieces are written, and at the end.
const MANY: usize = 1 << 16;

impl Writer<'_, '_> {
    pub(super) fn write(&mut self, template: &Stx, matches: &Matches) -> Outcome<Stx> {
        self.nodes += 1;
        if self.nodes > MANY {
            self.cx.work(std::mem::take(&mut self.nodes), self.place)?;
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
                Some(Match::Many(..)) | None => {
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
                        self.nodes += more.len();
                        parts.extend(more.iter().cloned());
                        StxKind::List(parts)
                    }
                    StxKind::Dotted(more, end) => {
                        self.nodes += more.len();
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
        let mut names = FxHashMap::default();
        self.under(template, dots - 1, &mut names);
        // A variable that the ellipses inside repeat wholly is the same in every round of this one.
        let rounds: Vec<(Ident, Rc<[Match]>)> = names
            .iter()
            .filter_map(|(name, inside)| match matches.get(name) {
                Some(Match::Many(rounds, levels)) if levels > inside => {
                    Some((*name, rounds.clone()))
                }
                Some(_) | None => None,
            })
            .collect();
        let Some(count) = rounds.iter().map(|(_, rounds)| rounds.len()).max() else {
            return Ok(());
        };
        if rounds.iter().any(|(_, rounds)| rounds.len() != count) {
            let label = "what the template repeats together is of different lengths";
            return Err(Fail::new(self.place, "malformed use of a macro", label));
        }
        let mut inner = matches.clone();
        for at in 0..count {
            for (name, rounds) in &rounds {
                inner.insert(*name, rounds[at].clone());
            }
            self.repeated(template, dots - 1, &inner, out)?;
        }
        Ok(())
    }

    /// The variables of a template, and how many ellipses each is under there.
    fn under(&self, template: &Stx, inside: usize, found: &mut FxHashMap<Ident, usize>) {
        match &template.kind {
            StxKind::Ident(ident) => {
                if self.depths.contains_key(ident) {
                    let least = found.entry(*ident).or_insert(inside);
                    *least = inside.min(*least);
                }
            }
            StxKind::List(parts) | StxKind::Vector(parts) | StxKind::Dotted(parts, _) => {
                for (at, part) in parts.iter().enumerate() {
                    let rest = parts[at + 1..].iter();
                    let dots = rest.take_while(|part| self.cx.is_ellipsis(self.rules, part));
                    let dots = if self.escaped { 0 } else { dots.count() };
                    self.under(part, inside + dots, found);
                }
                if let StxKind::Dotted(_, tail) = &template.kind {
                    self.under(tail, inside, found);
                }
            }
            StxKind::Atom(_) => {}
        }
    }
}
