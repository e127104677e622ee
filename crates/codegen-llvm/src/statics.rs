//! Objects that exist before the program runs: static closures, strings and
//! big integers. They lie outside the heap, so the collector neither moves nor
//! scans them, and they are not written.

use crate::ir::Ir;
use flow::{Cluster, Import};
use inkwell::GlobalVisibility;
use inkwell::module::Linkage;
use inkwell::values::UnnamedAddress;
use inkwell::values::{
    AsValueRef, BasicValue, BasicValueEnum, FunctionValue, GlobalValue, PointerValue,
};
use num_bigint::{BigInt, Sign};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The symbol of a cluster's code.
pub(crate) fn code_symbol(name: &str) -> String {
    symbol(name, "code")
}

/// The symbol of a cluster's static closure.
pub fn closure_symbol(name: &str) -> String {
    symbol(name, "closure")
}

/// The symbol of a global cell.
pub(crate) fn cell_symbol(name: &str) -> String {
    symbol(name, "cell")
}

/// A name as part of a symbol. For linkers a version begins with `@`.
fn symbol(name: &str, kind: &str) -> String {
    let name = name.replace('%', "%25").replace('@', "%40");
    format!("{name}.{kind}")
}

/// The static strings and numbers made so far.
#[derive(Default)]
pub(crate) struct Statics<'c> {
    strings: FxHashMap<Arc<[u8]>, PointerValue<'c>>,
    bigs: FxHashMap<Arc<BigInt>, PointerValue<'c>>,
    c_strings: FxHashMap<Arc<[u8]>, PointerValue<'c>>,
    texts: FxHashMap<String, PointerValue<'c>>,
}

impl<'c> Statics<'c> {
    /// The string object with these bytes.
    pub(crate) fn string(&mut self, ir: &Ir<'c>, bytes: &Arc<[u8]>) -> PointerValue<'c> {
        *self.strings.entry(bytes.clone()).or_insert_with(|| {
            let mut padded = bytes.to_vec();
            padded.resize(abi::str_words(bytes.len()) * abi::WORD, 0);
            let words = [
                ir.word(abi::Header::STR.0).into(),
                ir.word(bytes.len() as u64).into(),
                ir.context.const_string(&padded, false).into(),
            ];
            constant(ir, "string", &ir.context.const_struct(&words, false))
        })
    }

    /// The big integer; an immediate where it is small.
    pub(crate) fn big(&mut self, ir: &Ir<'c>, big: &Arc<BigInt>) -> PointerValue<'c> {
        let small = i64::try_from(&**big).ok().and_then(abi::small_big);
        if let Some(word) = small {
            return ir.word_ptr(word);
        }
        *self.bigs.entry(big.clone()).or_insert_with(|| {
            let limbs = big.magnitude().to_u64_digits();
            let mut words = vec![
                ir.word(abi::Header::big(big.sign() == Sign::Minus).0),
                ir.word(limbs.len() as u64),
            ];
            words.extend(limbs.iter().map(|limb| ir.word(*limb)));
            constant(ir, "big", &ir.i64.const_array(&words))
        })
    }

    /// Bytes and a zero, for C.
    pub(crate) fn c_string(&mut self, ir: &Ir<'c>, bytes: &Arc<[u8]>) -> PointerValue<'c> {
        *self.c_strings.entry(bytes.clone()).or_insert_with(|| {
            let address = constant(ir, "text", &ir.context.const_string(bytes, true));
            let global = ir.module.get_last_global().expect("made right now");
            global.set_alignment(1);
            global.set_unnamed_address(UnnamedAddress::Global);
            address
        })
    }

    /// Zero-terminated text, for the runtime.
    pub(crate) fn text(&mut self, ir: &Ir<'c>, text: &str) -> PointerValue<'c> {
        if let Some(address) = self.texts.get(text) {
            return *address;
        }
        let upto = text.find('\0').unwrap_or(text.len());
        let bytes = ir.context.const_string(&text.as_bytes()[..upto], true);
        let address = constant(ir, "text", &bytes);
        self.texts.insert(text.to_owned(), address);
        address
    }
}

/// The static closure of a cluster: its code address and nothing else. Made
/// when it is first asked for, or for every function that others know.
pub(crate) fn closure<'c>(
    ir: &Ir<'c>,
    cluster: &Cluster,
    code: FunctionValue<'c>,
    known_elsewhere: bool,
) -> PointerValue<'c> {
    let symbol = closure_symbol(&cluster.name);
    if let Some(global) = ir.module.get_global(&symbol) {
        return global.as_pointer_value();
    }
    let global = object_of_code(ir, &symbol, code);
    if known_elsewhere {
        global.set_linkage(Linkage::External);
        global.set_visibility(GlobalVisibility::Hidden);
    }
    global.as_pointer_value()
}

/// A static object whose only word is a code address.
pub(crate) fn object_of_code<'c>(
    ir: &Ir<'c>,
    symbol: &str,
    code: FunctionValue<'c>,
) -> GlobalValue<'c> {
    let global = ir.module.add_global(ir.ptr, None, symbol);
    set_contents(global, &code.as_global_value().as_pointer_value());
    global.set_constant(true);
    global.set_linkage(Linkage::Internal);
    global.set_alignment(8);
    global
}

