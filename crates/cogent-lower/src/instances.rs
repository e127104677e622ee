//! The functions that there are: those without type variables, and the instances of the others
//! that are met.
//!
//! Instances are numbered in the order in which they are met, `f_0`, `f_1`, where functions are
//! looked at in the order of the text, and instances after them in the order of their numbers.

use crate::Lower;
use base::Name;
use c_abi::Signature;
use cogent_c::{Function, Opaque, symbol};
use cogent_check::core::{FunId, Program};
use cogent_check::types::Ty;
use cogent_syntax::ast::Place;
use diag::Diagnostic;
use types::ForeignId;

/// An instance of a function; its number is its value as a function value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct InstanceId(u32);
base::entity_impl!(InstanceId, "instance");

/// A function with types for its type variables.
pub(crate) struct Instance {
    pub(crate) fun: FunId,
    pub(crate) args: Vec<(Name, Ty)>,
    pub(crate) symbol: Name,
    pub(crate) arg: Ty,
    pub(crate) result: Ty,
    pub(crate) foreign: ForeignId,
    /// True if it is one too many.
    pub(crate) endless: bool,
}

/// Most instances of one function: more are made by one that calls itself at ever larger types.
const MOST: u32 = 10_000;

/// The largest type of an argument or result, in parts.
const LARGEST: u32 = 100_000;

impl Instance {
    /// The function as C sees it.
    pub(crate) fn function(&self, program: &Program) -> Function {
        let is_abstract = program.functions[self.fun].body.is_none();
        let symbol = self.symbol.clone();
        let source = program.functions[self.fun].name.clone();
        Function { symbol, source, arg: self.arg, result: self.result, is_abstract }
    }
}

impl Lower<'_> {
    /// The C types of a function.
    fn signature(&mut self, arg: Ty, result: Ty) -> Result<Signature, Opaque> {
        let param = self.c.of(&self.types, arg)?;
        Ok(Signature { param, result: self.c.of(&self.types, result)? })
    }

    /// The instance of a function for these types, which stand at a place.
    pub(crate) fn instance(&mut self, fun: FunId, args: Vec<Ty>, place: Place) -> InstanceId {
        let key = (fun, args);
        if let Some(known) = self.numbers.get(&key) {
            return *known;
        }
        let function = &self.program.functions[fun];
        let args: Vec<(Name, Ty)> = function
            .vars
            .iter()
            .map(|var| var.name.name.clone())
            .zip(key.1.iter().copied())
            .collect();
        let count = self.counts[fun];
        self.counts[fun] += 1;
        let name = if args.is_empty() {
            function.name.to_string()
        } else {
            format!("{}_{count}", function.name)
        };
        let symbol: Name = symbol(&name).into();
        let arg = self.types.instantiate(function.arg, &args);
        let result = self.types.instantiate(function.result, &args);
        let endless = count >= MOST || self.types.size(arg).max(self.types.size(result)) > LARGEST;
        if endless {
            let title = format!("`{}` has too many instances, or too large ones", function.name);
            let label = "this use is one more";
            self.errors.push(Diagnostic::error(title).at(place.source, place.span(), label));
        }
        let foreign = match self.signature(arg, result) {
            Ok(signature) => self.b.c_function(&symbol, signature),
            // There is a message if it is defined or called here.
            Err(_) => self.b.foreign(&symbol, &symbol, &[], &[]),
        };
        let id = self.instances.push(Instance { fun, args, symbol, arg, result, foreign, endless });
        self.numbers.insert(key, id);
        id
    }
}
