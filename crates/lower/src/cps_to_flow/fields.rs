//! The contents of objects and slots: closures and frames whose further fields stand
//! in a record, and arguments that travel in one.

use super::emit::Emit;
use super::nodes::NodeId;
use super::packed::Records;
use super::path::Path;
use super::plan::Key;
use abi::Loc;
use base::Pos;
use faults::{Fault, on};
use flow::{Atom, FlowOp, Kind, Var};

impl Emit<'_> {
    /// The parameters of a block that is a cluster: saved handlers, its own, its
    /// free variables; and what is in records.
    pub(super) fn block_params(&self, id: NodeId) -> (Vec<Var>, Records) {
        let (vars, records) = self.frame_vars(id);
        let conts = vars.iter().take_while(|v| self.unit.vars[**v].kind == Kind::Cont).count();
        let own = self.nodes.nodes[id].params.iter().map(|p| Var(p.0));
        let params = vars[..conts].iter().copied().chain(own).chain(vars[conts..].iter().copied());
        (params.collect(), records)
    }

    /// Makes the closures of a group of functions. A field that holds a closure
    /// made later is filled in when that is there.
    pub(super) fn closures(&mut self, funs: &[cps::Fun], path: &mut Path) {
        let ids: Vec<NodeId> = funs
            .iter()
            .filter_map(|f| self.nodes.of[f.name])
            .filter(|id| self.live.has_fields(*id))
            .collect();
        let mut missing: Vec<Var> =
            ids.iter().map(|id| Var(self.nodes.nodes[*id].name.0)).collect();
        let mut later: Vec<(Var, Var, u32)> = Vec::new();
        for id in &ids {
            let name = Var(self.nodes.nodes[*id].name.0);
            missing.retain(|v| *v != name);
            let vars: Vec<Var> = self.live.vars[*id].iter().map(|v| Var(v.0)).collect();
            let value = |v: &Var| {
                if missing.contains(v) { Atom::Imm(abi::NULL_IMMEDIATE) } else { Atom::Var(*v) }
            };
            let atoms: Vec<Atom> = vars.iter().map(value).collect();
            let fields = self.store_fields(atoms, abi::LAYOUT_FIELDS, path);
            let (direct, rest) = (fields.len(), fields.last().cloned());
            path.op(
                vec![name],
                FlowOp::Closure(self.clusters[&Key::Fun(*id)]),
                fields,
                self.nodes.nodes[*id].pos,
            );
            for (i, var) in vars.iter().enumerate().filter(|(_, v)| missing.contains(v)) {
                match rest {
                    Some(Atom::Var(record)) if vars.len() > direct && i >= direct - 1 => {
                        let offset = abi::field_offset(vars.len() - direct + 1);
                        later.push((*var, record, (offset + i - (direct - 1)) as u32));
                    }
                    _ => later.push((*var, name, 1 + i as u32)),
                }
            }
            let (now, still) = later.into_iter().partition(|(var, _, _)| *var == name);
            later = still;
            for (var, object, word) in now {
                let now: Vec<Atom> = vec![Atom::Var(object), Atom::Var(var)];
                path.op(vec![], FlowOp::Init(word), now, Pos::NONE);
            }
        }
    }

    /// Operands for `most` fields: the rest goes into a record.
    pub(super) fn store_fields(
        &mut self,
        mut atoms: Vec<Atom>,
        most: usize,
        path: &mut Path,
    ) -> Vec<Atom> {
        if atoms.len() > most {
            let rest = atoms.split_off(most - 1);
            atoms.push(self.record_of("rest", rest, path));
        }
        atoms
    }

    /// A record of these variables: the one that the cluster was passed, if there is one.
    pub(super) fn record(&mut self, name: &str, vars: Vec<Var>, path: &mut Path) -> Var {
        match self.records.get(&vars) {
            Some(record) => *record,
            None => self.new_record(name, vars.into_iter().map(Atom::Var).collect(), path),
        }
    }

    fn new_record(&mut self, name: &str, atoms: Vec<Atom>, path: &mut Path) -> Var {
        let record = self.fresh(name, Kind::Ref);
        path.op(vec![record], FlowOp::Record(0), atoms, Pos::NONE);
        record
    }

    /// A record of operands, which are often variables that the cluster was passed in one.
    fn record_of(&mut self, name: &str, atoms: Vec<Atom>, path: &mut Path) -> Atom {
        Atom::Var(match atoms.iter().map(Atom::var).collect() {
            Some(vars) => self.record(name, vars, path),
            None => self.new_record(name, atoms, path),
        })
    }

    /// Binds what [`Emit::store_fields`] stored; returns the kinds of the fields.
    pub(super) fn load_fields(
        &mut self,
        vars: &[Var],
        most: usize,
        path: &mut Path,
        load: impl FnOnce(&mut Path, Vec<Var>),
    ) -> Vec<Kind> {
        let direct = if vars.len() > most { most - 1 } else { vars.len() };
        let mut first = vars[..direct].to_vec();
        let rest = &vars[direct..];
        let record = (!rest.is_empty()).then(|| self.fresh("rest", Kind::Ref));
        first.extend(record);
        let kinds = first.iter().map(|v| self.unit.vars[*v].kind).collect();
        load(path, first);
        if let Some(record) = record {
            self.load_record(record, rest, path);
        }
        kinds
    }

    /// Binds what a record holds, which the cluster can pass on.
    pub(super) fn load_record(&mut self, record: Var, vars: &[Var], path: &mut Path) {
        let offset = abi::field_offset(vars.len());
        for (i, var) in vars.iter().enumerate() {
            let i = if i == 1 && on(Fault::SpillOffset) { 0 } else { i };
            let load = FlowOp::Load { word: (offset + i) as u32, mutable: false };
            path.op(vec![*var], load, vec![Atom::Var(record)], Pos::NONE);
        }
        self.records.insert(vars.to_vec(), record);
    }

    /// Arguments that fit the slots: what does not travels in a record.
    pub(super) fn pack(&mut self, atoms: Vec<Atom>, path: &mut Path) -> Vec<Atom> {
        let floats: Vec<bool> = atoms.iter().map(|a| self.atom_kind(a).is_float()).collect();
        let locs = slots(&floats);
        if !locs.iter().any(|loc| matches!(loc, Loc::Spill(_))) {
            return atoms;
        }
        let (rest, mut fit): (Vec<_>, Vec<_>) =
            atoms.into_iter().zip(locs).partition(|(_, loc)| matches!(loc, Loc::Spill(_)));
        let rest: Vec<Atom> = rest.into_iter().map(|(atom, _)| atom).collect();
        let record = self.record_of("spill", rest, path);
        fit.push((record, Loc::Int(abi::INT_SLOTS - 1)));
        fit.into_iter().map(|(a, _)| a).collect()
    }

    /// Parameters that fit the slots; the others are loaded from a record.
    pub(super) fn unpack_params(&mut self, params: Vec<Var>, path: &mut Path) -> Vec<Var> {
        let floats: Vec<bool> = params.iter().map(|p| self.unit.vars[*p].kind.is_float()).collect();
        let locs = slots(&floats);
        let spilled = |loc: &Loc| matches!(loc, Loc::Spill(_));
        if !locs.iter().any(spilled) {
            return params;
        }
        let (rest, fit): (Vec<_>, Vec<_>) =
            params.into_iter().zip(locs).partition(|(_, loc)| spilled(loc));
        let record = self.fresh("spill", Kind::Ref);
        let rest: Vec<Var> = rest.into_iter().map(|(p, _)| p).collect();
        self.load_record(record, &rest, path);
        fit.into_iter().map(|(p, _)| p).chain([record]).collect()
    }
}

fn slots(floats: &[bool]) -> Vec<Loc> {
    let mut locs = Vec::new();
    abi::assign(floats.iter().copied(), |loc| locs.push(loc));
    locs
}
