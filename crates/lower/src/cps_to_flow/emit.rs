//! Writes the clusters.

use super::live::{Live, Mode};
use super::nodes::{Node, NodeId, Nodes};
use super::packed::Packed;
use super::path::Path;
use super::places::Places;
use super::plan::{Key, Plan};
use super::shared::{Numbers, WIDE, sink_loads};
use super::tops::Tops;
use base::{Name, Pos, SecondaryMap, bug};
use cps::Module;
use flow::{
    Atom, Body, Cluster, ClusterId, ClusterKind, FlowOp, Frames, Kind, Let, Local, LocalFun, Tail,
    Unit, Var,
};
use rustc_hash::FxHashMap;
use types::TyId;

/// The unit, and the continuations that became local functions, by cluster.
pub(super) fn emit(
    module: &Module,
    nodes: &Nodes<'_>,
    live: &Live,
    plan: &Plan,
    tops: &Tops,
) -> (Unit, FxHashMap<ClusterId, Vec<NodeId>>) {
    let mut cx = Emit {
        module,
        nodes,
        live,
        plan,
        tops,
        node: NodeId::from_raw(0),
        top: cps::Var(0),
        places: Places::of(module, nodes, live, plan, tops),
        unit: Unit { positions: module.positions.clone(), frames: tops.frames, ..Unit::default() },
        imports: SecondaryMap::new(),
        clusters: FxHashMap::default(),
        keys: Vec::new(),
        locals: SecondaryMap::new(),
        local_conts: FxHashMap::default(),
        cluster: Key::Fun(NodeId::from_raw(0)),
        frames: Vec::new(),
        records: FxHashMap::default(),
        numbers: Numbers::of(nodes, live),
        packed: Packed::of(nodes, live, plan, tops.frames),
    };
    cx.declarations();
    cx.number_clusters();
    for key in cx.keys.clone() {
        let cluster = cx.write_cluster(key);
        cx.unit.clusters.push(cluster);
    }
    let entry = module.entry.and_then(|v| nodes.of[v]);
    cx.unit.entry = entry.and_then(|node| cx.clusters.get(&Key::Fun(node)).copied());
    let local_conts =
        cx.local_conts.iter().map(|(key, conts)| (cx.clusters[key], conts.clone())).collect();
    (cx.unit, local_conts)
}

pub(super) struct Emit<'a> {
    pub(super) module: &'a Module,
    pub(super) nodes: &'a Nodes<'a>,
    pub(super) live: &'a Live,
    pub(super) plan: &'a Plan,
    pub(super) tops: &'a Tops,
    /// The piece of code being written.
    pub(super) node: NodeId,
    /// The last frame on the path being written.
    pub(super) top: cps::Var,
    /// The places of variables in frames, where they are on a stack.
    pub(super) places: Places,
    pub(super) unit: Unit,
    pub(super) imports: SecondaryMap<cps::Var, Option<flow::ImportId>>,
    pub(super) clusters: FxHashMap<Key, ClusterId>,
    keys: Vec<Key>,
    pub(super) locals: SecondaryMap<NodeId, Option<Local>>,
    /// Continuations that are local functions, by cluster, in order.
    local_conts: FxHashMap<Key, Vec<NodeId>>,
    /// The cluster being written.
    pub(super) cluster: Key,
    /// Frames already made on the path being written.
    pub(super) frames: Vec<(NodeId, Var)>,
    /// The records of variables that the cluster being written was passed, by what they hold.
    pub(super) records: FxHashMap<Vec<Var>, Var>,
    /// The numbers of variables that travel in trees of records.
    pub(super) numbers: Numbers,
    /// The variables that travel in records of loops.
    pub(super) packed: Packed,
}

impl<'a> Emit<'a> {
    pub(super) fn kind(&self, var: cps::Var) -> Kind {
        super::kind(self.module, self.nodes, var)
    }

    pub(super) fn ty_kind(&self, ty: TyId) -> Kind {
        super::kind_of_ty(self.module, ty)
    }

    pub(super) fn fresh(&mut self, name: &str, kind: Kind) -> Var {
        self.unit.vars.push(flow::VarInfo { name: Name::from(name), kind })
    }

