//! The check that a description fits the type of what it describes.
//!
//! The runtime looks into values as a description says, so one that does not
//! fit is an error of the program like a wrong type.

use abi::{ExnShape, FAILED};
use host::show::{Argument, Description, Node};
use rustc_hash::FxHashSet;
use types::{Ty, TyId, TyTable, Width};

/// Checks the description, if there is one, of an exception that carries these types.
pub(crate) fn check(types: &TyTable, carries: &[TyId], text: Option<&str>) -> Result<(), String> {
    let Some(text) = text else { return Ok(()) };
    let unfit = || Err("has a description that does not fit what it carries".to_owned());
    if text == FAILED {
        let carries: Vec<&Ty> =
            types.components(carries).into_iter().map(|ty| types.get(ty)).collect();
        return if matches!(carries[..], [Ty::Exn, Ty::Str, Ty::Str]) { Ok(()) } else { unfit() };
    }
    let Some(description) = Description::parse(text.as_bytes()) else {
        return Err("has a description that cannot be read".to_owned());
    };
    let mut fit = Fit { types, description: &description, todo: Vec::new() };
    let mut seen = FxHashSet::default();
    let mut fits = fit.argument(description.root, &types.components(carries));
    while let (true, Some((node, ty))) = (fits, fit.todo.pop()) {
        if seen.insert((node, ty)) {
            fits = fit.node(node, ty);
        }
    }
    if fits { Ok(()) } else { unfit() }
}

/// The shape of exceptions of a constructor, which says how their messages are made: as its
/// description says, or by the first of the types that they carry.
pub fn exn_shape(types: &TyTable, carries: &[TyId], description: Option<&str>) -> ExnShape {
    match (description, types.components(carries).first().map(|ty| types.get(*ty))) {
        (Some(FAILED), _) => ExnShape::Failed,
        (Some(_), _) => ExnShape::Described,
        (None, Some(Ty::Str)) => ExnShape::Str,
        (None, Some(Ty::Int(Width::I64))) => ExnShape::I64,
        (None, Some(_) | None) => ExnShape::Other,
    }
}

struct Fit<'a> {
    types: &'a TyTable,
    description: &'a Description,
    /// Nodes and the types that they are to fit.
    todo: Vec<(usize, TyId)>,
}

impl Fit<'_> {
    /// True if an argument fits a constructor of these fields.
    fn argument(&mut self, argument: Argument, fields: &[TyId]) -> bool {
        match &self.description.nodes[argument.node] {
            node if argument.spread => self.parts(node, fields),
            _ => self.value(argument.node, fields),
        }
    }

    /// True if a node fits the components of a value, whose unboxed tuples are spread.
    fn value(&mut self, node: usize, components: &[TyId]) -> bool {
        match (self.description.has_slot(node), components) {
            (true, [single]) => {
                self.todo.push((node, *single));
                true
            }
            (false, []) => true,
            (true | false, _) => false,
        }
    }

    /// True if the parts of a tuple or record fit these fields.
    fn parts(&mut self, node: &Node, fields: &[TyId]) -> bool {
        let parts: Vec<usize> = if let Node::Tuple(parts) = node {
            parts.clone()
        } else if let Node::Record(parts) = node {
            parts.iter().map(|(_, part)| *part).collect()
        } else {
            return false;
        };
        let parts = parts.into_iter().filter(|part| self.description.has_slot(*part));
        let parts: Vec<usize> = parts.collect();
        self.todo.extend(parts.iter().copied().zip(fields.iter().copied()));
        parts.len() == fields.len()
    }

    /// True if the content of an object fits. A node without a slot fits any: nobody reads it.
    fn content(&mut self, node: usize, content: TyId) -> bool {
        !self.description.has_slot(node) || self.value(node, &self.types.components(&[content]))
    }

    fn node(&mut self, node: usize, ty: TyId) -> bool {
        let of_width =
            |bits: u8, ty: &Ty| matches!(ty, Ty::Int(width) if width.bits() == u32::from(bits));
        let description = self.description;
        let node = &description.nodes[node];
        match (node, self.types.get(ty)) {
            (Node::Hidden | Node::Function | Node::Cut, _) => true,
            (Node::Con(_, part) | Node::Single(_, part), _) => {
                self.todo.push((*part, ty));
                true
            }
            (Node::Int(bits) | Node::Word(bits), ty) => of_width(*bits, ty),
            (Node::Enum(bits, _), ty) => of_width(*bits, ty),
            (Node::Char, Ty::Int(Width::I8)) | (Node::Str, Ty::Str) => true,
            (Node::Real, Ty::F64) | (Node::Real32, Ty::F32) => true,
            (Node::Big, Ty::Big) | (Node::Exn, Ty::Exn) => true,
            (Node::Tuple(_) | Node::Record(_), Ty::Tuple(fields)) => {
                let fields: Vec<TyId> = fields.iter().map(|field| field.ty).collect();
                self.parts(node, &self.types.components(&fields))
            }
            (Node::Vector(item), Ty::Vector(content)) => self.content(*item, *content),
            (Node::Array(item), Ty::Array(content)) => self.content(*item, *content),
            (Node::Ref(item), Ty::Ref(content)) => self.content(*item, *content),
            (Node::List(item), Ty::Sum(sum)) => {
                let [nil, cons] = &self.types.sums[*sum].constructors[..] else { return false };
                let fields = self.types.components(&cons.fields);
                match fields.split_last() {
                    Some((rest, item_fields)) => {
                        *rest == ty
                            && self.types.components(&nil.fields).is_empty()
                            && self.value(*item, item_fields)
                    }
                    None => false,
                }
            }
            (Node::Sum(constructors), Ty::Sum(sum)) => {
                let actual = &self.types.sums[*sum].constructors;
                constructors.len() == actual.len()
                    && constructors.iter().zip(actual).all(|((_, argument), constructor)| {
                        let fields = self.types.components(&constructor.fields);
                        match argument {
                            Some(argument) => self.argument(*argument, &fields),
                            None => fields.is_empty(),
                        }
                    })
            }
            (_, _) => false,
        }
    }
}
