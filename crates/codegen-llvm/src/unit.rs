//! A whole unit: declarations first, then every cluster, then what the runtime
//! wants to know of it.

use crate::cells::declare_cell;
use crate::classes::Classes;
use crate::convention::{Shape, locations};
use crate::debug::Debug;
use crate::foreign::{Convention, declare_code};
use crate::ir::Ir;
use crate::parts::Part;
use crate::places::Turn;
use crate::statics::{self, Statics, closure_symbol, code_symbol, contents, set_contents};
use crate::{Options, cluster, positions, stubs, tables};
use abi::{Class, CodeInfo, FieldKind, Layout, WORD};
use base::{EntityId, Name, Pos};
use faults::{Fault, on};
use flow::{Cluster, ClusterId, ClusterKind, FlowOp, Frames, Kind, Let, Unit};
use inkwell::GlobalVisibility;
use inkwell::module::Linkage;
use inkwell::values::{BasicValueEnum, FunctionValue, GlobalValue, PointerValue, StructValue};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::mem::offset_of;
use types::ForeignId;

/// A unit under compilation.
pub(crate) struct UnitCx<'u, 'c> {
    pub(crate) ir: &'u Ir<'c>,
    pub(crate) unit: &'u Unit,
    pub(crate) options: &'u Options,
    /// The part of it that is compiled here.
    part: &'u Part,
    /// The code of each cluster that was asked for.
    codes: RefCell<Vec<Option<FunctionValue<'c>>>>,
    /// The code of each import.
    pub(crate) imports: Vec<FunctionValue<'c>>,
    /// The address of each global cell.
    pub(crate) cells: Vec<PointerValue<'c>>,
    pub(crate) statics: RefCell<Statics<'c>>,
    pub(crate) debug: Option<Debug<'c>>,
    /// The position table, declared: it is made when it is known what code is left.
    positions: GlobalValue<'c>,
    /// A constant before all others of the part.
    constants: PointerValue<'c>,
    /// The classes of boxed `any`s that the code names.
    classes: RefCell<Classes<'c>>,
    /// The clusters that are the code of foreign functions.
    pub(crate) defined: FxHashMap<ForeignId, ClusterId>,
    /// The places that raise.
    sites: RefCell<FxHashMap<(Pos, Name), usize>>,
}

impl<'u, 'c> UnitCx<'u, 'c> {
    /// Declares everything that clusters can name.
    pub(crate) fn new(
        ir: &'u Ir<'c>,
        unit: &'u Unit,
        options: &'u Options,
        part: &'u Part,
    ) -> UnitCx<'u, 'c> {
        let imports = unit.imports.values().map(|import| {
            let symbol = code_symbol(&import.symbol);
            let locs = locations(import.params.iter().copied());
            let known = ir.module.get_function(&symbol);
            known.unwrap_or_else(|| ir.outer_function(&symbol, Shape::of(&locs)))
        });
        let name = part_symbol(&options.unit_symbol, part.number);
        // LLVM writes constants in the order in which they are made.
        let constants = match is_managed(unit) {
            true => statics::constant(ir, "kont.constants", &ir.word(0)),
            false => ir.ptr.const_null(),
        };
        let positions = ir.module.add_global(ir.ptr, None, &positions_symbol(&name));
        UnitCx {
            ir,
            unit,
            options,
            part,
            constants,
            positions,
            codes: RefCell::new(vec![None; unit.clusters.len()]),
            imports: imports.collect(),
            cells: UnitCx::cells_before(ir, &options.turn).unwrap_or_else(|| {
                unit.globals.values().map(|global| declare_cell(ir, global, part)).collect()
            }),
            statics: RefCell::default(),
            debug: options.debug.then(|| Debug::new(ir, unit)),
            classes: RefCell::default(),
            defined: unit
                .clusters
                .iter()
                .filter_map(|(id, cluster)| Some((foreign_of(cluster)?, id)))
                .collect(),
            sites: RefCell::default(),
        }
    }

