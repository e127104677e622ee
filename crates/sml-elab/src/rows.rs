//! Records whose fields are not all known when their binding is generalised.
//!
//! `val first = #a` takes records that have a field `a`. The other labels must follow from the
//! rest of the declaration, and are the same wherever `first` is used; the types of these fields
//! may differ. So the record becomes a type variable of the binding, a *row*, and at each use a
//! record of its own, which has the same labels as those of all other uses. At the end of the
//! declaration the row is replaced by a record; among the type variables of the binding, it is
//! replaced by those of the fields that the binding does not name.

use super::finish::Finish;
use super::types::{Class, Subst};
use super::unify::Mismatch;
use super::{Core, Elab};
use crate::core::{ExpKind, Meta, Node, Ty, TyVar, Var};
use base::EntityId;
use rustc_hash::FxHashMap;
use sml_syntax::names::Sym;

/// A row.
struct Row {
    /// The fields that its binding names.
    fields: Vec<(Sym, Ty)>,
    /// The records that have its labels.
    uses: Vec<Ty>,
    /// Rows of which it was a use before it was generalised.
    of: Vec<TyVar>,
    eq: bool,
    level: u32,
    /// Its record type once the labels are known, and the type variables of its other fields.
    record: Option<(Ty, Vec<(Sym, TyVar)>)>,
}

/// Fields with their types.
type Fields = [(Sym, Ty)];

/// The rows of the declarations that are not finished.
#[derive(Default)]
pub(crate) struct Rows {
    rows: FxHashMap<TyVar, Row>,
    /// In the order in which they were made.
    order: Vec<TyVar>,
    /// The rows that a record is a use of.
    uses: FxHashMap<Meta, Vec<TyVar>>,
    /// The type variables of bindings, rows among them.
    params: FxHashMap<Var, Vec<TyVar>>,
}

impl Rows {
    /// True if there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// True if a type variable is a row.
    pub(crate) fn has(&self, var: TyVar) -> bool {
        self.rows.contains_key(&var)
    }

    /// Notes the type variables of a binding that has rows among them.
    pub(crate) fn note_params(&mut self, var: Var, params: &[TyVar]) {
        if params.iter().any(|param| self.has(*param)) {
            self.params.insert(var, params.to_vec());
        }
    }

    /// Notes that one record has been unified with another.
    pub(crate) fn join(&mut self, from: Meta, to: Meta) {
        if let Some(rows) = self.uses.remove(&from) {
            self.uses.entry(to).or_default().extend(rows);
        }
    }

    /// The fields of a row that its binding names, for messages; the others if they are known.
    pub(crate) fn fields(&self, var: TyVar) -> Option<(&Fields, Option<Ty>)> {
        let row = self.rows.get(&var)?;
        Some((&row.fields, row.record.as_ref().map(|(record, _)| *record)))
    }
}

impl Core {
    /// Makes a row of a record that a binding generalises.
    pub(crate) fn make_row(&mut self, meta: Meta, params: &mut Vec<TyVar>) {
        let (eq, level) = (self.infer.metas[meta].eq, self.infer.metas[meta].level);
        let name = self.tyvar_name(params.len(), eq);
        let var = self.new_tyvar(name, eq, level);
        params.push(var);
        self.infer.metas[meta].link = Some(self.program.types.intern(Node::Var(var)));
        let fields = self.infer.metas[meta].fields.take().expect("a row is made of a record");
        let of = self.infer.rows.uses.remove(&meta).unwrap_or_default();
        let row = Row { fields, uses: Vec::new(), of, eq, level, record: None };
        self.infer.rows.rows.insert(var, row);
        self.infer.rows.order.push(var);
    }

