//! Line tables for debuggers: which instruction comes from which place.
//!
//! Every cluster is a subprogram of the source function it comes from; every
//! operation has the line and column of its position, or those of its cluster.

use crate::ir::Ir;
use base::{Pos, PosInfo};
use flow::{Cluster, Unit};
use inkwell::debug_info::{
    AsDIScope, DICompileUnit, DIFile, DIFlags, DIFlagsConstants, DISubprogram, DWARFEmissionKind,
    DWARFSourceLanguage, DebugInfoBuilder,
};
use inkwell::module::FlagBehavior;
use inkwell::values::FunctionValue;

/// The debugging information of a module.
pub(crate) struct Debug<'c> {
    builder: DebugInfoBuilder<'c>,
    unit: DICompileUnit<'c>,
}

impl<'c> Debug<'c> {
    /// Begins the description of a module.
    pub(crate) fn new(ir: &Ir<'c>, unit: &Unit) -> Debug<'c> {
        let version = ir.i32.const_int(3, false);
        ir.module.add_basic_value_flag("Debug Info Version", FlagBehavior::Warning, version);
        let file = unit.positions.iter().next().map_or("unit", |(_, info)| &info.file);
        let (builder, unit) = ir.module.create_debug_info_builder(
            true,
            DWARFSourceLanguage::C,
            file,
            ".",
            "kont",
            false,
            "",
            0,
            "",
            DWARFEmissionKind::LineTablesOnly,
            0,
            false,
            false,
            "",
            "",
        );
        Debug { builder, unit }
    }

    /// Describes a cluster, whose instructions follow.
    pub(crate) fn begin(
        &self,
        ir: &Ir<'c>,
        unit: &Unit,
        cluster: &Cluster,
        function: FunctionValue<'c>,
    ) -> DISubprogram<'c> {
        let info = unit.positions.get(cluster.pos);
        let (file, line) = (self.file(info), info.map_or(0, |info| info.line));
        let ty = self.builder.create_subroutine_type(file, None, &[], DIFlags::ZERO);
        let scope = self.unit.as_debug_info_scope();
        let (name, symbol) = (&*cluster.function, function.get_name().to_string_lossy());
        let subprogram = self.builder.create_function(
            scope,
            name,
            Some(&symbol),
            file,
            line,
            ty,
            true,
            true,
            line,
            DIFlags::ZERO,
            false,
        );
        function.set_subprogram(subprogram);
        self.place(ir, subprogram, info);
        subprogram
    }

    /// The instructions that follow come from this place.
    pub(crate) fn at(&self, ir: &Ir<'c>, unit: &Unit, subprogram: DISubprogram<'c>, pos: Pos) {
        if let Some(info) = unit.positions.get(pos) {
            self.place(ir, subprogram, Some(info));
        }
    }

    /// The end of a module.
    pub(crate) fn finish(&self) {
        self.builder.finalize();
    }

    fn place(&self, ir: &Ir<'c>, subprogram: DISubprogram<'c>, info: Option<&PosInfo>) {
        let (line, column) = info.map_or((0, 0), |info| (info.line, info.column));
        let scope = self.builder.create_lexical_block(
            subprogram.as_debug_info_scope(),
            self.file(info),
            line,
            column,
        );
        let scope = scope.as_debug_info_scope();
        let location = self.builder.create_debug_location(ir.context, line, column, scope, None);
        ir.set_place(Some(location));
    }

    fn file(&self, info: Option<&PosInfo>) -> DIFile<'c> {
        match info {
            Some(info) => self.builder.create_file(&info.file, "."),
            None => self.unit.get_file(),
        }
    }
}
