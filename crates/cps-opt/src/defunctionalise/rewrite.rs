//! Writes the program again, with functions that have become data.

use super::Class;
use super::constraints::Places;
use super::flow::Node;
use super::free::{How, Moves};
use crate::census::Census;
use base::{Pos, SecondaryMap};
use cps::{Atom, Body, Fun, Let, Module, Op, Tail, Var};
use prim::Data;
use rustc_hash::{FxHashMap, FxHashSet};
use types::{Constructor, GlobalId, SumId, Ty, TyId};

/// Rewrites a module; gives the number of calls of unknown functions that are known now.
pub(super) fn rewrite(
    module: &mut Module,
    census: &Census,
    places: Places,
    classes: &[Class],
    moves: Moves,
) -> usize {
    let mut funs = std::mem::take(&mut module.funs);
    let mut cx = Rewrite {
        module,
        census,
        places,
        moves,
        of_node: FxHashMap::default(),
        constructor: SecondaryMap::new(),
        classes: Vec::new(),
        code: SecondaryMap::new(),
        scope: FxHashMap::default(),
        moved: Vec::new(),
        calls: 0,
    };
    cx.types(classes);
    for fun in &mut funs {
        cx.body(&mut fun.body);
    }
    let calls = cx.calls;
    funs.append(&mut cx.moved);
    module.funs = funs;
    retype_functions(module);
    calls
}

/// The value of a variable where it has another one than outside.
#[derive(Clone, Copy)]
enum Value {
    Is(Var),
    /// It is made again of its free variables.
    Again,
}

struct Rewrite<'a> {
    module: &'a mut Module,
    census: &'a Census,
    places: Places,
    moves: Moves,
    /// The class of a node.
    of_node: FxHashMap<Node, usize>,
    /// The constructor that a function has become.
    constructor: SecondaryMap<Var, Option<(SumId, u32)>>,
    /// The functions of each class.
    classes: Vec<(SumId, Vec<Var>)>,
    /// The names of code that has moved.
    code: SecondaryMap<Var, Option<Var>>,
    scope: FxHashMap<Var, Value>,
    moved: Vec<Fun>,
    calls: usize,
}

