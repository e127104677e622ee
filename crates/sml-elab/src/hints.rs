//! Hints about two types that do not unify, given where we are sure.

use super::messages::{Application, Clash};
use super::{Core, Elab};
use crate::core::{Builtin, Definition, Node, Ty};
use diag::Diagnostic;
use sml_syntax::names::Sym;

impl Core {
    /// The builtin type that a type is, or becomes by default.
    fn builtin(&self, ty: Ty) -> Option<Builtin> {
        let tycon = match self.head_node(ty) {
            Node::Con(tycon, _) => *tycon,
            Node::Meta(meta) if self.infer.metas[*meta].class != super::types::Class::ANY => {
                self.infer.metas[*meta].class.first().0
            }
            Node::Meta(_) | Node::Var(_) | Node::Arrow(..) | Node::Record(_) => return None,
        };
        match &self.program.tycons[tycon].definition {
            Definition::Builtin(builtin) => Some(*builtin),
            Definition::Data(_) | Definition::Opaque(_) | Definition::Abstract => None,
        }
    }

    fn number_hint(&self, have: Ty, want: Ty, clash: Clash<'_>) -> Option<String> {
        let (have, want) = (self.builtin(have)?, self.builtin(want));
        // Elsewhere either of the two may be the wrong one.
        let is_wrong = matches!(
            clash,
            Clash::Operand(..)
                | Clash::Argument(..)
                | Clash::Component(_)
                | Clash::Annotation(_)
                | Clash::Binding(_)
        );
        if !is_wrong {
            return None;
        }
        if let Clash::Operand(name, _, _) = clash {
            let name = self.text(name);
            let hint = match (&*name, have) {
                ("+", Builtin::String) => Some("strings are joined with `^`"),
                ("/", Builtin::Int(_)) => Some("integers are divided with `div`"),
                ("div" | "mod", Builtin::Real) => Some("reals are divided with `/`"),
                ("^", Builtin::Char) => Some("make a string of a char with `str`"),
                ("^", Builtin::Int(_)) => Some("make a string of an int with `Int.toString`"),
                ("^", Builtin::Real) => Some("make a string of a real with `Real.toString`"),
                _ => None,
            };
            if let Some(hint) = hint {
                return Some(hint.to_string());
            }
        }
        let hint = match (have, want?) {
            (Builtin::Int(64), Builtin::Real) => {
                "convert with `real`, or write the constant with a point: `1.0`"
            }
            (Builtin::Real, Builtin::Int(64)) => {
                "int and real are never mixed: convert one with `real`, or the other with \
                 `round`, `floor`, `ceil` or `trunc`"
            }
            (Builtin::Char, Builtin::String) => "make a string of a char with `str`",
            (Builtin::String, Builtin::Char) => "a char is written `#\"a\"`",
            (Builtin::Int(64), Builtin::String) => "make a string of an int with `Int.toString`",
            (Builtin::Real, Builtin::String) => "make a string of a real with `Real.toString`",
            (Builtin::Int(64), Builtin::IntInf) => "convert with `IntInf.fromInt`",
            (Builtin::IntInf, Builtin::Int(64)) => "convert with `IntInf.toInt`",
            (Builtin::Int(64), Builtin::Word(64)) => "convert with `Word.fromInt`",
            (Builtin::Word(64), Builtin::Int(64)) => "convert with `Word.toInt`",
            (Builtin::Char, Builtin::Int(64)) => "the number of a char is `ord`",
            (Builtin::Int(64), Builtin::Char) => "the char of a number is `chr`",
            _ => return None,
        };
        Some(hint.to_string())
    }

    /// `f g x` for `f (g x)`.
    fn applied_hint(&self, have: Ty, want: Ty, clash: Clash<'_>) -> Option<String> {
        let Clash::Argument(Application { fun, arg, next: Some(next), .. }) = clash else {
            return None;
        };
        let Node::Arrow(_, result) = self.head_node(have) else { return None };
        let (fun, arg) = (self.brief(fun)?, self.brief(arg)?);
        let next = self.brief(next).unwrap_or_else(|| "...".to_string());
        let meant = match (self.builtin(*result), self.builtin(want)) {
            _ if self.alike(*result, want) => format!("{fun} ({arg} {next})"),
            (Some(Builtin::Int(64)), Some(Builtin::String)) => {
                format!("{fun} (Int.toString ({arg} {next}))")
            }
            (Some(Builtin::Real), Some(Builtin::String)) => {
                format!("{fun} (Real.toString ({arg} {next}))")
            }
            _ => return None,
        };
        Some(format!("`{fun} {arg} {next}` is `({fun} {arg}) {next}`: write `{meant}`"))
    }

