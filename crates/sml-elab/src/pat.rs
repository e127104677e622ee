//! Patterns.

use super::Elab;
use super::env::{Status, Val};
use super::index::Kind;
use super::messages::Clash;
use crate::core::{Pat, PatKind, Ty, Var};
use base::Span;
use diag::Diagnostic;
use rustc_hash::{FxHashMap, FxHashSet};
use sml_syntax::ast::{self, Ident, Lit, LongId};
use sml_syntax::names::Sym;

/// The variables of a pattern.
#[derive(Default)]
pub(crate) struct Binds {
    /// In the order of their occurrence.
    pub(crate) list: Vec<(Ident, Var)>,
    seen: FxHashSet<Sym>,
    /// The variables of an or-pattern's first alternative, in the others.
    alternatives: Option<FxHashMap<Sym, Var>>,
}

impl Elab {
    /// A pattern and its variables, which are not in scope yet.
    pub(crate) fn pat(&mut self, pat: &ast::Pat, binds: &mut Binds) -> Pat {
        let span = pat.span;
        match &pat.kind {
            ast::PatKind::Wild => {
                let ty = self.core.fresh();
                self.pat_at(PatKind::Wild, ty, span)
            }
            ast::PatKind::Error => {
                let ty = self.core.infer.error;
                self.pat_at(PatKind::Wild, ty, span)
            }
            ast::PatKind::Lit(lit) => self.lit_pat(lit, span),
            ast::PatKind::Id(id) => self.id_pat(id, span, binds),
            ast::PatKind::Record(fields, flexible) => {
                let fields: Vec<(Sym, Pat)> =
                    fields.iter().map(|(label, p)| (label.name, self.pat(p, binds))).collect();
                let types = fields.iter().map(|(label, p)| (*label, p.ty)).collect();
                self.place.here = span;
                let ty = if *flexible { self.fresh_record(types) } else { self.core.record(types) };
                self.pat_at(PatKind::Record(fields), ty, span)
            }
            ast::PatKind::Tuple(parts) => {
                let parts = parts.iter().map(|p| self.pat(p, binds)).collect();
                self.tuple_pat(parts, span)
            }
            ast::PatKind::List(parts) => {
                let (parts, element) = self.element_pats(parts, binds);
                let ty = self.core.con(self.core.builtins.list, &[element]);
                self.pat_at(PatKind::List(parts), ty, span)
            }
            ast::PatKind::Vector(parts) => {
                let (parts, element) = self.element_pats(parts, binds);
                let ty = self.core.con(self.core.builtins.vector, &[element]);
                self.pat_at(PatKind::Vector(parts), ty, span)
            }
            ast::PatKind::Con(id, arg) => {
                let arg = self.pat(arg, binds);
                self.con_pat(id, arg, span)
            }
            ast::PatKind::Infix(left, op, right) => {
                let left = self.pat(left, binds);
                let right = self.pat(right, binds);
                let both = Span::new(left.loc.span.start, right.loc.span.end);
                let arg = self.tuple_pat(vec![left, right], both);
                self.con_pat(&LongId { path: Vec::new(), id: *op }, arg, span)
            }
            ast::PatKind::Typed(pat, ty) => {
                let mut inner = self.pat(pat, binds);
                let want = self.ty(ty);
                self.clash(inner.ty, want, pat.span, Clash::PatAnnotation(ty.span));
                inner.ty = want;
                inner
            }
            ast::PatKind::As(name, ty, pat) => self.as_pat(*name, ty.as_ref(), pat, span, binds),
            ast::PatKind::Or(parts) => self.or_pat(parts, span, binds),
        }
    }

    /// A pattern at a place of the current file.
    pub(crate) fn pat_at(&self, kind: PatKind, ty: Ty, span: Span) -> Pat {
        Pat { kind, ty, loc: self.loc(span) }
    }

    fn as_pat(
        &mut self,
        name: Ident,
        ty: Option<&ast::Ty>,
        pat: &ast::Pat,
        span: Span,
        binds: &mut Binds,
    ) -> Pat {
        let found = self.lookup_con(name.name).filter(|_| !self.place.only_variables);
        if found.is_some_and(|val| self.core.status(val) != Status::Value) {
            let text = self.core.text(name.name);
            self.report(
                Diagnostic::error("a constructor before `as`")
                    .at(self.place.source, name.span, format!("`{text}` is a constructor"))
                    .hint("the name comes first: `x as pattern`"),
            );
        }
        let var = self.pat_var(name, binds);
        let inner = self.pat(pat, binds);
        let own = self.core.program.vars[var].ty;
        if let Some(written) = ty {
            let want = self.ty(written);
            self.clash(own, want, name.span, Clash::PatAnnotation(written.span));
        }
        self.clash(inner.ty, own, pat.span, Clash::Pattern(None));
        let ty = inner.ty;
        self.pat_at(PatKind::As(var, Box::new(inner)), ty, span)
    }

    fn tuple_pat(&mut self, parts: Vec<Pat>, span: Span) -> Pat {
        let types: Vec<Ty> = parts.iter().map(|p| p.ty).collect();
        let ty = self.core.tuple(&types);
        let fields = parts.into_iter().enumerate().map(|(i, p)| (self.core.label(i), p)).collect();
        self.pat_at(PatKind::Record(fields), ty, span)
    }

    fn element_pats(&mut self, parts: &[ast::Pat], binds: &mut Binds) -> (Vec<Pat>, Ty) {
        let element = self.core.fresh();
        let mut result: Vec<Pat> = Vec::with_capacity(parts.len());
        for part in parts {
            let pat = self.pat(part, binds);
            let first = result.first().map(|p| p.loc.span);
            self.clash(pat.ty, element, part.span, Clash::Element(first));
            result.push(pat);
        }
        (result, element)
    }

