//! C values: between leaves, which code works on, and memory, where they have a layout.

use crate::ir::{Ir, Value};
use c_abi::{CTy, Leaf};
use inkwell::IntPredicate;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{FunctionValue, PointerValue};
use types::Width;

impl<'c> Ir<'c> {
    /// The type of a leaf.
    pub(crate) fn leaf_type(&self, leaf: Leaf) -> BasicTypeEnum<'c> {
        self.kind_type(flow::kinds::leaf_kind(leaf))
    }

    /// A leaf that nobody looks at. It is not poison, which would spoil the others where they
    /// share a register.
    pub(crate) fn undefined(&self, leaf: Leaf) -> Value<'c> {
        match leaf {
            Leaf::Ptr => self.ptr.get_undef().into(),
            Leaf::Int(bits) => self.int_type(types::leaf_width(bits)).get_undef().into(),
            Leaf::Bool => self.int_type(Width::I1).get_undef().into(),
        }
    }

    /// The leaves of the value of a type at an address.
    pub(crate) fn load_leaves(&self, ty: &CTy, from: PointerValue<'c>, to: &mut Vec<Value<'c>>) {
        match ty {
            CTy::Int(bits) => to.push(self.load(self.leaf_type(Leaf::Int(*bits)), from)),
            CTy::Ptr => to.push(self.load(self.ptr, from)),
            CTy::Bool => {
                let byte = self.load(self.i8, from).into_int_value();
                to.push(self.icmp(IntPredicate::NE, byte, self.i8.const_zero()).into());
            }
            CTy::Unit => {}
            CTy::Struct(members) => {
                for (member, at) in members.iter().zip(CTy::offsets(members)) {
                    self.load_leaves(member, self.offset(from, at), to);
                }
            }
            CTy::Tagged(alternatives) => {
                self.load_leaves(&CTy::TAG, from, to);
                // What the tag does not stand for is garbage, and not looked at.
                let carried = self.offset(from, CTy::union_offset(alternatives));
                for alternative in &**alternatives {
                    self.load_leaves(&alternative.ty, carried, to);
                }
            }
        }
    }

    /// Stores the leaves of a value of a type at an address; gives those that are left.
    pub(crate) fn store_leaves<'v>(
        &self,
        function: FunctionValue<'c>,
        ty: &CTy,
        leaves: &'v [Value<'c>],
        to: PointerValue<'c>,
    ) -> &'v [Value<'c>] {
        match ty {
            CTy::Int(_) | CTy::Ptr => {
                self.store(leaves[0], to);
                &leaves[1..]
            }
            CTy::Bool => {
                self.store(self.zext(leaves[0].into_int_value(), self.i8), to);
                &leaves[1..]
            }
            CTy::Unit => leaves,
            CTy::Struct(members) => {
                let mut rest = leaves;
                for (member, at) in members.iter().zip(CTy::offsets(members)) {
                    rest = self.store_leaves(function, member, rest, self.offset(to, at));
                }
                rest
            }
            CTy::Tagged(alternatives) => {
                let tag = leaves[0].into_int_value();
                self.store(tag, to);
                let carried = self.offset(to, CTy::union_offset(alternatives));
                let (here, end) = (self.block(), self.new_block(function, ""));
                let mut rest = &leaves[1..];
                let mut cases = Vec::new();
                for alternative in &**alternatives {
                    let block = self.new_block(function, "");
                    self.position(block);
                    rest = self.store_leaves(function, &alternative.ty, rest, carried);
                    self.jump(end);
                    cases.push((self.i32.const_int(alternative.tag.into(), false), block));
                }
                self.position(here);
                // The whole value may be one that nobody looks at.
                self.switch(self.frozen(tag), end, &cases);
                self.position(end);
                rest
            }
        }
    }
}