    /// Gives the uses of rows among type variables the fields that they must have.
    pub(crate) fn fresh_rows(&mut self, params: &[TyVar], types: &[Ty]) {
        for (i, param) in params.iter().enumerate() {
            let Some(row) = self.infer.rows.rows.get(param) else { continue };
            let Node::Meta(meta) = *self.program.types.node(types[i]) else { continue };
            let (fields, record, eq) = (row.fields.clone(), row.record.clone(), row.eq);
            let fields: Vec<(Sym, Ty)> = fields
                .into_iter()
                .map(|(label, ty)| (label, self.subst(ty, params, types)))
                .collect();
            match record {
                Some((_, others)) => {
                    let others = others
                        .into_iter()
                        .map(|(label, _)| (label, self.fresh_with(eq, Class::ANY)))
                        .collect::<Vec<_>>();
                    let record = self.record(fields.into_iter().chain(others).collect());
                    self.infer.metas[meta].link = Some(record);
                }
                None => {
                    self.infer.metas[meta].fields = Some(fields);
                    self.infer.rows.uses.insert(meta, vec![*param]);
                    if let Some(row) = self.infer.rows.rows.get_mut(param) {
                        row.uses.push(types[i]);
                    }
                }
            }
        }
    }

    /// Gives the labels of a record that has become known to all records that share them.
    pub(crate) fn found_labels(
        &mut self,
        meta: Meta,
        fields: &[(Sym, Ty)],
    ) -> Result<(), Mismatch> {
        let Some(rows) = self.infer.rows.uses.remove(&meta) else { return Ok(()) };
        let labels: Vec<Sym> = fields.iter().map(|(label, _)| *label).collect();
        rows.into_iter().try_for_each(|row| self.determine(row, &labels))
    }

    /// Gives a row its labels.
    fn determine(&mut self, var: TyVar, labels: &[Sym]) -> Result<(), Mismatch> {
        let Some(row) = self.infer.rows.rows.get_mut(&var) else { return Ok(()) };
        if row.record.is_some() {
            return Ok(());
        }
        let (uses, of) = (std::mem::take(&mut row.uses), std::mem::take(&mut row.of));
        let (mut fields, eq, level) = (row.fields.clone(), row.eq, row.level);
        let mut others = Vec::new();
        for label in labels {
            if !fields.iter().any(|(own, _)| own == label) {
                let quotes = if eq { "''" } else { "'" };
                let name = format!("{quotes}{}", self.text(*label));
                let name = self.program.names.intern(&name);
                let other = self.new_tyvar(name, eq, level);
                others.push((*label, other));
                fields.push((*label, self.program.types.intern(Node::Var(other))));
            }
        }
        let record = self.record(fields);
        if let Some(row) = self.infer.rows.rows.get_mut(&var) {
            row.record = Some((record, others));
        }
        for row in of {
            self.determine(row, labels)?;
        }
        for ty in uses {
            self.determine_use(ty, labels)?;
        }
        Ok(())
    }

    /// Gives a record the labels that it shares with others.
    fn determine_use(&mut self, ty: Ty, labels: &[Sym]) -> Result<(), Mismatch> {
        let ty = self.find(ty);
        match *self.program.types.node(ty) {
            Node::Var(row) => self.determine(row, labels),
            Node::Meta(meta) => {
                let mut fields = self.infer.metas[meta].fields.clone().unwrap_or_default();
                let level = std::mem::replace(&mut self.infer.level, self.infer.metas[meta].level);
                for label in labels {
                    if !fields.iter().any(|(own, _)| own == label) {
                        fields.push((*label, self.fresh()));
                    }
                }
                self.infer.level = level;
                let record = self.record(fields);
                self.unify(ty, record)
            }
            Node::Con(..) | Node::Arrow(..) | Node::Record(_) => Ok(()),
        }
    }

    /// The row that a record of unknown fields has become, if its labels are still unknown.
    pub(crate) fn open_row(&self, meta: Meta) -> Option<TyVar> {
        let link = self.infer.metas[meta].link?;
        match *self.program.types.node(self.head(link)) {
            Node::Var(var) => {
                let row = self.infer.rows.rows.get(&var)?;
                row.record.is_none().then_some(var)
            }
            Node::Meta(_) | Node::Con(..) | Node::Arrow(..) | Node::Record(_) => None,
        }
    }

    /// Closes a row whose other fields nothing determines: it has none.
    pub(crate) fn close_row(&mut self, var: TyVar) {
        let labels: Vec<Sym> = self.infer.rows.rows[&var].fields.iter().map(|f| f.0).collect();
        // A mismatch needs no message: the caller reports the unknown fields.
        let _ = self.determine(var, &labels);
    }