    fn ref_hint(&self, have: Ty, want: Ty, clash: Clash<'_>) -> Option<String> {
        if let Clash::Operand(name, _, None) = clash
            && &*self.text(name) == ":="
        {
            return Some(
                "`:=` assigns to a ref, which is made with `ref`: `val x = ref 0`".to_string(),
            );
        }
        let contents = |ty| {
            let Node::Con(tycon, args) = self.head_node(ty) else { return None };
            (*tycon == self.builtins.reference).then(|| args[0])
        };
        match (contents(have), contents(want)) {
            (Some(inside), None) if self.alike(inside, want) => {
                Some("the contents of a ref are taken with `!`".to_string())
            }
            (None, Some(inside)) if self.alike(inside, have) => {
                let hint = if let Clash::Operand(name, _, Some(_)) = clash {
                    if &*self.text(name) == "=" {
                        "`=` compares: to assign, write `:=`; to compare the contents, take them with `!`"
                    } else {
                        "the contents of a ref are taken with `!`"
                    }
                } else {
                    "make a new ref with `ref`"
                };
                Some(hint.to_string())
            }
            (Some(_) | None, Some(_) | None) => None,
        }
    }

    /// The hint for the function of a fold that takes the accumulator first.
    fn fold_hint(&self, have: Ty, want: Ty, clash: Clash<'_>) -> Option<String> {
        let Clash::Argument(Application { fun, curried: true, .. }) = clash else { return None };
        let sml_syntax::ast::ExpKind::Var(id) = &fun.kind else { return None };
        let name = self.long_text(id);
        if !(name.ends_with("foldl") || name.ends_with("foldr")) {
            return None;
        }
        // The parts of `a * b -> c`.
        let parts = |ty| {
            let Node::Arrow(from, to) = self.head_node(ty) else { return None };
            let (first, second) = self.pair_types(*from)?;
            Some((first, second, *to))
        };
        let ((first, second, result), (_, wanted, given)) = (parts(have)?, parts(want)?);
        let swapped = self.alike(first, result) && !self.alike(second, result);
        (swapped && self.alike(wanted, given)).then(|| {
            format!("`{name}` passes the element first and the result so far second: `fn (x, result) => ...`")
        })
    }

    fn unit_hint(&self, have: Ty, want: Ty, clash: Clash<'_>) -> Option<String> {
        let is_unit = |ty| matches!(self.head_node(ty), Node::Record(fields) if fields.is_empty());
        let is_branch = matches!(clash, Clash::Branch(_));
        (is_branch && (is_unit(have) || is_unit(want)))
            .then(|| "both branches of `if` give a value of the same type".to_string())
    }

    fn tuple_hint(&self, inner: (Ty, Ty), clash: Clash<'_>) -> Option<String> {
        let count = |ty| {
            let Node::Record(fields) = self.head_node(ty) else { return None };
            Some(fields.len())
        };
        let (a, b) = (count(inner.0)?, count(inner.1)?);
        if !matches!(clash, Clash::Argument(..)) || a <= 1 && b <= 1 {
            return None;
        }
        self.label_hint(inner)
            .or_else(|| (a != b).then(|| format!("the tuple has {a} components, {b} are wanted")))
    }

    /// A field that is missing or too many, of records with names.
    fn label_hint(&self, (have, want): (Ty, Ty)) -> Option<String> {
        let (Node::Record(have), Node::Record(want)) = (self.head_node(have), self.head_node(want))
        else {
            return None;
        };
        let is_name = |label| self.text(label).parse::<u64>().is_err();
        let only = |a: &[(Sym, Ty)], b: &[(Sym, Ty)]| {
            let mut extra = a.iter().map(|(label, _)| *label);
            extra.find(|label| b.iter().all(|(other, _)| other != label))
        };
        if let Some(label) = only(want, have).filter(|label| is_name(*label)) {
            return Some(format!("the field `{}` is missing", self.text(label)));
        }
        let label = only(have, want).filter(|label| is_name(*label))?;
        Some(format!("the field `{}` is not wanted", self.text(label)))
    }