    /// The code of every cluster, and the function that enters it.
    pub(crate) fn define(&self) {
        for (id, cluster) in self.clusters() {
            self.code(id);
            if self.known_elsewhere(id) && cluster.kind == ClusterKind::Fun {
                self.static_closure(id);
            }
            cluster::define(self, id, cluster);
            if let Some(foreign) = foreign_of(cluster) {
                let foreign = &self.unit.foreigns[foreign];
                if foreign.symbol.is_empty() {
                    continue;
                }
                Convention::of(self.ir, foreign).define(self.ir, &foreign.symbol, self.code(id));
            }
        }
        self.ir.set_place(None);
        if let Some(debug) = &self.debug {
            debug.finish();
        }
        if is_managed(self.unit) {
            self.positions.set_visibility(GlobalVisibility::Hidden);
            self.declare_unit();
        }
        if self.options.main && self.part.number == 0 {
            self.define_main();
        }
    }

    /// The clusters of the part.
    pub(crate) fn clusters(&self) -> impl Iterator<Item = (ClusterId, &'u Cluster)> + use<'u, 'c> {
        let part = self.part;
        self.unit.clusters.iter().filter(|(id, _)| part.has(*id))
    }

    /// The code of a cluster, of this part or another.
    pub(crate) fn code(&self, id: ClusterId) -> FunctionValue<'c> {
        let known = self.codes.borrow()[id.index()];
        known.unwrap_or_else(|| {
            let function = declare_cluster(self.ir, self.unit, id, self.part);
            if self.part.has(id) {
                self.leave_room(function);
            }
            self.codes.borrow_mut()[id.index()] = Some(function);
            function
        })
    }

    /// The static closure of a cluster, of this part or another: there is one, since programs may
    /// ask whether two functions are the same.
    pub(crate) fn static_closure(&self, id: ClusterId) -> PointerValue<'c> {
        if let Some(closure) = self.closure_before(id) {
            return closure;
        }
        let cluster = &self.unit.clusters[id];
        if !self.part.has(id) {
            return statics::outer_closure(self.ir, cluster);
        }
        let known_elsewhere = self.known_elsewhere(id);
        let closure = statics::closure(self.ir, cluster, self.code(id), known_elsewhere);
        if self.options.shown.as_deref() == Some(&*cluster.name)
            && let Some(global) = self.ir.module.get_global(&closure_symbol(&cluster.name))
        {
            global.set_visibility(GlobalVisibility::Default);
        }
        closure
    }

    /// The static closure of a cluster, if something has asked for it.
    pub(crate) fn made_closure(&self, id: ClusterId) -> Option<PointerValue<'c>> {
        let symbol = closure_symbol(&self.unit.clusters[id].name);
        self.ir.module.get_global(&symbol).map(|global| global.as_pointer_value())
    }

    /// The number of the part.
    pub(crate) fn number(&self) -> usize {
        self.part.number
    }

    /// True if code outside this part may name a cluster of it.
    fn known_elsewhere(&self, id: ClusterId) -> bool {
        self.unit.clusters[id].export || self.part.shared[id.index()]
    }

    /// The unit's descriptor as the passes see it: all but the length of the position
    /// table.
    fn declare_unit(&self) {
        let ir = self.ir;
        let (enter, resume) = (stubs::enter(ir), stubs::resume(ir));
        let on_stack = self.unit.frames == Frames::Stack;
        let barrier = match on_stack {
            true => stubs::barrier(ir).as_global_value().as_pointer_value(),
            false => ir.ptr.const_null(),
        };
        let first = self.part.number == 0;
        let entry = self.unit.entry.filter(|_| first).map(|id| self.static_closure(id));
        let (cells, count) = if first { self.traced_cells() } else { (ir.ptr.const_null(), 0) };
        let next = self.part.number + 1;
        let next = (next < self.part.count).then(|| {
            let symbol = part_symbol(&self.options.unit_symbol, next);
            let next = ir.module.add_global(ir.ptr, None, &symbol);
            next.as_pointer_value()
        });
        let (imports, import_count) = if first { self.imports() } else { (ir.ptr.const_null(), 0) };
        let (classes, class_count) = self.classes.borrow().table(ir);
        let fields = [
            (offset_of!(abi::Unit, version), ir.word(abi::ABI_VERSION).into()),
            (offset_of!(abi::Unit, entry), entry.unwrap_or(ir.ptr.const_null()).into()),
            (offset_of!(abi::Unit, enter), enter.as_global_value().as_pointer_value().into()),
            (offset_of!(abi::Unit, resume), resume.as_global_value().as_pointer_value().into()),
            (offset_of!(abi::Unit, frames), ir.word(on_stack.into()).into()),
            (offset_of!(abi::Unit, barrier), barrier.into()),
            (offset_of!(abi::Unit, globals), cells.into()),
            (offset_of!(abi::Unit, global_count), ir.word(count).into()),
            (offset_of!(abi::Unit, positions), self.positions.as_pointer_value().into()),
            (offset_of!(abi::Unit, position_count), ir.word(0).into()),
            (offset_of!(abi::Unit, next), next.unwrap_or(ir.ptr.const_null()).into()),
            (offset_of!(abi::Unit, classes), classes.into()),
            (offset_of!(abi::Unit, class_count), ir.word(class_count).into()),
            (offset_of!(abi::Unit, constants), self.constants.into()),
            (offset_of!(abi::Unit, imports), imports.into()),
            (offset_of!(abi::Unit, import_count), ir.word(import_count).into()),
        ];
        self.set_descriptor(tables::constant::<abi::Unit>(ir, &fields));
        if first {
            self.define_exports();
            self.define_cell_table();
        }
        self.define_places();
    }

    /// The table of the cells that can be looked up.
    fn define_cell_table(&self) {
        let cells = &self.options.cells;
        if cells.is_empty() {
            return;
        }
        let names = self.unit.globals.values().map(|cell| &cell.name);
        let addresses: FxHashMap<&Name, _> = names.zip(&self.cells).collect();
        let nowhere = self.ir.ptr.const_null();
        let address = |name| addresses.get(name).map_or(nowhere, |cell| **cell);
        let contents = self.ir.ptr.const_array(&cells.iter().map(address).collect::<Vec<_>>());
        let symbol = cells_symbol(&self.options.unit_symbol);
        let table = self.ir.module.add_global(contents.get_type(), None, &symbol);
        set_contents(table, &contents);
        table.set_constant(true);
    }

    /// An array of the addresses of the words that say which units this one imports from.
    fn imports(&self) -> (PointerValue<'c>, u64) {
        let (ir, symbols) = (self.ir, &self.options.imports);
        let words = symbols
            .iter()
            .map(|symbol| ir.module.add_global(ir.ptr, None, symbol).as_pointer_value());
        self.table("kont.imports", &words.collect::<Vec<_>>())
    }

    /// Says for each export that it is of this unit: a word with the unit's address, whose symbol
    /// is the name and type of the export.
    fn define_exports(&self) {
        let (ir, unit) = (self.ir, self.ir.module.get_global(&self.symbol()));
        let unit = unit.expect("declared before").as_pointer_value();
        for symbol in &self.options.exports {
            let word = ir.module.add_global(ir.ptr, None, symbol);
            set_contents(word, &unit);
            word.set_constant(true);
        }
    }

    /// A table of addresses, and its length.
    fn table(&self, name: &str, addresses: &[PointerValue<'c>]) -> (PointerValue<'c>, u64) {
        let ir = self.ir;
        if addresses.is_empty() {
            return (ir.ptr.const_null(), 0);
        }
        let contents = ir.ptr.const_array(addresses);
        let global = ir.module.add_global(contents.get_type(), None, name);
        set_contents(global, &contents);
        global.set_constant(true);
        global.set_linkage(Linkage::Internal);
        (global.as_pointer_value(), addresses.len() as u64)
    }

    /// The word that holds the number of a class of boxed `any`s, once the unit is registered.
    pub(crate) fn class_number(&self, text: &Name) -> PointerValue<'c> {
        let class = self.classes.borrow_mut().class(self.ir, &self.statics, text);
        self.ir.offset(class, offset_of!(Class, number) as u64)
    }

    /// The symbol of the descriptor.
    fn symbol(&self) -> String {
        part_symbol(&self.options.unit_symbol, self.part.number)
    }

    fn set_descriptor(&self, descriptor: StructValue<'c>) {
        let (ir, name) = (self.ir, &self.symbol());
        let global = ir.module.get_global(name);
        let global =
            global.unwrap_or_else(|| ir.module.add_global(descriptor.get_type(), None, name));
        set_contents(global, &descriptor);
        global.set_constant(true);
        global.set_alignment(8);
        if self.part.number > 0 {
            global.set_visibility(GlobalVisibility::Hidden);
        }
    }

    /// The entry of the position table for a place that raises.
    pub(crate) fn site(&self, pos: Pos, function: &Name) -> PointerValue<'c> {
        let mut sites = self.sites.borrow_mut();
        let next = sites.len();
        let number = *sites.entry((pos, function.clone())).or_insert(next);
        let entry = positions::site_number(number, self.part);
        self.ir.beyond(self.positions, (entry * size_of::<abi::Position>()) as u64)
    }

    /// Makes the position table, if there is managed code. Run after LLVM's passes.
    pub(crate) fn define_positions(&self) {
        if !is_managed(self.unit) {
            return;
        }
        let (ir, name) = (self.ir, &self.symbol());
        let symbol = positions_symbol(name);
        self.positions.set_name("");
        let sites = self.sites.borrow();
        let mut sites: Vec<_> = sites.iter().map(|((pos, f), n)| (*n, (*pos, &**f))).collect();
        sites.sort_unstable_by_key(|(n, _)| *n);
        let (table, count) = positions::define(
            ir,
            self.unit,
            self.part,
            &mut self.statics.borrow_mut(),
            &sites,
            (self.positions, &symbol),
        );
        let descriptor = ir.module.get_global(name).expect("defined with the unit");
        let old = contents(descriptor).into_struct_value();
        let mut values: Vec<BasicValueEnum<'c>> = old.get_fields().collect();
        values[offset_of!(abi::Unit, position_count) / WORD] = ir.word(count).into();
        self.set_descriptor(ir.context.const_struct(&values, false));
        ir.replace(self.positions, table);
    }

    /// An array of the addresses of the traced cells that this unit defines.
    fn traced_cells(&self) -> (PointerValue<'c>, u64) {
        if let Turn::Second(_) = self.options.turn {
            return (self.ir.ptr.const_null(), 0);
        }
        let traced = self.unit.globals.iter().filter(|(_, global)| match global.linkage {
            types::Linkage::Local | types::Linkage::Export => global.kind.is_traced(),
            types::Linkage::Import => false,
        });
        let cells: Vec<_> = traced.map(|(id, _)| self.cells[id.index()]).collect();
        self.table("kont.cells", &cells)
    }

    /// `int main(int argc, char **argv) { return kont_main(argc, argv, &unit); }`
    fn define_main(&self) {
        let ir = self.ir;
        let ty = ir.i32.fn_type(&[ir.i32.into(), ir.ptr.into()], false);
        let main = ir.module.add_function("main", ty, Some(Linkage::External));
        ir.position(ir.new_block(main, ""));
        let params = [ir.i32.into(), ir.ptr.into(), ir.ptr.into()];
        let function = ir.c_function(abi::MAIN, Some(ir.i32.into()), &params);
        let unit = ir.module.get_global(&self.options.unit_symbol).expect("declared before");
        let mut args: Vec<_> = main.get_param_iter().map(Into::into).collect();
        args.push(unit.as_pointer_value().into());
        ir.ret_value(ir.call(function, &args).expect("it returns an exit code"));
    }
}

