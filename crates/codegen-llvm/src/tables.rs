//! Constants of the `repr(C)` types of `abi`, by the offsets of their fields.

use crate::ir::Ir;
use abi::WORD;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{BasicValueEnum, StructValue};

/// A constant of the type `T`: a value for the offset of every field.
///
/// # Panics
/// Panics if the values do not fill the type.
pub(crate) fn constant<'c, T>(
    ir: &Ir<'c>,
    fields: &[(usize, BasicValueEnum<'c>)],
) -> StructValue<'c> {
    let mut fields = fields.to_vec();
    fields.sort_unstable_by_key(|(offset, _)| *offset);
    let end = fields.iter().fold(0, |end, (offset, value)| {
        assert_eq!(*offset, end, "a field begins where the one before ends");
        end + bytes(value.get_type())
    });
    assert_eq!(end, size_of::<T>(), "every field has a value");
    let values: Vec<_> = fields.into_iter().map(|(_, value)| value).collect();
    ir.context.const_struct(&values, false)
}

fn bytes(ty: BasicTypeEnum<'_>) -> usize {
    if let BasicTypeEnum::IntType(int) = ty { int.get_bit_width() as usize / 8 } else { WORD }
}