    fn declarations(&mut self) {
        let module = self.module;
        for (var, info) in module.vars.iter() {
            let kind = self.kind(var);
            self.unit.vars.push(flow::VarInfo { name: info.name.clone(), kind });
        }
        for global in module.globals.values() {
            let kind = self.ty_kind(global.ty);
            self.unit.globals.push(flow::Global {
                name: global.name.clone(),
                kind,
                linkage: global.linkage,
            });
        }
        for foreign in module.foreigns.values() {
            let params = foreign.params.iter().map(|ty| self.ty_kind(*ty)).collect();
            let results = foreign.results.iter().map(|ty| self.ty_kind(*ty)).collect();
            let (name, symbol) = (foreign.name.clone(), foreign.symbol.clone());
            let c = foreign.c.clone();
            self.unit.foreigns.push(flow::Foreign { name, symbol, params, results, c });
        }
        for import in &module.imports {
            let info = &module.vars[import.var];
            let types::Ty::Fun(params, _) = module.types.get(info.ty) else {
                bug!("the import {} is no function", info.name)
            };
            let params: Vec<Kind> = params.iter().map(|ty| self.ty_kind(*ty)).collect();
            let name = Name::from(format!("{}.{}", info.name, import.var.0));
            let import_id = self.unit.imports.push(flow::Import {
                name,
                symbol: import.symbol.clone(),
                params,
            });
            self.imports[import.var] = Some(import_id);
        }
    }

    fn number_clusters(&mut self) {
        for (id, node) in self.nodes.nodes.iter() {
            let Some(key) = self.plan.key[id] else { continue };
            let mut keys = Vec::new();
            if self.nodes.framed.contains(&id) {
                keys.push(Key::Frame(id));
            }
            if node.is_fun || key == Key::Block(id) {
                keys.push(key);
            }
            if self.is_local(id, key) {
                self.local_conts.entry(key).or_default().push(id);
                let local = self.unit.locals.push(self.module.vars[node.name].name.clone());
                self.locals[id] = Some(local);
            }
            for key in keys {
                self.clusters.insert(key, ClusterId(self.keys.len() as u32));
                self.keys.push(key);
            }
        }
    }

    /// True if a piece of code is a local function of its cluster. So is the head of a loop that the
    /// cluster begins with, for jumps from inside of the loop.
    fn is_local(&self, id: NodeId, key: Key) -> bool {
        let node = &self.nodes.nodes[id];
        match key {
            _ if node.is_fun => false,
            Key::Block(root) if root == id => {
                self.plan.polls.contains(&id)
                    && self.nodes.again[id].iter().any(|from| self.plan.key[*from] == Some(key))
            }
            Key::Frame(root) => root != id,
            Key::Fun(_) | Key::Block(_) => true,
        }
    }

    fn write_cluster(&mut self, key: Key) -> Cluster {
        self.cluster = key;
        self.frames.clear();
        self.records.clear();
        let (Key::Fun(id) | Key::Frame(id) | Key::Block(id)) = key;
        let nodes = self.nodes;
        let node = &nodes.nodes[id];
        self.node = id;
        self.top = self.tops.top(nodes, id);
        let fun_name = self.module.vars[nodes.nodes[node.fun].name].name.clone();
        let mut cluster = Cluster {
            name: self.cluster_name(key, node),
            function: fun_name,
            kind: ClusterKind::Known,
            export: false,
            anys: None,
            clos: None,
            k: None,
            params: Vec::new(),
            fields: Vec::new(),
            places: Vec::new(),
            body: Body { lets: Vec::new(), tail: Tail::Unreachable },
            pos: node.pos,
        };
        let mut path = Path::new(Vec::new());
        match key {
            Key::Fun(id) => self.enter_fun(id, &mut cluster, &mut path),
            Key::Frame(_) => self.enter_frame(key, &mut cluster, &mut path),
            Key::Block(id) if self.places.blocks.contains(&id) => {
                self.enter_frame(key, &mut cluster, &mut path);
            }
            Key::Block(id) => self.enter_block(id, &mut cluster, &mut path),
        }
        self.outer_locals(key, &mut path);
        cluster.body = if key == Key::Frame(id) && self.plan.key[id] != Some(key) {
            let args = node.params.iter().map(|p| Atom::Var(Var(p.0))).collect();
            let tail = self.go_to(id, args, &mut path);
            path.end(tail)
        } else if let (Key::Block(_), Some(fun)) = (key, self.locals[id]) {
            let args = node.params.iter().map(|p| Atom::Var(Var(p.0))).collect();
            path.end(Tail::Jump { fun, args })
        } else {
            self.body(node.body, path)
        };
        if self.live.vars[id].len() > WIDE || self.packed.has_group(id) {
            sink_loads(&mut cluster.body);
        }
        cluster
    }

    fn cluster_name(&self, key: Key, node: &Node<'_>) -> Name {
        let name = &self.module.vars[node.name].name;
        match key {
            Key::Fun(_) if self.module.exports.contains(&node.name) => name.clone(),
            Key::Fun(_) | Key::Frame(_) => format!("{name}.{}", node.name.0).into(),
            Key::Block(_) => format!("{name}.block.{}", node.name.0).into(),
        }
    }