impl Rewrite<'_> {
    /// Gives everything its new type, and moved code its name.
    fn types(&mut self, classes: &[Class]) {
        let names = self.module.types.sums.values().map(|sum| sum.name.clone());
        let taken: FxHashSet<_> = names.collect();
        for (number, class) in classes.iter().enumerate() {
            let mut name = format!("closures{}", class.members[0].0);
            while taken.contains(&*name) {
                name.push('_');
            }
            let sum = self.module.types.add_sum(name, Vec::new());
            let ty = self.module.types.intern(Ty::Sum(sum));
            self.places.flow.retype(class.node, ty);
            self.of_node.insert(class.node, number);
            for (tag, member) in class.members.iter().enumerate() {
                self.constructor[*member] = Some((sum, tag as u32));
            }
            self.classes.push((sum, class.members.clone()));
        }
        self.retype();
        for (sum, members) in &self.classes {
            let module = &mut *self.module;
            for member in members {
                let free = self.moves.free.get(member).into_iter().flatten();
                let fields = free.map(|var| module.vars[*var].ty).collect();
                let name = format!("f{}", member.0).into();
                module.types.sums[*sum].constructors.push(Constructor { name, fields });
            }
        }
        let mut names: Vec<Var> = self.moves.free.keys().copied().collect();
        names.sort();
        for name in names.into_iter().filter(|name| self.moves.how[*name] != Some(How::Closed)) {
            self.code[name] = Some(self.module.fresh_like(name));
        }
    }

    fn retype(&mut self) {
        let vars: Vec<Var> = self.module.vars.keys().collect();
        for var in vars {
            if let Some(node) = self.places.var(self.module, var) {
                self.module.vars[var].ty = self.places.flow.new_type(&mut self.module.types, node);
            }
        }
        let globals: Vec<GlobalId> = self.module.globals.keys().collect();
        for global in globals {
            if let Some(node) = self.places.global(self.module, global) {
                self.module.globals[global].ty =
                    self.places.flow.new_type(&mut self.module.types, node);
            }
        }
        self.places.flow.retype_sums(&mut self.module.types);
    }

    fn body(&mut self, body: &mut Body) {
        let mut lets = Vec::with_capacity(body.lets.len());
        for mut binding in std::mem::take(&mut body.lets) {
            match &mut binding {
                Let::Op { args, .. } => self.atoms(args, &mut lets),
                Let::Funs(funs) => {
                    let funs = std::mem::take(funs);
                    self.group(funs, &mut lets);
                    continue;
                }
                Let::Conts(conts) => conts.iter_mut().for_each(|cont| self.body(&mut cont.body)),
                Let::GetHandler { .. } | Let::SetHandler { .. } | Let::Capture { .. } => {}
            }
            lets.push(binding);
        }
        self.tail(&mut body.tail, &mut lets);
        body.tail.bodies_mut().for_each(|body| self.body(body));
        body.lets = lets;
    }

    fn atoms(&mut self, atoms: &mut [Atom], lets: &mut Vec<Let>) {
        for atom in atoms {
            if let Atom::Var(var) = atom {
                *var = self.value(*var, lets);
            }
        }
    }

    /// The variable that stands for another here. What must be made first is added to the bindings.
    fn value(&mut self, var: Var, lets: &mut Vec<Let>) -> Var {
        let known = self.scope.get(&var).copied();
        match (known, self.constructor[var], self.moves.how[var]) {
            (Some(Value::Is(other)), ..) => other,
            (Some(Value::Again), Some(constructor), _) => {
                let fields = self.free(var, lets);
                self.construct(var, constructor, fields, lets)
            }
            (None, Some(constructor), Some(How::Closed)) => {
                self.construct(var, constructor, Vec::new(), lets)
            }
            (Some(Value::Again), None, _) | (None, ..) => var,
        }
    }

    /// The free variables of a function, as they are here.
    fn free(&mut self, function: Var, lets: &mut Vec<Let>) -> Vec<Atom> {
        let free = self.moves.free.get(&function).cloned().unwrap_or_default();
        free.into_iter().map(|var| Atom::Var(self.value(var, lets))).collect()
    }

    /// Makes the data that a function has become.
    fn construct(
        &mut self,
        function: Var,
        constructor: (SumId, u32),
        fields: Vec<Atom>,
        lets: &mut Vec<Let>,
    ) -> Var {
        let (sum, tag) = constructor;
        let ty = self.module.types.intern(Ty::Sum(sum));
        let hint = self.module.vars[function].name.clone();
        let data = self.module.var(hint, ty);
        lets.push(constructed(data, sum, tag, fields));
        data
    }

    fn tail(&mut self, tail: &mut Tail, lets: &mut Vec<Let>) {
        match tail {
            Tail::Call { fun: Atom::Var(callee), args, k, pos } => {
                self.atoms(args, lets);
                let (callee, args) = (*callee, std::mem::take(args));
                *tail = self.call(callee, args, *k, *pos, lets);
            }
            Tail::Call { args, .. } | Tail::Jump { args, .. } => self.atoms(args, lets),
            Tail::If { .. } | Tail::SwitchInt { .. } | Tail::SwitchSum { .. } => {
                tail.operands_mut().for_each(|atom| self.atoms(std::slice::from_mut(atom), lets));
            }
            Tail::Raise { .. } | Tail::Throw { .. } | Tail::Unreachable => {
                tail.operands_mut().for_each(|atom| self.atoms(std::slice::from_mut(atom), lets));
            }
        }
    }

    fn call(
        &mut self,
        callee: Var,
        args: Vec<Atom>,
        k: Var,
        pos: Pos,
        lets: &mut Vec<Let>,
    ) -> Tail {
        if !self.places.functions[callee] {
            let node = self.places.var(self.module, callee).map(|node| self.places.flow.find(node));
            let class = node.and_then(|node| self.of_node.get(&node).copied());
            let fun = self.value(callee, lets);
            return match class {
                Some(class) => self.choose(class, fun, args, k, pos),
                None => Tail::Call { fun: fun.into(), args, k, pos },
            };
        }
        let Some(code) = self.code[callee] else {
            return Tail::Call { fun: callee.into(), args, k, pos };
        };
        if self.moves.how[callee] == Some(How::Data) {
            let data = self.value(callee, lets);
            return with_data(code, data, args, k, pos);
        }
        let mut args = args;
        args.extend(self.free(callee, lets));
        Tail::Call { fun: code.into(), args, k, pos }
    }

    /// A call of the function of a class that a value stands for.
    fn choose(&mut self, class: usize, data: Var, args: Vec<Atom>, k: Var, pos: Pos) -> Tail {
        self.calls += 1;
        let (sum, members) = &self.classes[class];
        let call = |member: &Var| match self.code[*member] {
            Some(code) => with_data(code, data, args.clone(), k, pos),
            None => Tail::Call { fun: (*member).into(), args: args.clone(), k, pos },
        };
        if let [member] = &members[..] {
            return call(member);
        }
        let case = |(tag, member)| (tag as u32, Body { lets: Vec::new(), tail: call(member) });
        let cases = members.iter().enumerate().map(case).collect();
        Tail::SwitchSum { scrutinee: data.into(), sum: *sum, cases, default: None }
    }

    /// Functions that are bound together: some stay, some move.
    fn group(&mut self, funs: Vec<Fun>, lets: &mut Vec<Let>) {
        let names: Vec<Var> = funs.iter().map(|fun| fun.name).collect();
        let data: Vec<Var> =
            names.into_iter().filter(|name| self.moves.how[*name] == Some(How::Data)).collect();
        let mut stay = Vec::new();
        for mut fun in funs {
            let Some(how) = self.moves.how[fun.name] else {
                self.again(&data);
                self.body(&mut fun.body);
                stay.push(fun);
                continue;
            };
            if how == How::Parameters && self.census[fun.name].values > 0 {
                self.again(&data);
                stay.push(self.wrapper(&fun));
            }
            let outside = std::mem::take(&mut self.scope);
            self.again(&data);
            let moved = self.moved(fun, how);
            self.moved.push(moved);
            self.scope = outside;
        }
        data.iter().for_each(|name| _ = self.scope.remove(name));
        if !stay.is_empty() {
            lets.push(Let::Funs(stay));
        }
        for name in data {
            let fields = self.free(name, lets);
            if let Some((sum, tag)) = self.constructor[name] {
                lets.push(constructed(name, sum, tag, fields));
            }
        }
    }

    /// Inside of functions that are bound together, those that are data are made where they are used.
    fn again(&mut self, data: &[Var]) {
        self.scope.extend(data.iter().map(|name| (*name, Value::Again)));
    }

    /// What is left of a function that is a value, but no data, where it was: it calls the code.
    fn wrapper(&mut self, fun: &Fun) -> Fun {
        let params: Vec<Var> = fun.params.iter().map(|v| self.module.fresh_like(*v)).collect();
        let k = self.module.fresh_like(fun.k);
        let mut lets = Vec::new();
        let args = params.iter().map(|param| Atom::Var(*param)).collect();
        let tail = self.call(fun.name, args, k, fun.pos, &mut lets);
        Fun { name: fun.name, params, k, body: Body { lets, tail }, pos: fun.pos }
    }

    /// The code of a function that moves. The scope has nothing of what was around it.
    fn moved(&mut self, mut fun: Fun, how: How) -> Fun {
        let name = fun.name;
        let free = self.moves.free.get(&name).cloned().unwrap_or_default();
        let inside: Vec<Var> = free.iter().map(|var| self.module.fresh_like(*var)).collect();
        let values = free.iter().zip(&inside).map(|(var, inside)| (*var, Value::Is(*inside)));
        self.scope.extend(values);
        let mut lets = Vec::new();
        if let (How::Data, Some((sum, tag))) = (how, self.constructor[name]) {
            let data = self.module.fresh_like(name);
            self.scope.insert(name, Value::Is(data));
            fun.params.insert(0, data);
            lets.extend(inside.into_iter().enumerate().map(|(i, dst)| {
                let op = Op::ConField(sum, tag, i as u32);
                Let::Op { dst: vec![dst], op, args: vec![data.into()], pos: Pos::NONE }
            }));
        } else {
            fun.params.extend(inside);
        }
        fun.name = self.code[name].unwrap_or(name);
        self.body(&mut fun.body);
        lets.append(&mut fun.body.lets);
        fun.body.lets = lets;
        fun
    }
}