/// True if there is something that the runtime must know: managed code, or cells of its own.
/// Other units have no descriptor and no stubs, and link without the runtime.
pub fn is_managed(unit: &Unit) -> bool {
    let defined = |global: &flow::Global| global.linkage != types::Linkage::Import;
    let managed = |cluster: &Cluster| foreign_of(cluster).is_none();
    unit.clusters.values().any(managed) || unit.globals.values().any(defined)
}

/// The foreign function that a cluster is the code of.
fn foreign_of(cluster: &Cluster) -> Option<ForeignId> {
    match cluster.kind {
        ClusterKind::Foreign(foreign) => Some(foreign),
        ClusterKind::Fun | ClusterKind::Known | ClusterKind::Cont => None,
    }
}

/// The symbol of the table of a unit's cells, by that of the unit.
pub fn cells_symbol(unit: &str) -> String {
    format!("{unit}.cells")
}

fn positions_symbol(unit: &str) -> String {
    format!("{unit}.positions")
}

/// The symbol of a part's descriptor.
fn part_symbol(unit: &str, number: usize) -> String {
    if number == 0 { unit.to_owned() } else { format!("{unit}.part.{number}") }
}

/// Declares the code of a cluster: to be defined here, or in another part.
fn declare_cluster<'c>(ir: &Ir<'c>, unit: &Unit, id: ClusterId, part: &Part) -> FunctionValue<'c> {
    let cluster = &unit.clusters[id];
    let symbol = code_symbol(&cluster.name);
    if let Some(foreign) = foreign_of(cluster) {
        return declare_code(ir, &symbol, &unit.foreigns[foreign]);
    }
    let shape = Shape::of(&cluster::param_slots(unit, cluster));
    if !part.has(id) {
        return ir.outer_function(&symbol, shape);
    }
    let known_elsewhere = cluster.export || part.shared[id.index()];
    let linkage = if known_elsewhere { Linkage::External } else { Linkage::Internal };
    let function = ir.managed_function(&symbol, linkage, shape);
    let info = CodeInfo::new(positions::number(id, part), roots(unit, cluster));
    let info = if part.of_entry[id.index()] { info.of_entry() } else { info };
    let info = if part.handlers.contains(&id) { info.of_handler() } else { info };
    ir.set_code_info(function, info, layout(unit.frames, cluster));
    function
}

