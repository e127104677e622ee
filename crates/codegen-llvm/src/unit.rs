//! A whole unit: declarations first, then every cluster, then what the runtime
//! wants to know of it.

use crate::debug::Debug;
use crate::ir::Ir;
use crate::statics::{self, Statics, cell_symbol, code_symbol, contents, set_contents};
use crate::{Options, cluster, positions, stubs};
use abi::{CodeInfo, FieldKind, Layout};
use base::{EntityId, Name, Pos};
use flow::{Cluster, ClusterId, ClusterKind, FlowOp, Kind, Let, Unit};
use inkwell::GlobalVisibility;
use inkwell::module::Linkage;
use inkwell::values::{BasicValueEnum, FunctionValue, GlobalValue, PointerValue};
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// A unit under compilation.
pub(crate) struct UnitCx<'u, 'c> {
    pub(crate) ir: &'u Ir<'c>,
    pub(crate) unit: &'u Unit,
    pub(crate) options: &'u Options,
    /// The code of each cluster.
    pub(crate) codes: Vec<FunctionValue<'c>>,
    /// The code of each import.
    pub(crate) imports: Vec<FunctionValue<'c>>,
    /// The address of each global cell.
    pub(crate) cells: Vec<PointerValue<'c>>,
    pub(crate) statics: RefCell<Statics<'c>>,
    pub(crate) debug: Option<Debug<'c>>,
    /// The places that raise.
    sites: RefCell<FxHashMap<(Pos, Name), usize>>,
}

impl<'u, 'c> UnitCx<'u, 'c> {
    /// Declares everything that clusters can name.
    pub(crate) fn new(ir: &'u Ir<'c>, unit: &'u Unit, options: &'u Options) -> UnitCx<'u, 'c> {
        let codes = unit.clusters.iter().map(|(id, c)| declare_cluster(ir, unit, id, c)).collect();
        let imports = unit.imports.values().map(|import| {
            let symbol = code_symbol(&import.symbol);
            let known = ir.module.get_function(&symbol);
            known.unwrap_or_else(|| ir.managed_function(&symbol, Linkage::External))
        });
        UnitCx {
            ir,
            unit,
            options,
            codes,
            imports: imports.collect(),
            cells: unit.globals.values().map(|global| declare_cell(ir, global)).collect(),
            statics: RefCell::default(),
            debug: options.debug.then(|| Debug::new(ir, unit)),
            sites: RefCell::default(),
        }
    }

    /// The code of every cluster, and the function that enters it.
    pub(crate) fn define(&self) {
        for (id, cluster) in self.unit.clusters.iter() {
            if cluster.export && cluster.kind == ClusterKind::Fun {
                self.static_closure(id);
            }
            cluster::define(self, id, cluster);
        }
        self.ir.set_place(None);
        if let Some(debug) = &self.debug {
            debug.finish();
        }
        self.declare_unit();
        if self.options.main {
            self.define_main();
        }
    }

