//! What the program says about flow: values pass from arguments to parameters, from operands to
//! fields, from fields to results.

use super::flow::{Flow, Node};
use crate::census::Census;
use base::SecondaryMap;
use cps::{Atom, Body, Fun, Let, Module, Op, Tail, Var};
use prim::Data;
use types::{GlobalId, SumId, TyId};

/// The flow of a whole program, and its places.
pub(super) struct Places {
    pub(super) flow: Flow,
    vars: SecondaryMap<Var, Option<Node>>,
    globals: SecondaryMap<GlobalId, Option<Node>>,
    /// True for the names of functions.
    pub(super) functions: SecondaryMap<Var, bool>,
}

impl Places {
    /// The node of a variable, if functions are part of its values.
    pub(super) fn var(&mut self, module: &Module, var: Var) -> Option<Node> {
        if self.vars[var].is_none() {
            self.vars[var] = self.flow.place(&module.types, module.ty(var));
        }
        self.vars[var]
    }

    /// The node of a global cell.
    pub(super) fn global(&mut self, module: &Module, global: GlobalId) -> Option<Node> {
        if self.globals[global].is_none() {
            self.globals[global] = self.flow.place(&module.types, module.globals[global].ty);
        }
        self.globals[global]
    }
}

/// Analyses a whole program.
pub(super) fn constrain(module: &Module, census: &Census) -> Places {
    let of_vars = module.vars.values().map(|info| info.ty);
    let of_globals = module.globals.values().map(|global| global.ty);
    let places = Places {
        flow: Flow::new(&module.types, of_vars.chain(of_globals)),
        vars: SecondaryMap::new(),
        globals: SecondaryMap::new(),
        functions: SecondaryMap::new(),
    };
    let mut cx = Constrain { module, census, places };
    cx.funs(&module.funs);
    for root in module.roots() {
        let node = cx.var(root);
        cx.places.flow.pin(node);
    }
    cx.places
}

struct Constrain<'m> {
    module: &'m Module,
    census: &'m Census,
    places: Places,
}

impl<'m> Constrain<'m> {
    fn var(&mut self, var: Var) -> Option<Node> {
        self.places.var(self.module, var)
    }

    fn atom(&mut self, atom: &Atom) -> Option<Node> {
        atom.var().and_then(|var| self.var(var))
    }

    fn part(&mut self, node: Option<Node>, i: usize) -> Option<Node> {
        node.and_then(|node| self.places.flow.part(&self.module.types, node, i))
    }

    /// Variables are parts of a node, from the one with this number on.
    fn vars(&mut self, node: Option<Node>, first: usize, vars: &[Var]) {
        for (i, var) in vars.iter().enumerate() {
            if let Some(var) = self.var(*var) {
                let part = self.part(node, first + i);
                self.places.flow.unify(part, Some(var));
            }
        }
    }

    /// As [`Constrain::vars`] for operands.
    fn atoms(&mut self, node: Option<Node>, first: usize, atoms: &[Atom]) {
        for (i, atom) in atoms.iter().enumerate() {
            if let Some(atom) = self.atom(atom) {
                let part = self.part(node, first + i);
                self.places.flow.unify(part, Some(atom));
            }
        }
    }

    /// All parts of two nodes are the same, from the one with these numbers on.
    fn parts(
        &mut self,
        (a, from): (Option<Node>, usize),
        (b, to): (Option<Node>, usize),
        n: usize,
    ) {
        for i in 0..n {
            let (a, b) = (self.part(a, from + i), self.part(b, to + i));
            self.places.flow.unify(a, b);
        }
    }

    fn same(&mut self, a: Option<Node>, b: Option<Node>) {
        self.places.flow.unify(a, b);
    }

    fn funs(&mut self, funs: &'m [Fun]) {
        for fun in funs {
            self.places.functions[fun.name] = true;
            let name = self.var(fun.name);
            self.vars(name, 0, &fun.params);
            let k = self.var(fun.k);
            self.returns(name, fun.params.len(), fun.k, k);
            if let Some(node) = name.filter(|_| self.census[fun.name].values > 0) {
                self.places.flow.add_function(node, fun.name);
            }
        }
        funs.iter().for_each(|fun| self.body(&fun.body));
    }

    /// A continuation takes the results of a function with so many parameters.
    fn returns(&mut self, fun: Option<Node>, params: usize, k: Var, node: Option<Node>) {
        if node.is_some() {
            let results = self.module.cont_params(k).len();
            self.parts((fun, params), (node, 0), results);
        }
    }

    fn body(&mut self, body: &'m Body) {
        for binding in &body.lets {
            match binding {
                Let::Op { dst, op, args, .. } => self.op(dst, op, args),
                Let::Funs(funs) => self.funs(funs),
                Let::Conts(conts) => {
                    for cont in conts {
                        let node = self.var(cont.name);
                        self.vars(node, 0, &cont.params);
                    }
                    conts.iter().for_each(|cont| self.body(&cont.body));
                }
                Let::GetHandler { .. } | Let::SetHandler { .. } => {}
                Let::Capture { dst, k } => {
                    let (dst, k) = (self.var(*dst), self.var(*k));
                    self.same(dst, k);
                }
            }
        }
        self.tail(&body.tail);
        body.tail.bodies().for_each(|body| self.body(body));
    }

