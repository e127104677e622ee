//! Names that a text lacks and another one declares.

use super::basis::Namespace;
use super::{Compilation, clues};
use diag::SourceId;
use sml_syntax::ast::{Dec, DecKind, ExnBind, Ident};
use sml_syntax::names::Sym;
use sml_syntax::parse::{FixityEnv, ParseOptions, parse};

impl Compilation {
    /// A name that the last text lacks and this one declares at its top, if there is one.
    pub fn lacked(&mut self, source: SourceId, text: &[u8]) -> Option<String> {
        let names = &mut self.elab.core.program.names;
        let mut fixity = FixityEnv::basis(names);
        let read = parse(source, text, names, &mut fixity, ParseOptions::default());
        let mut declared = Vec::new();
        read.decs.iter().for_each(|dec| each_declared(dec, &mut declared));
        let lacked =
            self.elab.messages.clues.unknown.iter().find(|name| declared.contains(name))?;
        Some(self.elab.core.text(lacked.1))
    }
}

/// The names that a declaration binds, except those of structures it opens.
fn each_declared(dec: &Dec, found: &mut Vec<(Namespace, Sym)>) {
    let mut put = |namespace, ident: Ident| found.push((namespace, ident.name));
    match &dec.kind {
        DecKind::Val(_, binds) => {
            let mut names = Vec::new();
            binds.iter().for_each(|bind| clues::each_name(&bind.pat, &mut names));
            found.extend(names.into_iter().map(|name| (Namespace::Value, name)));
        }
        DecKind::Fun(_, binds) => {
            let clauses = binds.iter().filter_map(|bind| bind.clauses.first());
            clauses.for_each(|clause| put(Namespace::Value, clause.name));
        }
        DecKind::Type(types) => types.iter().for_each(|bind| put(Namespace::Type, bind.name)),
        DecKind::Datatype(data, types) | DecKind::Abstype(data, types, _) => {
            types.iter().for_each(|bind| put(Namespace::Type, bind.name));
            for bind in data {
                put(Namespace::Type, bind.name);
                if matches!(dec.kind, DecKind::Datatype(..)) {
                    bind.cons.iter().for_each(|(name, _)| put(Namespace::Value, *name));
                }
            }
            if let DecKind::Abstype(_, _, decs) = &dec.kind {
                decs.iter().for_each(|dec| each_declared(dec, found));
            }
        }
        DecKind::Replicate(name, _) => put(Namespace::Type, *name),
        DecKind::Exception(binds) => binds.iter().for_each(|bind| match bind {
            ExnBind::New(name, _) | ExnBind::Alias(name, _) | ExnBind::Prim(name, ..) => {
                put(Namespace::Value, *name);
            }
        }),
        DecKind::Local(_, decs) => decs.iter().for_each(|dec| each_declared(dec, found)),
        DecKind::Structure(binds) => {
            binds.iter().for_each(|bind| put(Namespace::Structure, bind.name));
        }
        DecKind::Signature(binds) => {
            binds.iter().for_each(|(name, _)| put(Namespace::Signature, *name));
        }
        DecKind::Functor(binds) => binds.iter().for_each(|bind| put(Namespace::Functor, bind.name)),
        DecKind::Open(_)
        | DecKind::Fixity(..)
        | DecKind::Semi
        | DecKind::Exp(_)
        | DecKind::Overload(..)
        | DecKind::Error => {}
    }
}