/// The layout of the object whose word 0 is the cluster's code.
fn layout(frames: Frames, cluster: &Cluster) -> Layout {
    let link = match cluster.kind {
        ClusterKind::Fun | ClusterKind::Known | ClusterKind::Foreign(_) => None,
        ClusterKind::Cont => Some(FieldKind::Cont),
    };
    if cluster.kind == ClusterKind::Cont && frames == Frames::Stack {
        let words = cluster.frame_words();
        let mut traced = vec![false; words];
        for (i, kind) in cluster.fields.iter().enumerate() {
            traced[words - cluster.place(i)] = *kind == Kind::Ref;
        }
        return Layout::on_stack(&traced);
    }
    let kinds = cluster.fields.iter().map(|kind| match kind {
        Kind::Ref => FieldKind::Ref,
        Kind::Cont => FieldKind::Cont,
        Kind::Int(_) | Kind::F32 | Kind::F64 | Kind::Ptr => FieldKind::Raw,
    });
    let layout = Layout::new(&link.into_iter().chain(kinds).collect::<Vec<_>>());
    cluster.anys.map_or(layout, |count| layout.with_anys(count as usize))
}

/// The slots that are live at the cluster's heap check, as a bit mask.
fn roots(unit: &Unit, cluster: &Cluster) -> u32 {
    let mut roots = match cluster.kind {
        ClusterKind::Fun | ClusterKind::Known | ClusterKind::Foreign(_) => 0,
        // The frame is also what the collector enters again.
        ClusterKind::Cont => abi::ROOT_CONT,
    };
    let slots = cluster::param_slots(unit, cluster);
    let live = cluster.body.lets.iter().find_map(|binding| match binding {
        Let::Op { op: FlowOp::Check(_), args, .. } => Some(args),
        Let::Op { .. } | Let::Funs(_) => None,
    });
    let forgotten = usize::from(on(Fault::RootsForgetLast));
    for atom in live.into_iter().flatten().rev().skip(forgotten) {
        let flow::Atom::Var(var) = atom else { continue };
        if cluster.k == Some(*var) {
            roots |= abi::ROOT_CONT;
        }
        for (param, loc) in cluster.params.iter().zip(&slots) {
            match loc {
                abi::Loc::Int(i) if param == var => roots |= 1 << i,
                abi::Loc::Int(_) | abi::Loc::Float(_) | abi::Loc::Spill(_) => {}
            }
        }
    }
    roots
}
