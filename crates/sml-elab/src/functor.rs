//! Functors: checked once, expanded at each application.

use super::basis::{Namespace, Visible};
use super::env::{Captured, FctId, Scopes, Sig, StrId, TyFun};
use super::finish::Finish;
use super::index::Kind;
use super::{Elab, Out};
use crate::core::Loc;
use base::Span;
use diag::{Diagnostic, SourceId};
use rustc_hash::{FxHashMap, FxHashSet};
use sml_syntax::ast::{FunctorBind, FunctorParam, Ident, StrExp};
use sml_syntax::names::Sym;
use std::rc::Rc;

/// A functor: its text, and the bindings that its body uses.
#[derive(Clone)]
pub(crate) struct Functor {
    bind: Rc<FunctorBind>,
    source: SourceId,
    captured: Rc<Captured>,
    in_library: bool,
    /// The parts of the library that its text sees.
    visible: Visible,
    /// The names of the datatypes in its text that do not admit equality.
    without_equality: Rc<FxHashSet<Loc>>,
    /// True if its body was rejected.
    failed: bool,
    /// The parameter and the result as they were when the body was checked.
    checked: (StrId, StrId),
}

impl Functor {
    /// Its parameter as it is written, and what is known of it and of the result.
    pub(crate) fn checked(&self) -> (&FunctorParam, StrId, StrId) {
        (&self.bind.param, self.checked.0, self.checked.1)
    }

    /// The bindings that it has of what is outside.
    pub(crate) fn captured(&self) -> Rc<Captured> {
        self.captured.clone()
    }

    /// The place of its name.
    pub(crate) fn loc(&self) -> Loc {
        Loc { source: self.source, span: self.bind.name.span }
    }
}

/// The most applications of functors in a program, so that a tower of functors that
/// apply one another twice ends with a message.
const MOST_APPLICATIONS: u32 = 20_000;

/// The most bytes of functors' text that are expanded.
const MOST_TEXT: usize = 100_000_000;

/// The greatest depth of nested applications of functors.
const DEEPEST: u32 = 200;

/// The extent to which functors have been expanded.
#[derive(Default)]
pub(crate) struct Expansion {
    applications: u32,
    text: usize,
    depth: u32,
    refused: bool,
    /// True if the functor that is being checked matches with constructors that no argument has.
    pub(crate) is_impossible: bool,
    /// The datatypes without equality of the functor that is being expanded.
    pub(crate) without_equality: Rc<FxHashSet<Loc>>,
    /// The datatypes without equality of the functor that is being checked.
    found: FxHashSet<Loc>,
}

impl Expansion {
    /// Notes a datatype that does not admit equality.
    pub(crate) fn found_without_equality(&mut self, name: Loc) {
        if self.depth == 0 {
            self.found.insert(name);
        }
    }
}

impl Elab {
    /// `functor F (X : S) = ... and ...`.
    pub(crate) fn functor_dec(&mut self, binds: &[FunctorBind]) {
        let bound: Vec<(Sym, FctId)> = binds
            .iter()
            .map(|bind| {
                let functor = self.check_functor(bind);
                let error = self.core.infer.error;
                self.note(bind.name.span, error, Some(self.loc(bind.name.span)), Kind::Functor);
                (bind.name.name, self.core.entities.fcts.push(functor))
            })
            .collect();
        for (name, functor) in bound {
            self.env.bind_fct(name, functor);
        }
    }

