//! The cells of a unit: global variables of compiled code.

use crate::ir::Ir;
use crate::parts::Part;
use crate::statics::{cell_symbol, set_contents};
use crate::tables;
use inkwell::GlobalVisibility;
use inkwell::module::Linkage;
use inkwell::types::BasicType;
use inkwell::values::{GlobalValue, PointerValue, StructValue};
use std::mem::offset_of;

/// Declares a cell: it is defined here, in another part or in another unit.
pub(crate) fn declare_cell<'c>(
    ir: &Ir<'c>,
    global: &flow::Global,
    part: &Part,
) -> PointerValue<'c> {
    let symbol = cell_symbol(&global.name);
    let traced = global.kind.is_traced();
    let ty = if traced { empty_cell(ir).get_type().into() } else { ir.i64.as_basic_type_enum() };
    let cell: GlobalValue<'c> = ir.module.add_global(ty, None, &symbol);
    cell.set_alignment(8);
    match global.linkage {
        // Of the default visibility, as imported closures are.
        types::Linkage::Import => return cell.as_pointer_value(),
        types::Linkage::Export | types::Linkage::Local if part.number > 0 => {
            return cell.as_pointer_value();
        }
        types::Linkage::Local if part.count > 1 => cell.set_visibility(GlobalVisibility::Hidden),
        types::Linkage::Export => cell.set_visibility(GlobalVisibility::Hidden),
        types::Linkage::Local => cell.set_linkage(Linkage::Internal),
    }
    match traced {
        true => set_contents(cell, &empty_cell(ir)),
        false => set_contents(cell, &ir.word(0)),
    }
    cell.as_pointer_value()
}

/// A traced cell as it is before the unit runs.
fn empty_cell<'c>(ir: &Ir<'c>) -> StructValue<'c> {
    let fields = [
        (offset_of!(abi::Cell, word), ir.word(abi::NULL_IMMEDIATE).into()),
        (offset_of!(abi::Cell, stored), ir.word(abi::CELL_STORED).into()),
    ];
    tables::constant::<abi::Cell>(ir, &fields)
}