    fn enter_fun(&mut self, id: NodeId, cluster: &mut Cluster, path: &mut Path) {
        let node = &self.nodes.nodes[id];
        let live = self.live.vars[id].clone();
        let escapes = self.nodes.escapes.contains(&id);
        let mut params: Vec<Var> = node.params.iter().map(|p| Var(p.0)).collect();
        let closure = self.live.has_fields(id);
        if self.live.mode[id] == Some(Mode::Lifted) {
            params.extend(live.iter().map(|v| Var(v.0)));
        }
        if let Some(foreign) = self.nodes.foreign.get(&id) {
            cluster.kind = ClusterKind::Foreign(*foreign);
            cluster.k = Some(Var(node.return_k.0));
            cluster.params = params;
            return;
        }
        cluster.kind = if escapes { ClusterKind::Fun } else { ClusterKind::Known };
        cluster.export = self.module.exports.contains(&node.name);
        cluster.anys = self.module.types.anys(self.module.ty(node.name)).filter(|_| escapes);
        cluster.k = Some(Var(node.return_k.0));
        cluster.params = self.unpack_params(params, path);
        if closure {
            let clos = Var(node.name.0);
            cluster.clos = Some(clos);
            let vars: Vec<Var> = live.iter().map(|v| Var(v.0)).collect();
            cluster.fields = self.load_fields(&vars, abi::LAYOUT_FIELDS, path, |path, dst| {
                for (i, var) in dst.into_iter().enumerate() {
                    let load =
                        FlowOp::Load { word: (abi::word::FIELDS + i) as u32, mutable: false };
                    path.op(vec![var], load, vec![Atom::Var(clos)], Pos::NONE);
                }
            });
        }
    }

    fn enter_block(&mut self, id: NodeId, cluster: &mut Cluster, path: &mut Path) {
        let (mut params, records) = self.block_params(id);
        let roots = self.roots_of(&records);
        params.extend(&roots);
        cluster.k = self.last_frame(id);
        cluster.params = self.unpack_params(params, path);
        self.find_behind(self.top, path);
        self.load_records(&roots, &records, path);
    }

    /// Local functions of this cluster that are bound outside its code.
    fn outer_locals(&mut self, key: Key, path: &mut Path) {
        let conts = self.local_conts.get(&key).cloned().unwrap_or_default();
        let outside = |id: &NodeId| {
            key == Key::Block(*id) || self.plan.key[self.nodes.nodes[*id].parent] != Some(key)
        };
        let outer: Vec<NodeId> = conts.into_iter().filter(outside).collect();
        if !outer.is_empty() {
            let funs = outer.into_iter().map(|id| self.local_fun(id)).collect();
            path.lets.push(Let::Funs(funs));
        }
    }

    fn local_fun(&mut self, id: NodeId) -> LocalFun {
        let node = &self.nodes.nodes[id];
        let params = node.params.iter().map(|p| Var(p.0)).collect();
        let Some(name) = self.locals[id] else { unreachable!("{id:?} is no local function") };
        let (frames, top, around) = (self.frames.len(), self.top, self.node);
        self.top = self.tops.top(self.nodes, id);
        self.node = id;
        let mut path = Path::new(Vec::new());
        if self.plan.polls.contains(&id) {
            let last = vec![Atom::Var(Var(self.top.0))];
            path.op(Vec::new(), FlowOp::Poll(0), last, node.pos);
        }
        let body = self.body(node.body, path);
        (self.top, self.node) = (top, around);
        self.frames.truncate(frames);
        LocalFun { name, params, body }
    }

    pub(super) fn branch(&mut self, body: &cps::Body) -> Body {
        let (frames, top) = (self.frames.len(), self.top);
        let body = self.body(body, Path::new(Vec::new()));
        self.top = top;
        self.frames.truncate(frames);
        body
    }

    fn body(&mut self, body: &cps::Body, mut path: Path) -> Body {
        // Those that need the frame of a handler that is installed further down.
        let mut waiting: Vec<NodeId> = Vec::new();
        for binding in &body.lets {
            match binding {
                cps::Let::Op { dst, op, args, pos } => self.op(dst, op, args, *pos, &mut path),
                cps::Let::Funs(funs) => self.closures(funs, &mut path),
                cps::Let::Conts(conts) => {
                    let here = |c: &cps::Cont| {
                        self.nodes.of[c.name].filter(|id| {
                            let here = self.plan.key[*id] == Some(self.cluster);
                            self.locals[*id].is_some() && here && self.cluster != Key::Block(*id)
                        })
                    };
                    waiting.extend(conts.iter().filter_map(here));
                    self.local_funs(&mut waiting, &mut path);
                }
                cps::Let::GetHandler { k } => {
                    path.op(vec![Var(k.0)], FlowOp::GetHandler, vec![], Pos::NONE)
                }
                cps::Let::SetHandler { k } => {
                    self.set_handler(*k, &mut path);
                    self.local_funs(&mut waiting, &mut path);
                }
                cps::Let::Capture { dst, k } => {
                    let k = self.cont(*k, &mut path);
                    path.op(vec![Var(dst.0)], FlowOp::Capture, vec![k], Pos::NONE);
                }
            }
        }
        assert!(waiting.is_empty(), "{waiting:?} need a handler that is not installed here");
        let tail = self.tail(&body.tail, &mut path);
        path.end(tail)
    }