    /// Elaborates a functor's body with an abstract parameter.
    fn check_functor(&mut self, bind: &FunctorBind) -> Functor {
        let errors = self.messages.errors;
        let first_meta = self.core.infer.metas.next_key();
        let first_var = self.core.program.vars.len();
        let unresolved = std::mem::take(&mut self.core.infer.unresolved);
        let outer_impossible = std::mem::take(&mut self.expansion.is_impossible);
        let outer_found = std::mem::take(&mut self.expansion.found);
        self.env.begin_capture();
        let mark = self.env.mark();
        let sig = self.param_sig(&bind.param);
        let sig = self.instance(&sig, FxHashMap::default());
        let param = self.core.abstract_structure(sig.env);
        self.bind_param(&bind.param, param, true);
        self.place.path.push(bind.name.name);
        let mut out = Out::default();
        let result = self.ascribed(&bind.body, bind.ascription.as_ref(), &mut out);
        self.place.path.pop();
        self.env.undo(mark);
        let captured = self.env.end_capture();
        self.settle_records();
        self.core.infer.unresolved = unresolved;
        let mut cx = Finish::new(first_meta);
        for (mut dec, finished) in out.decs.into_iter().zip(out.finished) {
            if !finished {
                self.finish_dec(&mut dec, &mut cx);
            }
        }
        self.finish_vars(first_var, &mut cx);
        self.expansion.is_impossible = outer_impossible;
        let found = std::mem::replace(&mut self.expansion.found, outer_found);
        Functor {
            bind: Rc::new(bind.clone()),
            source: self.place.source,
            captured: Rc::new(captured),
            in_library: self.place.in_library,
            visible: self.place.visible,
            without_equality: Rc::new(found),
            failed: self.messages.errors > errors,
            checked: (param, result),
        }
    }

    fn param_sig(&mut self, param: &FunctorParam) -> Sig {
        match param {
            FunctorParam::Structure(_, sig) => self.sigexp(sig),
            FunctorParam::Spec(specs, _) => self.specs(specs),
        }
    }

    fn bind_param(&mut self, param: &FunctorParam, structure: StrId, name_types: bool) {
        match param {
            FunctorParam::Structure(name, _) => {
                let loc = self.loc(name.span);
                self.core.entities.str_locs.insert(structure, loc);
                if name_types {
                    let prefix = self.core.text(name.name);
                    self.name_types(structure, &prefix);
                }
                self.env.bind_str(name.name, structure);
            }
            FunctorParam::Spec(..) => {
                let env = self.contents(structure);
                self.env.open(&env);
            }
        }
    }

    /// Names the types of a parameter after it.
    fn name_types(&mut self, structure: StrId, prefix: &str) {
        for (fun, path) in self.named_types(structure) {
            if let TyFun::Con(tycon) = fun
                && matches!(
                    self.core.program.tycons[tycon].definition,
                    crate::core::Definition::Abstract | crate::core::Definition::Data(_)
                )
                && self.core.entities.tycon_paths[tycon]
                    .as_ref()
                    .is_none_or(|path| !path.contains('.'))
            {
                let mut text = prefix.to_string();
                for part in path.iter() {
                    text.push('.');
                    text.push_str(self.core.program.names.text(*part));
                }
                self.core.entities.tycon_paths[tycon] = Some(text.into());
            }
        }
    }

    /// `F (arg)`.
    pub(crate) fn apply_functor(
        &mut self,
        name: Ident,
        arg: &StrExp,
        span: Span,
        out: &mut Out,
    ) -> StrId {
        let found = match self.env.functor(name.name) {
            Some(found) => Some(found),
            None => self.library_functor(name.name),
        };
        let argument = self.strexp(arg, out);
        let Some(functor) = found else {
            self.messages.clues.unknown.push((Namespace::Functor, name.name));
            let text = self.core.text(name.name);
            let mut message = Diagnostic::error("unknown functor").at(
                self.place.source,
                name.span,
                format!("there is no functor `{text}` here"),
            );
            if self.place.path.contains(&name.name) {
                message = message.hint("a functor cannot apply itself");
            } else if let Some(hint) = self.hidden(Namespace::Functor, name.name) {
                message = message.hint(hint);
            } else if self.peek_structure(name.name).is_some() {
                message = message.hint(format!("`{text}` is a structure"));
            }
            self.report(message);
            return self.error_structure();
        };
        let functor = self.core.entities.fcts[functor].clone();
        let error = self.core.infer.error;
        self.note(name.span, error, Some(functor.loc()), Kind::Functor);
        if functor.failed {
            self.messages.errors += 1;
            return self.error_structure();
        }
        if !self.may_expand(&functor, span) {
            return self.error_structure();
        }
        self.expand(&functor, argument, arg.span, out)
    }