    fn tail(&mut self, tail: &Tail) {
        match tail {
            Tail::Call { fun, args, k, .. } => {
                let callee = self.atom(fun);
                self.atoms(callee, 0, args);
                let node = self.var(*k);
                self.returns(callee, args.len(), *k, node);
                let known = fun.var().is_some_and(|fun| self.places.functions[fun]);
                if let Some(callee) = callee.filter(|_| !known) {
                    self.places.flow.call(callee);
                }
            }
            Tail::Jump { k, args } => {
                let k = self.var(*k);
                self.atoms(k, 0, args);
            }
            Tail::Throw { cont, args, .. } => {
                let cont = self.atom(cont);
                self.atoms(cont, 0, args);
            }
            Tail::If { .. } | Tail::SwitchInt { .. } | Tail::SwitchSum { .. } => {}
            Tail::Raise { .. } | Tail::Unreachable => {}
        }
    }

    fn op(&mut self, dst: &[Var], op: &Op, args: &[Atom]) {
        match op {
            Op::Data(data) => self.data(dst, data, args),
            Op::ConField(sum, tag, i) => {
                if let Some(whole) = self.atom(&args[0]) {
                    let first = self.first_field(*sum, *tag);
                    self.vars(Some(whole), first + *i as usize, dst);
                }
            }
            Op::Prim(_) => self.unknown(dst, args),
            Op::AnyInject(_) | Op::AnyIs(_) | Op::AnyProject(_) | Op::AnyAs(_) => {
                self.unknown(dst, args);
            }
        }
    }

    /// What an operation does with its operands, and what it gives, is not known.
    fn unknown(&mut self, dst: &[Var], args: &[Atom]) {
        for var in dst.iter().copied().chain(args.iter().filter_map(Atom::var)) {
            let node = self.var(var);
            self.places.flow.pin(node);
        }
    }

    /// The number of the first field of a constructor among the parts of a sum.
    fn first_field(&self, sum: SumId, tag: u32) -> usize {
        let before = &self.module.types.sums[sum].constructors[..tag as usize];
        before.iter().map(|constructor| constructor.fields.len()).sum()
    }

    fn data(&mut self, dst: &[Var], data: &Data, args: &[Atom]) {
        let result = dst.first().and_then(|var| self.var(*var));
        let first = args.first().and_then(|atom| self.atom(atom));
        match data {
            Data::Copy => self.same(result, first),
            Data::Tuple | Data::Ref => self.atoms(result, 0, args),
            Data::Con(sum, tag) => {
                if result.is_some() {
                    let field = self.first_field(*sum, *tag);
                    self.atoms(result, field, args);
                }
            }
            Data::Get(i) => self.vars(first, *i as usize, dst),
            Data::Set(i) => self.atoms(first, *i as usize, &args[1..]),
            Data::Deref | Data::ArrayGet | Data::ArrayGetU => self.vars(first, 0, dst),
            Data::Assign => self.atoms(first, 0, &args[1..]),
            Data::ArrayNew => self.atoms(result, 0, &args[1..]),
            Data::ArrayLit => self.elements(dst[0], result, args),
            Data::ArraySet | Data::ArraySetU => self.atoms(first, 0, &args[2..]),
            Data::ArrayCopy => {
                let to = self.atom(&args[2]);
                self.array(first, to, &args[2]);
            }
            Data::Freeze => self.array(first, result, &args[0]),
            Data::Same => {
                let other = self.atom(&args[1]);
                self.same(first, other);
            }
            Data::Global(global) => {
                let node = self.places.global(self.module, *global);
                self.cell(*global, node, |cx, i| dst.get(i).and_then(|var| cx.var(*var)));
            }
            Data::GlobalSet(global) => {
                let node = self.places.global(self.module, *global);
                self.cell(*global, node, |cx, i| args.get(i).and_then(|arg| cx.atom(arg)));
            }
            Data::ArrayBlank | Data::ArrayLen | Data::IdHash | Data::Builtin(_) | Data::ExnIs => {}
            Data::Weak | Data::WeakGet | Data::WeakLive | Data::HeapSize => self.unknown(dst, args),
            Data::ExnCon(..) | Data::Exn | Data::ExnGet => self.unknown(dst, args),
            Data::Foreign(_) | Data::C(_) => self.unknown(dst, args),
        }
    }

    /// The elements of an array, each of which may have several components.
    fn elements(&mut self, array: Var, node: Option<Node>, args: &[Atom]) {
        if node.is_some() {
            let components = self.components(self.module.ty(array));
            args.chunks(components.max(1)).for_each(|element| self.atoms(node, 0, element));
        }
    }

    /// Elements pass from one array to another, of which this is one.
    fn array(&mut self, from: Option<Node>, to: Option<Node>, array: &Atom) {
        if let Some(array) = array.var().filter(|_| from.is_some()) {
            let components = self.components(self.module.ty(array));
            self.parts((from, 0), (to, 0), components);
        }
    }

    /// The number of components of the elements of an array.
    fn components(&self, array: TyId) -> usize {
        super::flow::parts(&self.module.types, array).len()
    }

    /// The content of a global cell passes to or from other places, one for each component.
    fn cell(
        &mut self,
        global: GlobalId,
        node: Option<Node>,
        mut other: impl FnMut(&mut Self, usize) -> Option<Node>,
    ) {
        let ty = self.module.globals[global].ty;
        if !matches!(self.module.types.get(ty), types::Ty::Unboxed(_)) {
            let other = other(self, 0);
            return self.same(node, other);
        }
        for i in 0..self.components(ty) {
            let (part, other) = (self.part(node, i), other(self, i));
            self.same(part, other);
        }
    }
}