    /// Binds the local functions that have their last frame in scope by now, and takes them from the
    /// list.
    fn local_funs(&mut self, waiting: &mut Vec<NodeId>, path: &mut Path) {
        let (tops, nodes) = (self.tops, self.nodes);
        let ready = |id: &mut NodeId| tops.reaches(self.top, tops.top(nodes, *id));
        let ids: Vec<NodeId> = waiting.extract_if(.., ready).collect();
        if !ids.is_empty() {
            let funs = ids.into_iter().map(|id| self.local_fun(id)).collect();
            path.lets.push(Let::Funs(funs));
        }
    }

    fn tail(&mut self, tail: &cps::Tail, path: &mut Path) -> Tail {
        match tail {
            cps::Tail::Call { fun, args, k, pos } => self.call(fun, args, *k, *pos, path),
            cps::Tail::Jump { k, args } => {
                let args = self.atoms(args);
                match self.nodes.of[*k] {
                    Some(id) => self.go_to(id, args, path),
                    None if self.is_foreign() => Tail::Throw { k: Atom::Var(Var(k.0)), args },
                    None => Tail::Throw { k: Atom::Var(Var(k.0)), args: self.pack(args, path) },
                }
            }
            cps::Tail::If { cond, then, els } => Tail::If {
                cond: self.atom(cond),
                then: Box::new(self.branch(then)),
                els: Box::new(self.branch(els)),
            },
            cps::Tail::SwitchInt { scrutinee, cases, default } => Tail::Switch {
                scrutinee: self.atom(scrutinee),
                cases: cases.iter().map(|(n, body)| (*n, self.branch(body))).collect(),
                default: Some(Box::new(self.branch(default))),
            },
            cps::Tail::SwitchSum { scrutinee, sum, cases, default } => {
                self.switch_sum(scrutinee, *sum, cases, default.as_deref(), path)
            }
            cps::Tail::Raise { exn, origin, pos } => {
                let origin = origin.as_ref().map(|origin| self.atom(origin));
                let k = self.return_k();
                Tail::Raise { exn: self.atom(exn), origin, k: Some(k), pos: *pos }
            }
            cps::Tail::Throw { cont, args, pos } => {
                let args = self.atoms(args);
                Tail::Reinstate { cont: self.atom(cont), args: self.pack(args, path), pos: *pos }
            }
            cps::Tail::Unreachable => Tail::Unreachable,
        }
    }

    /// True if the cluster that is being written is the code of a foreign function.
    fn is_foreign(&self) -> bool {
        matches!(self.cluster, Key::Fun(id) if self.nodes.foreign.contains_key(&id))
    }

    /// The continuation that a backtrace of a raise goes on with: the return of the function that is
    /// being written, or the last frame on the stack.
    pub(super) fn return_k(&self) -> Atom {
        let (Key::Fun(id) | Key::Frame(id) | Key::Block(id)) = self.cluster;
        Atom::Var(Var(match self.tops.frames {
            Frames::Heap => self.nodes.nodes[id].return_k.0,
            Frames::Stack => self.top.0,
        }))
    }

    pub(super) fn atoms(&self, atoms: &[cps::Atom]) -> Vec<Atom> {
        atoms.iter().map(|a| self.atom(a)).collect()
    }

    pub(super) fn atom(&self, atom: &cps::Atom) -> Atom {
        let var = match atom {
            cps::Atom::Const(c) => return Atom::Const(c.clone()),
            cps::Atom::Var(v) => *v,
        };
        if let Some(constant) = &self.nodes.constants[var] {
            return constant.clone();
        }
        if let Some(import) = self.imports[var] {
            return Atom::StaticImport(import);
        }
        match self.nodes.of[var] {
            Some(fun) if !self.live.has_fields(fun) => Atom::Static(self.clusters[&Key::Fun(fun)]),
            Some(_) | None => Atom::Var(Var(var.0)),
        }
    }

    pub(super) fn atom_kind(&self, atom: &Atom) -> Kind {
        match atom {
            Atom::Var(v) => self.unit.vars[*v].kind,
            Atom::Const(c) => match c {
                prim::Const::Int(w, _) => Kind::Int(*w),
                prim::Const::F32(_) => Kind::F32,
                prim::Const::F64(_) => Kind::F64,
                prim::Const::Str(_) | prim::Const::Big(_) => Kind::Ref,
                prim::Const::Null => Kind::Ptr,
            },
            Atom::Imm(_) | Atom::Static(_) | Atom::StaticImport(_) => Kind::Ref,
        }
    }
}