    /// The type with records for the rows whose labels are known.
    pub(crate) fn without_rows(&mut self, ty: Ty, cx: &mut Finish) -> Ty {
        if self.infer.rows.is_empty() || !self.program.types.is_open(ty) {
            return ty;
        }
        let (vars, types) = match cx.rows.take() {
            Some(known) => known,
            None => self.records_of_rows(cx),
        };
        let ty = self.subst(ty, &vars, &types);
        cx.rows = Some((vars, types));
        ty
    }

    fn records_of_rows(&mut self, cx: &mut Finish) -> (Vec<TyVar>, Vec<Ty>) {
        let (mut vars, mut types) = (Vec::new(), Vec::new());
        for var in self.infer.rows.order.clone() {
            if let Some((record, _)) =
                self.infer.rows.rows.get(&var).and_then(|row| row.record.clone())
            {
                vars.push(var);
                types.push(self.map_ty(record, &Subst::Finish(cx.from), &mut cx.memo));
            }
        }
        // A field of a record may be a row in its turn.
        for _ in 0..types.len() {
            let next: Vec<Ty> = types.iter().map(|ty| self.subst(*ty, &vars, &types)).collect();
            if next == types {
                break;
            }
            types = next;
        }
        (vars, types)
    }

    /// The type variables of a binding, with those of its rows' other fields for rows.
    pub(crate) fn params_without_rows(&self, params: &[TyVar]) -> Vec<TyVar> {
        let mut result = Vec::new();
        for param in params {
            match self.infer.rows.rows.get(param).and_then(|row| row.record.as_ref()) {
                Some((_, others)) => result.extend(others.iter().map(|(_, other)| *other)),
                None => result.push(*param),
            }
        }
        result
    }

    /// The types at which a binding is used, with those of other fields for records.
    pub(crate) fn types_without_rows(&mut self, var: Var, types: &mut Vec<Ty>) {
        let Some(params) = self.infer.rows.params.get(&var) else { return };
        // A use within its own recursive group names no types.
        if params.len() != types.len() {
            return;
        }
        let mut result = Vec::new();
        for (param, ty) in params.clone().into_iter().zip(types.iter()) {
            let row = self.infer.rows.rows.get(&param).and_then(|row| row.record.as_ref());
            let Some((_, others)) = row.map(|(record, others)| (record, others.clone())) else {
                result.push(*ty);
                continue;
            };
            for (label, _) in others {
                let field = match self.program.types.node(*ty) {
                    Node::Record(fields) => fields.iter().find(|(own, _)| *own == label),
                    Node::Var(_) | Node::Meta(_) | Node::Con(..) | Node::Arrow(..) => None,
                };
                let field = field.map(|(_, ty)| *ty);
                result.push(field.unwrap_or_else(|| self.unit_ty()));
            }
        }
        *types = result;
    }

    /// Replaces rows in all schemes, at the end of declarations.
    pub(crate) fn forget_rows(&mut self, first_var: usize, cx: &mut Finish) {
        if self.infer.rows.is_empty() {
            return;
        }
        for index in first_var..self.program.vars.len() {
            let var = Var::from_index(index);
            let ty = self.without_rows(self.program.vars[var].ty, cx);
            let params = self.params_without_rows(&self.program.vars[var].params);
            self.program.vars[var].ty = ty;
            self.program.vars[var].params = params;
        }
        let views: Vec<_> = self.entities.views.iter().map(|(view, _)| view).collect();
        for view in views {
            if let Some(super::env::Val::Var(var)) = self.entities.views[view].target {
                let mut inst = self.entities.views[view].inst.to_vec();
                self.types_without_rows(var, &mut inst);
                self.entities.views[view].inst = inst.into();
            }
        }
        self.infer.rows = Rows::default();
    }
}

impl Elab {
    /// A use of a variable, finished.
    pub(crate) fn finish_use(&mut self, kind: &mut ExpKind, cx: &mut Finish) {
        let ExpKind::Var(var, types) = kind else { return };
        for ty in types.iter_mut() {
            *ty = self.core.finish_ty(*ty, cx);
        }
        self.core.types_without_rows(*var, types);
        if let Some(over) = self.core.infer.placeholders.get(var).copied()
            && let Some(ty) = types.first().copied()
        {
            *kind = self.settle_use(over, ty);
        }
    }
}