    fn lit_pat(&mut self, lit: &Lit, span: Span) -> Pat {
        if let Lit::Real(_) = lit {
            self.report(
                Diagnostic::error("real constant in a pattern")
                    .at(self.place.source, span, "real numbers cannot be matched")
                    .hint("compare with `Real.==` in a conditional instead"),
            );
            let ty = self.core.infer.error;
            return self.pat_at(PatKind::Wild, ty, span);
        }
        let (lit, ty) = self.lit(lit, span);
        self.pat_at(PatKind::Lit(lit), ty, span)
    }

    fn id_pat(&mut self, id: &LongId, span: Span, binds: &mut Binds) -> Pat {
        if id.path.is_empty() {
            let found = self.lookup_con(id.id.name).filter(|_| !self.place.only_variables);
            if found.is_none_or(|val| self.core.status(val) == Status::Value) {
                let var = self.pat_var(id.id, binds);
                let ty = self.core.program.vars[var].ty;
                return self.pat_at(PatKind::Var(var), ty, span);
            }
        }
        let Some(val) = self.find_con(id) else {
            let ty = self.core.infer.error;
            return self.pat_at(PatKind::Wild, ty, span);
        };
        let con = self.core.con_instance(val);
        self.expansion.is_impossible |= con.is_impossible();
        self.note_val(id, val, con.ty);
        if con.arg.is_some() {
            let name = self.core.long_text(id);
            self.report(
                Diagnostic::error("constructor without its argument")
                    .at(self.place.source, span, format!("`{name}` carries a value"))
                    .hint(format!("with what it carries it is written `({name} x)`")),
            );
            return self.pat_at(PatKind::Wild, con.result, span);
        }
        let kind = con.pattern(None);
        self.pat_at(kind, con.result, span)
    }

    fn con_pat(&mut self, id: &LongId, arg: Pat, span: Span) -> Pat {
        let Some(val) = self.find_con(id) else {
            let ty = self.core.infer.error;
            return self.pat_at(PatKind::Record(vec![(id.id.name, arg)]), ty, span);
        };
        let con = self.core.con_instance(val);
        self.expansion.is_impossible |= con.is_impossible();
        self.note_val(id, val, con.ty);
        match con.arg {
            Some(want) => {
                self.clash(arg.ty, want, arg.loc.span, Clash::ConArgument(id.span()));
            }
            None if con.result == self.core.infer.error => {}
            None => {
                let name = self.core.long_text(id);
                self.report(Diagnostic::error("constructor with an argument").at(
                    self.place.source,
                    span,
                    format!("`{name}` carries no value"),
                ));
            }
        }
        let kind = con.pattern(Some(Box::new(arg)));
        self.pat_at(kind, con.result, span)
    }

    /// The constructor of a name in a pattern; a message if there is none.
    fn find_con(&mut self, id: &LongId) -> Option<Val> {
        let found = if id.path.is_empty() {
            self.lookup_con(id.id.name).or_else(|| {
                self.unknown_con(id.id);
                None
            })?
        } else {
            self.find_val(id)?
        };
        if found != Val::Error && self.core.status(found) == Status::Value {
            let name = self.core.long_text(id);
            self.report(
                Diagnostic::error("not a constructor")
                    .at(self.place.source, id.span(), format!("`{name}` is a value"))
                    .hint("only constructors may be applied or qualified in a pattern"),
            );
            return None;
        }
        Some(found)
    }

    /// A variable of a pattern.
    pub(crate) fn pat_var(&mut self, name: Ident, binds: &mut Binds) -> Var {
        let first = binds.seen.insert(name.name);
        if !first {
            let text = self.core.text(name.name);
            let before = binds.list.iter().find(|(ident, _)| ident.name == name.name);
            let mut message = Diagnostic::error("variable bound twice in a pattern").at(
                self.place.source,
                name.span,
                format!("`{text}` again"),
            );
            if let Some((ident, _)) = before {
                message = message.also(self.place.source, ident.span, "first here");
            }
            self.report(message.hint("compare the two with `=` after matching"));
        }
        let shared = binds.alternatives.as_ref().and_then(|all| all.get(&name.name).copied());
        if let Some(var) = shared {
            return var;
        }
        let ty = self.core.fresh();
        let var = self.new_var(name, ty);
        binds.list.push((name, var));
        self.note(name.span, ty, Some(self.loc(name.span)), Kind::Binding);
        var
    }

    /// Alternatives, which bind the same variables.
    fn or_pat(&mut self, parts: &[ast::Pat], span: Span, binds: &mut Binds) -> Pat {
        let ty = self.core.fresh();
        let before = binds.seen.clone();
        let outer = binds.alternatives.clone();
        let mut own: Option<FxHashSet<Sym>> = None;
        let mut result = Vec::new();
        for part in parts {
            binds.seen = before.clone();
            let pat = self.pat(part, binds);
            self.clash(pat.ty, ty, part.span, Clash::Pattern(Some(parts[0].span)));
            let new: FxHashSet<Sym> = binds.seen.difference(&before).copied().collect();
            match &own {
                None => {
                    let vars = binds.list.iter().map(|(ident, var)| (ident.name, *var)).collect();
                    binds.alternatives = Some(vars);
                    own = Some(new);
                }
                Some(first) if *first != new => {
                    self.report(
                        Diagnostic::error("alternatives bind different variables")
                            .at(self.place.source, part.span, "not the same variables")
                            .also(self.place.source, parts[0].span, "as here"),
                    );
                }
                Some(_) => {}
            }
            result.push(pat);
        }
        binds.alternatives = outer;
        self.pat_at(PatKind::Or(result), ty, span)
    }
}
