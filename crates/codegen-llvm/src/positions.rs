//! The table that backtraces are made from: for the code of every cluster, the
//! source function and place it comes from, with the places where it was inlined.
//!
//! A cluster's number in the table stands before its code, so it is fixed before
//! LLVM's passes run; the table itself is made after them, and says nothing of
//! code that is gone. Behind the clusters come the places that raise: a raise hands on
//! the address of its entry.

use crate::ir::Ir;
use crate::parts::Part;
use crate::statics::{Statics, code_symbol, set_contents};
use crate::tables;
use abi::{Position, WORD};
use base::Pos;
use flow::{ClusterId, Unit};
use inkwell::module::Linkage;
use inkwell::values::{BasicValueEnum, GlobalValue, PointerValue, StructValue};
use rustc_hash::FxHashMap;
use std::mem::offset_of;

/// The number of a cluster's entry. Entry 0 is unused.
pub(crate) fn number(cluster: ClusterId, part: &Part) -> u32 {
    part.place(cluster).expect("a part numbers its own clusters") as u32 + 1
}

/// The entry of a place that raises, by its number among them. They follow the
/// clusters.
pub(crate) fn site_number(number: usize, part: &Part) -> usize {
    part.clusters.len() + 1 + number
}

struct Table<'a, 'c> {
    ir: &'a Ir<'c>,
    unit: &'a Unit,
    statics: &'a mut Statics<'c>,
    /// The address of the table.
    start: PointerValue<'c>,
    entries: Vec<StructValue<'c>>,
    /// The number of the first entry that only chains lead to.
    extra: usize,
    /// Entries for the ends of chains, by place and function.
    outer: FxHashMap<(Pos, &'a str), u32>,
    /// Their contents, in order of number.
    pending: Vec<(Pos, &'a str)>,
}

/// Makes the table that so far stands for `declared`, and returns how many entries it has.
pub(crate) fn define<'c, 'u>(
    ir: &Ir<'c>,
    unit: &'u Unit,
    part: &Part,
    statics: &mut Statics<'c>,
    sites: &[(usize, (Pos, &'u str))],
    (declared, name): (GlobalValue<'c>, &str),
) -> (GlobalValue<'c>, u64) {
    let entries = Vec::with_capacity(part.clusters.len() + 1);
    let mut table = Table {
        ir,
        unit,
        statics,
        start: declared.as_pointer_value(),
        entries,
        extra: 0,
        outer: FxHashMap::default(),
        pending: Vec::new(),
    };
    table.push(ir.ptr.const_null(), "", Pos::NONE);
    table.extra = part.clusters.len() + sites.len() + 1;
    let clusters = unit.clusters.iter().filter(|(id, _)| part.has(*id));
    for (_, cluster) in clusters {
        let code = ir.module.get_function(&code_symbol(&cluster.name));
        let code = code.map(|code| code.as_global_value().as_pointer_value());
        table.push(code.unwrap_or(ir.ptr.const_null()), &cluster.function, cluster.pos);
    }
    for (number, (pos, function)) in sites {
        debug_assert_eq!(site_number(*number, part), table.entries.len());
        table.push(ir.ptr.const_null(), function, *pos);
    }
    let mut next = 0;
    while let Some(&(pos, function)) = table.pending.get(next) {
        table.push(ir.ptr.const_null(), function, pos);
        next += 1;
    }
    let ty = table.entries[0].get_type();
    let contents = ty.const_array(&table.entries);
    let global = ir.module.add_global(contents.get_type(), None, name);
    set_contents(global, &contents);
    // The least that any table of addresses has.
    global.set_alignment(WORD as u32);
    global.set_constant(true);
    global.set_linkage(Linkage::Internal);
    (global, table.entries.len() as u64)
}

impl<'a, 'c> Table<'a, 'c> {
    fn push(&mut self, code: PointerValue<'c>, function: &'a str, pos: Pos) {
        let (ir, unit) = (self.ir, self.unit);
        let small = |n: u32| ir.i32.const_int(n as u64, false).into();
        let info = unit.positions.get(pos);
        let inlined_at = info.map_or(0, |info| self.outer_entry(info.inlined_at, function));
        let function = info.and_then(|info| info.function.as_deref()).unwrap_or(function);
        let name = self.statics.text(ir, function);
        let file = match info {
            Some(info) => self.statics.text(ir, &info.file),
            None => ir.ptr.const_null(),
        };
        let (line, column) = info.map_or((0, 0), |info| (info.line, info.column));
        let fields = [
            (offset_of!(Position, code), self.distance(code)),
            (offset_of!(Position, function), self.distance(name)),
            (offset_of!(Position, file), self.distance(file)),
            (offset_of!(Position, line), small(line)),
            (offset_of!(Position, column), small(column)),
            (offset_of!(Position, inlined_at), small(inlined_at)),
        ];
        self.entries.push(tables::constant::<Position>(ir, &fields));
    }

    /// The distance of an address from the start of the table; 0 for null.
    fn distance(&self, address: PointerValue<'c>) -> BasicValueEnum<'c> {
        let ir = self.ir;
        if address.is_null() {
            return ir.i32.const_zero().into();
        }
        let word = |address: PointerValue<'c>| address.const_to_int(ir.i64);
        word(address).const_sub(word(self.start)).const_truncate(ir.i32).into()
    }

    /// The number of an entry that only chains lead to.
    fn outer_entry(&mut self, pos: Pos, function: &'a str) -> u32 {
        if pos.is_none() {
            return 0;
        }
        let first = self.extra as u32;
        let next = first + self.pending.len() as u32;
        let number = *self.outer.entry((pos, function)).or_insert(next);
        if number == next {
            self.pending.push((pos, function));
        }
        number
    }
}