    fn may_expand(&mut self, functor: &Functor, span: Span) -> bool {
        let body = functor.bind.body.span;
        let expansion = &mut self.expansion;
        expansion.applications += 1;
        expansion.text = expansion.text.saturating_add(body.end.saturating_sub(body.start));
        let too_deep = expansion.depth >= DEEPEST;
        if expansion.applications <= MOST_APPLICATIONS && expansion.text <= MOST_TEXT && !too_deep {
            return true;
        }
        if !std::mem::replace(&mut expansion.refused, true) {
            let (label, hint) = if too_deep {
                (format!("more than {DEEPEST} functors deep"), "does a functor apply itself?")
            } else {
                (
                    format!("after {} applications", expansion.applications - 1),
                    "every application makes code of its own: functors that apply one another \
                     twice double it each time",
                )
            };
            let (source, quiet) = (self.place.source, std::mem::take(&mut self.messages.quiet));
            self.report(
                Diagnostic::error("too many applications of functors")
                    .at(source, span, label)
                    .hint(hint),
            );
            self.messages.quiet = quiet;
        }
        self.messages.errors += 1;
        false
    }

    /// A functor's body, with the argument for its parameter.
    fn expand(&mut self, functor: &Functor, argument: StrId, span: Span, out: &mut Out) -> StrId {
        let errors = self.messages.errors;
        let first_meta = self.core.infer.metas.next_key();
        let first_var = self.core.program.vars.len();
        let outer_env = std::mem::replace(&mut self.env, Scopes::of_captured(&functor.captured));
        let outer_source = std::mem::replace(&mut self.place.source, functor.source);
        let outer_scope = std::mem::take(&mut self.place.tyvar_scope);
        let outer_library = std::mem::replace(&mut self.place.in_library, functor.in_library);
        let outer_visible = std::mem::replace(&mut self.place.visible, functor.visible);
        let outer_equality = std::mem::replace(
            &mut self.expansion.without_equality,
            functor.without_equality.clone(),
        );
        self.messages.quiet += 1;
        self.expansion.depth += 1;
        let sig = self.param_sig(&functor.bind.param);
        // A message about a name that the argument lacks is placed at the argument.
        self.messages.quiet -= 1;
        self.place.source = outer_source;
        let shown = self.ascribe(argument, &sig, false, span);
        self.place.source = functor.source;
        self.messages.quiet += 1;
        let mut result = None;
        if self.messages.errors == errors {
            self.bind_param(&functor.bind.param, shown, false);
            let mut own = Out::default();
            let bind = functor.bind.clone();
            let unresolved = std::mem::take(&mut self.core.infer.unresolved);
            result = Some(self.ascribed(&bind.body, bind.ascription.as_ref(), &mut own));
            self.settle_records();
            self.core.infer.unresolved = unresolved;
            let mut cx = Finish::new(first_meta);
            for (mut dec, finished) in own.decs.into_iter().zip(own.finished) {
                if !finished {
                    self.finish_dec(&mut dec, &mut cx);
                }
                out.push_finished(dec);
            }
            self.finish_vars(first_var, &mut cx);
        }
        self.expansion.depth -= 1;
        self.messages.quiet -= 1;
        self.place.in_library = outer_library;
        self.place.visible = outer_visible;
        self.expansion.without_equality = outer_equality;
        self.place.tyvar_scope = outer_scope;
        self.place.source = outer_source;
        self.env = outer_env;
        if self.messages.errors > errors && result.is_some() && !self.expansion.refused {
            self.report(Diagnostic::error("the functor cannot be applied to this").at(
                self.place.source,
                span,
                "its body is wrong with this argument",
            ));
        }
        match result {
            Some(result) if self.messages.errors == errors => result,
            Some(_) | None => self.error_structure(),
        }
    }
}