/// The static closure of a function of another part.
pub(crate) fn outer_closure<'c>(ir: &Ir<'c>, cluster: &Cluster) -> PointerValue<'c> {
    declared_closure(ir, &closure_symbol(&cluster.name))
}

/// The static closure of an imported function.
pub(crate) fn imported_closure<'c>(ir: &Ir<'c>, import: &Import) -> PointerValue<'c> {
    declared_closure(ir, &closure_symbol(&import.symbol))
}

/// A static closure that is defined elsewhere.
///
/// Its visibility is the default one, though it is defined as hidden: the
/// address then comes from the global offset table, which reaches any distance
/// in memory, and which a static linker replaces by the address itself.
fn declared_closure<'c>(ir: &Ir<'c>, symbol: &str) -> PointerValue<'c> {
    let global = ir.module.get_global(symbol);
    global.unwrap_or_else(|| ir.module.add_global(ir.ptr, None, symbol)).as_pointer_value()
}

/// Constant data of this unit alone.
pub(crate) fn constant<'c>(
    ir: &Ir<'c>,
    name: &str,
    value: &dyn BasicValue<'c>,
) -> PointerValue<'c> {
    let ty = value.as_basic_value_enum().get_type();
    let global = ir.module.add_global(ty, None, name);
    set_contents(global, value);
    global.set_constant(true);
    global.set_linkage(Linkage::Private);
    global.set_alignment(8);
    global.as_pointer_value()
}

/// Defines a global variable.
pub(crate) fn set_contents<'c>(global: GlobalValue<'c>, value: &dyn BasicValue<'c>) {
    global.set_initializer(value); // LLVM's word.
}

/// The content of a defined global variable.
pub(crate) fn contents(global: GlobalValue<'_>) -> BasicValueEnum<'_> {
    global.get_initializer().expect("LLVM has its definition")
}

impl<'c> Ir<'c> {
    /// The address `bytes` after a global variable whose size is not known yet.
    pub(crate) fn beyond(&self, base: GlobalValue<'c>, bytes: u64) -> PointerValue<'c> {
        // SAFETY: without `inbounds`, LLVM asks nothing of the result.
        unsafe { base.as_pointer_value().const_gep(self.i8, &[self.word(bytes)]) }
    }

    /// Puts a definition in the place of a declaration, which goes.
    pub(crate) fn replace(&self, declared: GlobalValue<'c>, defined: GlobalValue<'c>) {
        // SAFETY: both are pointers of this module, and nothing uses the declaration after.
        unsafe {
            llvm_sys::core::LLVMReplaceAllUsesWith(declared.as_value_ref(), defined.as_value_ref());
            declared.delete();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_linkers_would_take_apart() {
        assert_eq!(code_symbol("S.@@"), "S.%40%40.code");
        assert_ne!(code_symbol("S.@"), code_symbol("S.%40"));
        assert_eq!(closure_symbol("List.map.3"), "List.map.3.closure");
    }
}