    /// A tuple for arguments one by one, or the other way round.
    fn curry_hint(&self, have: Ty, want: Ty, clash: Clash<'_>) -> Option<String> {
        let Clash::Argument(Application { fun, curried, .. }) = clash else { return None };
        let sml_syntax::ast::ExpKind::Var(id) = &fun.kind else { return None };
        let name = self.long_text(id);
        let is_tuple = |ty| matches!(self.head_node(ty), Node::Record(fields) if fields.len() > 1);
        let known = |ty| {
            !matches!(self.head_node(ty), Node::Meta(meta)
            if self.infer.metas[*meta].class == super::types::Class::ANY)
        };
        match (is_tuple(have), is_tuple(want)) {
            (false, true) if known(have) => {
                let Node::Record(fields) = self.head_node(want) else { return None };
                let names: Vec<String> = (0..fields.len())
                    .map(|i| ((b'a' + i as u8 % 26) as char).to_string())
                    .collect();
                let all_numbers =
                    fields.iter().all(|(label, _)| self.text(*label).parse::<u64>().is_ok());
                all_numbers
                    .then(|| format!("`{name}` takes a tuple: `{name} ({})`", names.join(", ")))
            }
            (true, false) if curried => {
                Some(format!("`{name}` takes its arguments one after the other: `{name} a b`"))
            }
            _ => None,
        }
    }

    /// True if the two may unify, by their outermost form.
    fn alike(&self, a: Ty, b: Ty) -> bool {
        match (self.head_node(a), self.head_node(b)) {
            (Node::Con(c, _), Node::Con(d, _)) => c == d,
            (Node::Meta(meta), Node::Con(c, _)) | (Node::Con(c, _), Node::Meta(meta)) => {
                self.infer.metas[*meta].class.has(*c)
            }
            (Node::Meta(v), Node::Meta(w)) => {
                let (v, w) = (self.infer.metas[*v].class, self.infer.metas[*w].class);
                let any = super::types::Class::ANY;
                v != any && w != any && v.both(w).0 != 0
            }
            (Node::Record(x), Node::Record(y)) => x.len() == y.len(),
            (Node::Var(v), Node::Var(w)) => v == w,
            _ => false,
        }
    }
}

impl Elab {
    /// The message with a hint, if there is one. `inner` are the parts that differ.
    pub(crate) fn with_hint(
        &self,
        message: Diagnostic,
        have: Ty,
        want: Ty,
        inner: (Ty, Ty),
        clash: Clash<'_>,
    ) -> Diagnostic {
        if message.hint.is_some() {
            return message;
        }
        let hint = self
            .core
            .applied_hint(have, want, clash)
            .or_else(|| self.core.curry_hint(have, want, clash))
            .or_else(|| self.core.number_hint(have, want, clash))
            .or_else(|| self.core.ref_hint(have, want, clash))
            .or_else(|| self.core.fold_hint(have, want, clash))
            .or_else(|| self.tyvar_hint(inner))
            .or_else(|| self.missing_argument(have, want))
            .or_else(|| {
                matches!(clash, Clash::Raise).then(|| {
                    "`raise` wants a value of type exn, such as `Fail \"...\"`".to_string()
                })
            })
            .or_else(|| self.core.unit_hint(have, want, clash))
            .or_else(|| self.core.tuple_hint(inner, clash));
        match hint {
            Some(hint) => message.hint(hint),
            None => message,
        }
    }

    /// The hint for a written type variable that would have to be a certain type.
    fn tyvar_hint(&self, (have, want): (Ty, Ty)) -> Option<String> {
        let var = |ty| {
            let Node::Var(var) = self.core.head_node(ty) else { return None };
            Some(self.core.text(self.core.program.tyvars[*var]))
        };
        let known = |ty| matches!(self.core.head_node(ty), Node::Con(..) | Node::Arrow(..));
        match (var(have), var(want)) {
            (Some(a), Some(b)) if a != b => {
                Some(format!("`{a}` and `{b}` stand for types that may differ: write one for both"))
            }
            (Some(a), None) if known(want) => Some(self.promise(&a, want)),
            (None, Some(a)) if known(have) => Some(self.promise(&a, have)),
            _ => None,
        }
    }

    fn promise(&self, var: &str, ty: Ty) -> String {
        let ty = self.show(ty);
        format!("`{var}` promises every type; if this is for {ty} only, write {ty} in its place")
    }

    fn missing_argument(&self, have: Ty, want: Ty) -> Option<String> {
        let Node::Arrow(from, to) = self.core.head_node(have) else { return None };
        match self.core.head_node(want) {
            Node::Arrow(..) | Node::Var(_) => return None,
            Node::Meta(meta) if self.core.infer.metas[*meta].class == super::types::Class::ANY => {
                return None;
            }
            Node::Meta(_) | Node::Con(..) | Node::Record(_) => {}
        }
        if !self.core.alike(*to, want) {
            return None;
        }
        let from = self.show(*from);
        Some(format!(
            "this is a function that is not applied: an argument of type {from} is missing"
        ))
    }
}
