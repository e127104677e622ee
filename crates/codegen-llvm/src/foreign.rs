//! Foreign functions: the C convention, and the code of those that the unit defines.
//!
//! ```text
//! define fastcc { i64, i1 } @f.code(i32 %x, ptr %p)     the code, on leaves; internal
//! define { i64, i8 } @f(i64 %0, i64 %1)                 what C sees: takes structs apart and puts
//!                                                       them together, and calls the code
//! ```
//! Calls from the unit go to the code, so that nothing is put into memory between them, and
//! LLVM's inliner sees through both.

use crate::convention::FAST;
use crate::ir::{Ir, Value};
use crate::target;
use c_abi::{CTy, Machine, Passing, Register, Signature, passing};
use flow::{Foreign, Kind};
use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::module::Linkage;
use inkwell::types::{AnyTypeEnum, BasicMetadataTypeEnum, BasicTypeEnum, FunctionType};
use inkwell::values::{BasicMetadataValueEnum, CallSiteValue, FunctionValue, PointerValue};
use std::num::NonZero;
use types::Width;

/// The C convention of a function.
pub(crate) struct Convention<'c> {
    pub(crate) ty: FunctionType<'c>,
    /// Attributes of the function and of calls of it.
    attributes: Vec<(AttributeLoc, Attribute)>,
    by: By,
}

/// The way values travel.
enum By {
    /// As they are.
    Leaves,
    /// As C types say.
    Types { signature: Signature, param: Passing, result: Passing },
}

/// Bytes of a register, of which stack slots are a multiple.
const REGISTER: u64 = 8;

/// The declaration of the code of a foreign function.
pub(crate) fn declare_code<'c>(ir: &Ir<'c>, name: &str, foreign: &Foreign) -> FunctionValue<'c> {
    let params: Vec<_> = foreign.params.iter().map(|kind| ir.kind_type(*kind).into()).collect();
    let results: Vec<_> = foreign.results.iter().map(|kind| ir.kind_type(*kind)).collect();
    let ty = match results[..] {
        [] => ir.c_type(None, &params),
        [one] => ir.c_type(Some(one), &params),
        _ => ir.c_type(Some(ir.context.struct_type(&results, false).into()), &params),
    };
    let function = ir.module.add_function(name, ty, Some(Linkage::Internal));
    function.set_call_conventions(FAST);
    ir.set_attributes(function, &["nounwind"]);
    function
}

