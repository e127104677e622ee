//! Classes of boxed values in an `any`: an [`abi::Class`] for each that the code names, whose
//! number the runtime sets, so that equal classes of different units are one.

use crate::ir::Ir;
use crate::statics::Statics;
use crate::tables;
use abi::Class;
use base::Name;
use indexmap::IndexMap;
use inkwell::module::Linkage;
use inkwell::values::PointerValue;
use std::cell::RefCell;
use std::mem::offset_of;

/// The classes made so far, by their texts.
#[derive(Default)]
pub(crate) struct Classes<'c> {
    made: IndexMap<Name, PointerValue<'c>>,
}

impl<'c> Classes<'c> {
    /// The [`abi::Class`] of a text.
    pub(crate) fn class(
        &mut self,
        ir: &Ir<'c>,
        statics: &RefCell<Statics<'c>>,
        text: &Name,
    ) -> PointerValue<'c> {
        *self.made.entry(text.clone()).or_insert_with(|| {
            let text = statics.borrow_mut().text(ir, text);
            let fields = [
                (offset_of!(Class, text), text.into()),
                (offset_of!(Class, number), ir.word(0).into()),
            ];
            let class = tables::constant::<Class>(ir, &fields);
            let global = ir.module.add_global(class.get_type(), None, "class");
            global.set_linkage(Linkage::Internal);
            global.set_initializer(&class);
            global.as_pointer_value()
        })
    }

    /// An array of the addresses of all classes, and its length.
    pub(crate) fn table(&self, ir: &Ir<'c>) -> (PointerValue<'c>, u64) {
        if self.made.is_empty() {
            return (ir.ptr.const_null(), 0);
        }
        let addresses: Vec<_> = self.made.values().copied().collect();
        let table = ir.ptr.const_array(&addresses);
        let global = ir.module.add_global(table.get_type(), None, "classes");
        global.set_linkage(Linkage::Internal);
        global.set_constant(true);
        global.set_initializer(&table);
        (global.as_pointer_value(), addresses.len() as u64)
    }
}