    /// The static closure of a cluster.
    pub(crate) fn static_closure(&self, id: ClusterId) -> PointerValue<'c> {
        statics::closure(self.ir, &self.unit.clusters[id], self.codes[id.index()])
    }

    /// The unit's descriptor as the passes see it: all but the position table,
    /// which is made when it is known what code is left.
    fn declare_unit(&self) {
        let ir = self.ir;
        let name = &self.options.unit_symbol;
        let positions = ir.module.add_global(ir.ptr, None, &positions_symbol(name));
        positions.set_visibility(GlobalVisibility::Hidden);
        let enter = stubs::enter(ir);
        let entry = self.unit.entry.map(|id| self.static_closure(id));
        let (cells, count) = self.traced_cells();
        let values = [
            ir.word(abi::ABI_VERSION).into(),
            entry.unwrap_or(ir.ptr.const_null()).into(),
            enter.as_global_value().as_pointer_value().into(),
            cells.into(),
            ir.word(count).into(),
            positions.as_pointer_value().into(),
            ir.word(0).into(),
        ];
        self.set_descriptor(&values);
    }

    fn set_descriptor(&self, values: &[BasicValueEnum<'c>]) {
        let (ir, name) = (self.ir, &self.options.unit_symbol);
        let descriptor = ir.context.const_struct(values, false);
        let global = ir.module.get_global(name);
        let global =
            global.unwrap_or_else(|| ir.module.add_global(descriptor.get_type(), None, name));
        set_contents(global, &descriptor);
        global.set_constant(true);
        global.set_alignment(8);
    }

    /// The object that stands for a place that raises.
    pub(crate) fn site(&self, pos: Pos, function: &Name) -> PointerValue<'c> {
        let mut sites = self.sites.borrow_mut();
        let next = sites.len();
        let number = *sites.entry((pos, function.clone())).or_insert(next);
        let symbol = positions::site_symbol(number);
        let known = self.ir.module.get_global(&symbol);
        known.unwrap_or_else(|| statics::site(self.ir, &symbol)).as_pointer_value()
    }

    /// Makes the position table. Run after LLVM's passes.
    pub(crate) fn define_positions(&self) {
        let (ir, name) = (self.ir, &self.options.unit_symbol);
        let symbol = positions_symbol(name);
        let declared = ir.module.get_global(&symbol).expect("declared with the unit");
        declared.set_name("");
        let sites = self.sites.borrow();
        let mut sites: Vec<_> = sites.iter().map(|((pos, f), n)| (*n, (*pos, &**f))).collect();
        sites.sort_unstable_by_key(|(n, _)| *n);
        let (table, count) =
            positions::define(ir, self.unit, &mut self.statics.borrow_mut(), &sites, &symbol);
        let descriptor = ir.module.get_global(name).expect("defined with the unit");
        let old = contents(descriptor).into_struct_value();
        let mut values: Vec<BasicValueEnum<'c>> = old.get_fields().collect();
        values[5] = table.as_pointer_value().into();
        values[6] = ir.word(count).into();
        self.set_descriptor(&values);
        // SAFETY: the descriptor was the declaration's only user.
        unsafe { declared.delete() };
    }

    /// An array of the addresses of the traced cells that this unit defines.
    fn traced_cells(&self) -> (PointerValue<'c>, u64) {
        let ir = self.ir;
        let traced = self.unit.globals.iter().filter(|(_, global)| match global.linkage {
            prim::Linkage::Local | prim::Linkage::Export => global.kind.is_traced(),
            prim::Linkage::Import => false,
        });
        let cells: Vec<_> = traced.map(|(id, _)| self.cells[id.index()]).collect();
        if cells.is_empty() {
            return (ir.ptr.const_null(), 0);
        }
        let contents = ir.ptr.const_array(&cells);
        let global = ir.module.add_global(contents.get_type(), None, "kont.cells");
        set_contents(global, &contents);
        global.set_constant(true);
        global.set_linkage(Linkage::Internal);
        (global.as_pointer_value(), cells.len() as u64)
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

fn positions_symbol(unit: &str) -> String {
    format!("{unit}.positions")
}

fn declare_cluster<'c>(
    ir: &Ir<'c>,
    unit: &Unit,
    id: ClusterId,
    cluster: &Cluster,
) -> FunctionValue<'c> {
    let linkage = if cluster.export { Linkage::External } else { Linkage::Internal };
    let function = ir.managed_function(&code_symbol(&cluster.name), linkage);
    let info = CodeInfo::new(positions::number(id), roots(unit, cluster));
    ir.set_code_info(function, info, layout(cluster));
    function
}

/// The layout of the object whose word 0 is the cluster's code.
fn layout(cluster: &Cluster) -> Layout {
    let link = match cluster.kind {
        ClusterKind::Fun | ClusterKind::Known => None,
        ClusterKind::Cont => Some(FieldKind::Cont),
    };
    let fields = cluster.fields.iter().map(|kind| match kind {
        Kind::Ref => FieldKind::Ref,
        Kind::Cont => FieldKind::Cont,
        Kind::Int(_) | Kind::F32 | Kind::F64 | Kind::Ptr => FieldKind::Raw,
    });
    Layout::new(&link.into_iter().chain(fields).collect::<Vec<_>>())
}

/// Which slots are live at the cluster's heap check.
fn roots(unit: &Unit, cluster: &Cluster) -> u32 {
    let mut roots = match cluster.kind {
        ClusterKind::Fun | ClusterKind::Known => 0,
        // The frame is also what the collector enters again.
        ClusterKind::Cont => abi::ROOT_CONT,
    };
    let slots = cluster::param_slots(unit, cluster);
    let live = cluster.body.lets.iter().find_map(|binding| match binding {
        Let::Op { op: FlowOp::Check(_), args, .. } => Some(args),
        Let::Op { .. } | Let::Funs(_) => None,
    });
    for atom in live.into_iter().flatten() {
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

fn declare_cell<'c>(ir: &Ir<'c>, global: &flow::Global) -> PointerValue<'c> {
    let symbol = cell_symbol(&global.name);
    let cell: GlobalValue<'c> = ir.module.add_global(ir.i64, None, &symbol);
    cell.set_alignment(8);
    match global.linkage {
        // Of the default visibility, as imported closures are.
        prim::Linkage::Import => return cell.as_pointer_value(),
        prim::Linkage::Export => cell.set_visibility(GlobalVisibility::Hidden),
        prim::Linkage::Local => cell.set_linkage(Linkage::Internal),
    }
    let initial = if global.kind.is_traced() { abi::NULL_IMMEDIATE } else { 0 };
    set_contents(cell, &ir.word(initial));
    cell.as_pointer_value()
}