impl<'c> Convention<'c> {
    pub(crate) fn of(ir: &Ir<'c>, foreign: &Foreign) -> Convention<'c> {
        let machine = target::c_machine(&ir.module.get_triple());
        match &foreign.c {
            None => Convention::of_leaves(ir, machine, foreign),
            Some(signature) => Convention::of_types(ir, machine, signature),
        }
    }

    fn of_leaves(ir: &Ir<'c>, machine: Machine, foreign: &Foreign) -> Convention<'c> {
        let params: Vec<_> = foreign.params.iter().map(|kind| ir.kind_type(*kind).into()).collect();
        let result = foreign.results.first().map(|kind| ir.kind_type(*kind));
        let mut attributes = Vec::new();
        for (i, kind) in foreign.params.iter().enumerate() {
            attributes.extend(extended(ir, machine, *kind, AttributeLoc::Param(i as u32)));
        }
        for kind in &foreign.results {
            attributes.extend(extended(ir, machine, *kind, AttributeLoc::Return));
        }
        Convention { ty: ir.c_type(result, &params), attributes, by: By::Leaves }
    }

    fn of_types(ir: &Ir<'c>, machine: Machine, signature: &Signature) -> Convention<'c> {
        let mut params: Vec<BasicMetadataTypeEnum<'c>> = Vec::new();
        let mut attributes = Vec::new();
        let in_memory = |ty: &CTy| AnyTypeEnum::from(ir.i8.array_type(ty.layout().size as u32));
        let attribute = |name: &str, number: u64| {
            let kind = Attribute::get_named_enum_kind_id(name);
            ir.context.create_enum_attribute(kind, number)
        };
        let typed = |name: &str, ty: AnyTypeEnum<'c>| {
            let kind = Attribute::get_named_enum_kind_id(name);
            ir.context.create_type_attribute(kind, ty)
        };
        let by_result = passing(machine, &signature.result);
        let result = match &by_result {
            Passing::Scalar { extended } => {
                if *extended && is_small(&signature.result) {
                    attributes.push((AttributeLoc::Return, ir.attribute("zeroext")));
                }
                Some(scalar(ir, &signature.result))
            }
            Passing::Registers(parts) => registers(ir, parts),
            Passing::Memory { .. } => {
                params.push(ir.ptr.into());
                let at = AttributeLoc::Param(0);
                attributes.push((at, typed("sret", in_memory(&signature.result))));
                attributes.push((at, ir.attribute("noalias")));
                attributes.push((at, attribute("align", signature.result.layout().align)));
                None
            }
        };
        let at = AttributeLoc::Param(params.len() as u32);
        let by_param = passing(machine, &signature.param);
        match &by_param {
            Passing::Scalar { extended } => {
                if *extended && is_small(&signature.param) {
                    attributes.push((at, ir.attribute("zeroext")));
                }
                params.push(scalar(ir, &signature.param).into());
            }
            Passing::Registers(parts) => {
                let types = parts.iter().map(|part| register_type(ir, *part));
                params.extend(types.map(BasicMetadataTypeEnum::from));
            }
            Passing::Memory { on_stack } => {
                params.push(ir.ptr.into());
                if *on_stack {
                    attributes.push((at, typed("byval", in_memory(&signature.param))));
                    attributes.push((at, attribute("align", REGISTER)));
                }
            }
        }
        let by = By::Types { signature: signature.clone(), param: by_param, result: by_result };
        Convention { ty: ir.c_type(result, &params), attributes, by }
    }

    /// Puts the attributes on a function.
    fn mark(&self, function: FunctionValue<'c>) {
        for (at, attribute) in &self.attributes {
            function.add_attribute(*at, *attribute);
        }
    }

    /// Calls a function of this convention with leaves; gives the leaves of its result. `caller`
    /// is the function in which the call is built.
    pub(crate) fn call(
        &self,
        ir: &Ir<'c>,
        caller: FunctionValue<'c>,
        address: PointerValue<'c>,
        leaves: &[Value<'c>],
    ) -> Vec<Value<'c>> {
        let mut args: Vec<BasicMetadataValueEnum<'c>> = Vec::new();
        let By::Types { signature, param, result } = &self.by else {
            args.extend(leaves.iter().map(|leaf| BasicMetadataValueEnum::from(*leaf)));
            let site = self.call_site(ir, address, &args);
            return site.try_as_basic_value().basic().into_iter().collect();
        };
        let room = match result {
            Passing::Memory { .. } => {
                let room = stack_room(ir, caller, &signature.result);
                args.push(room.into());
                Some(room)
            }
            Passing::Scalar { .. } | Passing::Registers(_) => None,
        };
        match param {
            Passing::Scalar { .. } => args.push(leaves[0].into()),
            Passing::Registers(parts) => {
                let copy = stack_room(ir, caller, &signature.param);
                ir.store_leaves(caller, &signature.param, leaves, copy);
                args.extend(load_registers(ir, parts, copy).map(BasicMetadataValueEnum::from));
            }
            Passing::Memory { .. } => {
                let copy = stack_room(ir, caller, &signature.param);
                ir.store_leaves(caller, &signature.param, leaves, copy);
                args.push(copy.into());
            }
        }
        let site = self.call_site(ir, address, &args);
        let given = site.try_as_basic_value().basic();
        match (result, room) {
            (Passing::Scalar { .. }, _) => given.into_iter().collect(),
            (_, Some(room)) => leaves_at(ir, &signature.result, room),
            (Passing::Registers(_), None) => {
                let room = stack_room(ir, caller, &signature.result);
                store_registers(ir, given, room);
                leaves_at(ir, &signature.result, room)
            }
            (Passing::Memory { .. }, None) => unreachable!("made room for above"),
        }
    }

    fn call_site(
        &self,
        ir: &Ir<'c>,
        address: PointerValue<'c>,
        args: &[BasicMetadataValueEnum<'c>],
    ) -> CallSiteValue<'c> {
        let site = ir.call_typed(self.ty, address, args);
        for (at, attribute) in &self.attributes {
            site.add_attribute(*at, *attribute);
        }
        site
    }

    /// Defines the function that C sees, which calls the code.
    pub(crate) fn define(&self, ir: &Ir<'c>, symbol: &str, code: FunctionValue<'c>) {
        let declared = ir.module.get_function(symbol);
        let function = ir.module.add_function(symbol, self.ty, Some(Linkage::External));
        // Calls by another declaration of the symbol came before.
        if let Some(declared) = declared.filter(|other| other.count_basic_blocks() == 0) {
            declared.replace_all_uses_with(function);
            // SAFETY: nothing uses it any more, and nobody keeps what has to be looked up by name.
            unsafe { declared.delete() };
            function.as_global_value().set_name(symbol);
        }
        self.mark(function);
        ir.set_attributes(function, &["nounwind"]);
        ir.position(ir.new_block(function, ""));
        let params = function.get_params();
        let By::Types { signature, param, result } = &self.by else {
            let args: Vec<_> = params.iter().map(|param| (*param).into()).collect();
            match ir.call(code, &args) {
                Some(value) => ir.ret_value(value),
                None => ir.ret(),
            }
            return;
        };
        let (room, params) = match result {
            Passing::Memory { .. } => (Some(params[0].into_pointer_value()), &params[1..]),
            Passing::Scalar { .. } | Passing::Registers(_) => (None, &params[..]),
        };
        let leaves = match param {
            Passing::Scalar { .. } => params.to_vec(),
            Passing::Registers(_) => {
                let copy = stack_room(ir, function, &signature.param);
                for (i, param) in params.iter().enumerate() {
                    ir.store(*param, ir.offset(copy, i as u64 * REGISTER));
                }
                leaves_at(ir, &signature.param, copy)
            }
            Passing::Memory { .. } => {
                leaves_at(ir, &signature.param, params[0].into_pointer_value())
            }
        };
        let results = call_code(ir, code, &leaves);
        match (result, room) {
            (Passing::Scalar { .. }, _) => ir.ret_value(results[0]),
            (_, Some(room)) => {
                ir.store_leaves(function, &signature.result, &results, room);
                ir.ret();
            }
            (Passing::Registers(parts), None) => {
                let room = stack_room(ir, function, &signature.result);
                ir.store_leaves(function, &signature.result, &results, room);
                let values: Vec<_> = load_registers(ir, parts, room).collect();
                match values[..] {
                    [] => ir.ret(),
                    [one] => ir.ret_value(one),
                    _ => ir.ret_several(&values),
                }
            }
            (Passing::Memory { .. }, None) => unreachable!("it has a parameter for it"),
        }
    }
}

/// Calls the code of a foreign function; gives the leaves of its result.
pub(crate) fn call_code<'c>(
    ir: &Ir<'c>,
    code: FunctionValue<'c>,
    leaves: &[Value<'c>],
) -> Vec<Value<'c>> {
    let args: Vec<_> = leaves.iter().map(|leaf| BasicMetadataValueEnum::from(*leaf)).collect();
    match ir.call(code, &args) {
        None => Vec::new(),
        Some(Value::StructValue(several)) => ir.members(several),
        Some(one) => vec![one],
    }
}

fn leaves_at<'c>(ir: &Ir<'c>, ty: &CTy, at: PointerValue<'c>) -> Vec<Value<'c>> {
    let mut leaves = Vec::new();
    ir.load_leaves(ty, at, &mut leaves);
    leaves
}

/// Room on the stack for a value and the registers that it travels in.
fn stack_room<'c>(ir: &Ir<'c>, function: FunctionValue<'c>, ty: &CTy) -> PointerValue<'c> {
    let layout = ty.layout();
    let size = layout.size.next_multiple_of(REGISTER);
    ir.stack_room(function, size, layout.align.max(REGISTER))
}

fn load_registers<'c>(
    ir: &Ir<'c>,
    parts: &[Register],
    from: PointerValue<'c>,
) -> impl Iterator<Item = Value<'c>> {
    let load = move |(i, part): (usize, &Register)| {
        ir.load(register_type(ir, *part), ir.offset(from, i as u64 * REGISTER))
    };
    parts.iter().enumerate().map(load)
}