fn constructed(dst: Var, sum: SumId, tag: u32, fields: Vec<Atom>) -> Let {
    Let::Op { dst: vec![dst], op: Op::Data(Data::Con(sum, tag)), args: fields, pos: Pos::NONE }
}

/// A call of code that is passed the data of its function first.
fn with_data(code: Var, data: Var, args: Vec<Atom>, k: Var, pos: Pos) -> Tail {
    let args = std::iter::once(Atom::Var(data)).chain(args).collect();
    Tail::Call { fun: code.into(), args, k, pos }
}

/// Gives functions the types that their parameters and returns say.
fn retype_functions(module: &mut Module) {
    let mut types: Vec<(Var, Vec<TyId>, Vec<TyId>)> = Vec::new();
    let mut add = |fun: &Fun| {
        let params = fun.params.iter().map(|param| module.ty(*param)).collect();
        types.push((fun.name, params, module.cont_params(fun.k).to_vec()));
    };
    let mut work: Vec<&Body> = Vec::new();
    for fun in &module.funs {
        add(fun);
        work.push(&fun.body);
    }
    while let Some(body) = work.pop() {
        for binding in &body.lets {
            if let Let::Funs(funs) = binding {
                funs.iter().for_each(&mut add);
            }
            work.extend(binding.bodies());
        }
        work.extend(body.tail.bodies());
    }
    for (name, params, results) in types {
        module.vars[name].ty = module.types.fun(&params, &results);
    }
}