fn store_registers<'c>(ir: &Ir<'c>, given: Option<Value<'c>>, to: PointerValue<'c>) {
    let values = match given {
        Some(Value::StructValue(several)) => ir.members(several),
        given => given.into_iter().collect(),
    };
    for (i, value) in values.into_iter().enumerate() {
        ir.store(value, ir.offset(to, i as u64 * REGISTER));
    }
}

/// The type of a result in registers.
fn registers<'c>(ir: &Ir<'c>, parts: &[Register]) -> Option<BasicTypeEnum<'c>> {
    match parts {
        [] => None,
        [one] => Some(register_type(ir, *one)),
        _ => {
            let types: Vec<_> = parts.iter().map(|part| register_type(ir, *part)).collect();
            Some(ir.context.struct_type(&types, false).into())
        }
    }
}

fn register_type<'c>(ir: &Ir<'c>, part: Register) -> BasicTypeEnum<'c> {
    match part {
        Register::Ptr => ir.ptr.into(),
        Register::Int(bits) => {
            let bits = NonZero::new(bits.into()).unwrap_or(NonZero::<u32>::MIN);
            ir.context.custom_width_int_type(bits).expect("a width that LLVM has").into()
        }
    }
}

fn scalar<'c>(ir: &Ir<'c>, ty: &CTy) -> BasicTypeEnum<'c> {
    ir.leaf_type(ty.leaves()[0])
}

/// True for an integer that C passes in a larger register.
fn is_small(ty: &CTy) -> bool {
    matches!(ty, CTy::Int(bits) if *bits < 32)
}

/// The attribute of a small integer, whose upper bits the other side relies on.
fn extended<'c>(
    ir: &Ir<'c>,
    machine: Machine,
    kind: Kind,
    at: AttributeLoc,
) -> Option<(AttributeLoc, Attribute)> {
    let small = match kind {
        Kind::Int(width) => width < Width::I32,
        Kind::F32 | Kind::F64 | Kind::Ref | Kind::Cont | Kind::Ptr => false,
    };
    // On AArch64 whoever takes a small integer extends it.
    (small && machine == Machine::X86_64).then(|| (at, ir.attribute("zeroext")))
}
