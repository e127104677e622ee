//! Matches: decision trees to code, each right side and each shared node once.

use super::data::Repr;
use super::{Arm, Binding, Cx, Dest, Row, Val};
use anf::{Atom, Block, Body, Case, Let, Tail};
use base::{EntityId, SecondaryMap, bug};
use prim::{CmpOp, Const, Data, Prim};
use sml_elab::core::{Failing, Lit, Loc, Pat, Var};
use sml_elab::matching::{self, Access, Key, Node, NodeId, Place, Tree};
use sml_syntax::names::Sym;
use types::{Ty as Anf, TyId, Width};

/// A decision tree while it is lowered.
pub(super) struct Deciding<'p> {
    tree: Tree,
    rows: Vec<Row<'p>>,
    roots: Vec<Val>,
    /// The places that are at hand; those of a branch are taken off after it.
    vals: SecondaryMap<Place, Option<Val>>,
    at_hand: Vec<Place>,
    /// Join points of nodes that several edges lead to, with the places that they take.
    nodes: Vec<Option<(anf::Var, Vec<Place>)>>,
    /// Join points of right sides that several leaves lead to, with their variables.
    arms: Vec<Option<(anf::Var, Vec<Var>)>>,
    /// The join point for values that no row fits; none if there are no such values.
    fail: Option<anf::Var>,
    dest: Dest,
}

impl<'p> Cx<'p> {
    /// Ends the body with the first row whose patterns fit the values.
    pub(super) fn matching(
        &mut self,
        vals: Vec<Val>,
        rows: Vec<Row<'p>>,
        failing: Failing,
        loc: Loc,
        dest: Dest,
    ) -> Tail {
        let roots: Vec<Val> = vals.into_iter().map(|val| self.settle_parts(val)).collect();
        let program = self.program;
        let pats: Vec<Vec<&Pat>> = rows.iter().map(|row| row.pats.clone()).collect();
        if let Some(tree) = matching::compile(program, &pats) {
            let fails = tree.nodes.values().any(|node| *node == Node::Fail);
            let fail = fails.then(|| self.fail_join(failing, &roots, loc));
            return self.decide_tree(tree, rows, roots, fail, loc, dest);
        }
        // The tree would be too large: the rows are tried one after the other.
        let mut fail = self.fail_join(failing, &roots, loc);
        for row in rows.into_iter().rev() {
            let Some(tree) = matching::compile(program, std::slice::from_ref(&row.pats)) else {
                self.fail("match is too large", "this pattern is too large".to_owned(), None);
                break;
            };
            self.kept.b.open();
            let tail = self.decide_tree(tree, vec![row], roots.clone(), Some(fail), loc, dest);
            let body = self.kept.b.close(tail);
            fail = self.block("next", body);
        }
        Tail::Jump { join: fail, args: Vec::new() }
    }

    /// The join point for values that no row fits.
    fn fail_join(&mut self, failing: Failing, roots: &[Val], loc: Loc) -> anf::Var {
        self.kept.b.open();
        let tail = self.failing(failing, &roots[0], loc);
        let body = self.kept.b.close(tail);
        self.block("fail", body)
    }

    /// Ends the body with a decision tree.
    fn decide_tree(
        &mut self,
        tree: Tree,
        rows: Vec<Row<'p>>,
        roots: Vec<Val>,
        fail: Option<anf::Var>,
        loc: Loc,
        dest: Dest,
    ) -> Tail {
        let (root, nodes, arms) = (tree.root, tree.nodes.len(), rows.len());
        let mut cx = Deciding {
            tree,
            rows,
            roots,
            vals: SecondaryMap::new(),
            at_hand: Vec::new(),
            nodes: vec![None; nodes],
            arms: vec![None; arms],
            fail,
            dest,
        };
        let uses = cx.tree.uses();
        self.shared_arms(&uses, &mut cx);
        self.shared_nodes(&uses, loc, &mut cx);
        self.at(loc);
        self.node(root, &mut cx)
    }

    /// A value whose parts, if it is a record, are operands.
    pub(super) fn settle_parts(&mut self, val: Val) -> Val {
        match val {
            Val::Record(parts, ty) => {
                Val::Record(parts.iter().map(|part| self.settle(part.clone())).collect(), ty)
            }
            Val::Unit | Val::Atom(_) => val,
        }
    }

    /// Join points for right sides that are reached more than once.
    fn shared_arms(&mut self, uses: &[u32], cx: &mut Deciding<'p>) {
        let mut reached = vec![0; cx.rows.len()];
        for (id, node) in cx.tree.nodes.iter() {
            if let Node::Leaf { rule, .. } = node {
                reached[*rule as usize] += uses[id.index()];
            }
        }
        for id in cx.tree.nodes.keys() {
            let Node::Leaf { rule, bindings } = &cx.tree.nodes[id] else { continue };
            let arm = *rule as usize;
            if reached[arm] > 1
                && cx.arms[arm].is_none()
                && let Arm::Exp(e) = cx.rows[arm].arm
            {
                let vars: Vec<Var> = bindings.iter().map(|(var, _)| *var).collect();
                let (join, params) = self.join_of(&vars);
                let pos = self.pos(e.loc);
                self.kept.b.open();
                self.arrive(&vars, &params);
                let tail = self.tail(e, cx.dest);
                let body = self.kept.b.close(tail);
                self.kept.b.push(Let::Join(Block { name: join, params, body, pos }));
                cx.arms[arm] = Some((join, vars));
            }
        }
    }

    /// Join points for tests that are reached more than once.
    fn shared_nodes(&mut self, uses: &[u32], loc: Loc, cx: &mut Deciding<'p>) {
        if uses.iter().all(|uses| *uses < 2) {
            return;
        }
        let needs = cx.tree.needs();
        let pos = self.pos(loc);
        for id in cx.tree.children_first() {
            let tests = matches!(cx.tree.nodes[id], Node::Switch { .. } | Node::Exn { .. });
            if uses[id.index()] < 2 || !tests {
                continue;
            }
            let places = needs[id.index()].clone();
            let mut types = Vec::new();
            for place in &places {
                let ty = cx.tree.places[*place].ty.map_or(self.unit, |ty| self.ty(ty));
                types.push(ty);
            }
            let names: Vec<(&str, TyId)> =
                types.iter().filter(|ty| **ty != self.unit).map(|ty| ("x", *ty)).collect();
            let (join, params) = self.kept.b.declare_block("shared", &names);
            let mut arrived = params.iter();
            for (place, ty) in places.iter().zip(&types) {
                let val = if *ty == self.unit {
                    Val::Unit
                } else {
                    Val::from(*arrived.next().expect("a parameter for each place but `unit`"))
                };
                cx.vals[*place] = Some(val);
                cx.at_hand.push(*place);
            }
            self.at(loc);
            let body = self.branch(id, cx);
            cx.forget(0);
            self.kept.b.push(Let::Join(Block { name: join, params, body, pos }));
            cx.nodes[id.index()] = Some((join, places));
        }
    }

    /// A join point that takes these variables.
    pub(super) fn join_of(&mut self, vars: &[Var]) -> (anf::Var, Vec<anf::Var>) {
        let mut names = Vec::new();
        for var in vars {
            let ty = self.ty(self.program.vars[*var].ty);
            let name = self.program.names.text(self.program.vars[*var].name).clone();
            names.extend(self.slots(ty).into_iter().map(|ty| (name.clone(), ty)));
        }
        let names: Vec<(&str, TyId)> = names.iter().map(|(name, ty)| (&**name, *ty)).collect();
        self.kept.b.declare_block("arm", &names)
    }

    fn node(&mut self, id: NodeId, cx: &mut Deciding<'p>) -> Tail {
        if let Some((join, places)) = cx.nodes[id.index()].clone() {
            let mut args = Vec::new();
            for place in places {
                let val = self.place(place, cx);
                args.extend(self.travel(&val));
            }
            return Tail::Jump { join, args };
        }
        match cx.tree.nodes[id].clone() {
            Node::Fail => {
                let join = cx.fail.expect("a tree that can fail has a join point for it");
                Tail::Jump { join, args: Vec::new() }
            }
            Node::Leaf { rule, bindings } => self.leaf(rule as usize, &bindings, cx),
            Node::Switch { place, cases, default } => self.switch(place, cases, default, cx),
            Node::Exn { place, exn, yes, no } => {
                let val = self.place(place, cx);
                let atom = self.atom(&val);
                let (con, _) = self.exncon(exn);
                let bool = self.kept.b.types().bool();
                let cond = self.kept.b.op("is", bool, Data::ExnIs, [con, atom]).into();
                let then = Box::new(self.branch(yes, cx));
                Tail::If { cond, then, els: Box::new(self.branch(no, cx)) }
            }
        }
    }

    /// A node as a body of its own.
    pub(super) fn branch(&mut self, id: NodeId, cx: &mut Deciding<'p>) -> Body {
        let mark = cx.at_hand.len();
        self.kept.b.open();
        let tail = self.node(id, cx);
        let body = self.kept.b.close(tail);
        cx.forget(mark);
        body
    }

    fn leaf(&mut self, arm: usize, binds: &[(Var, Place)], cx: &mut Deciding<'p>) -> Tail {
        for (var, place) in binds {
            let val = self.place(*place, cx);
            let val = self.settle(val);
            self.env.insert(*var, Binding::Val(val));
        }
        match (&cx.arms[arm], &cx.rows[arm].arm) {
            (Some((join, vars)), _) => self.jump_with(*join, vars),
            (None, Arm::Jump(join, vars)) => self.jump_with(*join, vars),
            (None, Arm::Exp(e)) => self.tail(e, cx.dest),
        }
    }

    fn jump_with(&mut self, join: anf::Var, vars: &[Var]) -> Tail {
        let mut args = Vec::new();
        for var in vars {
            let Some(Binding::Val(val)) = self.env.get(var).cloned() else {
                bug!("the pattern does not bind `{}`", self.name_of(*var));
            };
            args.extend(self.travel(&val));
        }
        Tail::Jump { join, args }
    }

    /// The value at a place.
    fn place(&mut self, place: Place, cx: &mut Deciding<'p>) -> Val {
        if let Some(val) = &cx.vals[place] {
            return val.clone();
        }
        let info = cx.tree.places[place];
        let of = info.access.from().map(|of| (of, self.place(of, cx)));
        let val = match (info.access, of) {
            (Access::Root(i), _) => cx.roots[i as usize].clone(),
            (Access::Field(_, label), Some((at, of))) => self.field(&of, at, label, cx),
            (Access::Content(_), Some((_, of))) => self.deref(&of),
            (Access::Element(_, index), Some((_, of))) => {
                let ty = info.ty.map_or(self.unit, |ty| self.ty(ty));
                let (vector, at) = (self.atom(&of), Atom::from(i64::from(index)));
                Val::from(self.kept.b.op("x", ty, Data::ArrayGetU, [vector, at]))
            }
            (Access::ExnArg(_, var), Some((_, of))) => {
                let exn = self.atom(&of);
                let (con, carried) = self.exncon(var);
                let names: Vec<(&str, TyId)> = carried.iter().map(|ty| ("f", *ty)).collect();
                let vars = self.kept.b.ops(&names, Data::ExnGet, [con, exn]);
                self.carried_val(&vars, &carried)
            }
            (Access::Arg(_, con, tag), Some((_, of))) => match self.repr(con) {
                Repr::Sum => self.only_fields(&of, tag),
                Repr::Transparent(_) => of,
                Repr::Unit | Repr::Enum(_) | Repr::Ref => bug!("a constructor has no argument"),
            },
            (access, None) => bug!("{access:?} is no root, and starts nowhere"),
        };
        cx.vals[place] = Some(val.clone());
        cx.at_hand.push(place);
        val
    }

    /// The field of a record at a place.
    fn field(&mut self, of: &Val, at: Place, label: Sym, cx: &Deciding<'p>) -> Val {
        let (index, count) = match cx.tree.places[at].ty {
            Some(ty) => self.label_index(ty, label),
            // The argument of `::`.
            None => (usize::from(&**self.program.names.text(label) != "1"), 2),
        };
        self.part(of, index, count)
    }

    /// The argument of the only constructor of a recursive datatype.
    fn only_fields(&mut self, of: &Val, tag: u32) -> Val {
        let scrutinee = self.atom(of);
        let sum = match &scrutinee {
            Atom::Var(var) => self.sum_of(self.kept.b.ty_of(*var)),
            Atom::Const(_) => None,
        };
        let Some(sum) = sum else {
            self.only_beyond_limits("a value of a recursive datatype is no sum");
            return Val::Unit;
        };
        let types = self.fields(sum, tag);
        let names: Vec<(&str, TyId)> = types.iter().map(|ty| ("f", *ty)).collect();
        let (join, params) = self.kept.b.declare_block("parts", &names);
        let fields: Vec<anf::Var> = types.iter().map(|ty| self.kept.b.var("f", *ty)).collect();
        let args = fields.iter().map(|field| (*field).into()).collect();
        let body = Body { lets: Vec::new(), tail: Tail::Jump { join, args } };
        let cases = vec![Case { tag, fields, body }];
        let tail = Tail::SwitchSum { scrutinee, sum, cases, default: None };
        self.kept.b.branch_to(join, params.clone(), tail);
        self.carried_val(&params, &types)
    }

    fn switch(
        &mut self,
        place: Place,
        cases: Vec<(Key, NodeId)>,
        default: Option<NodeId>,
        cx: &mut Deciding<'p>,
    ) -> Tail {
        let val = self.place(place, cx);
        let ty = cx.tree.places[place].ty.map_or(self.unit, |ty| self.ty(ty));
        match &cases[0].0 {
            Key::Con(..) if self.sum_of(ty).is_some() => {
                self.switch_sum(place, &val, ty, cases, default, cx)
            }
            Key::Con(..) | Key::Char(_) => self.switch_int(&val, ty, cases, default, cx),
            Key::Int(_) if matches!(self.kept.b.types().get(ty), Anf::Int(_)) => {
                self.switch_int(&val, ty, cases, default, cx)
            }
            Key::Int(_) | Key::String(_) => self.switch_constant(&val, ty, cases, default, cx),
            Key::Length(_) => {
                let vector = self.atom(&val);
                let i64 = self.kept.b.types().i64();
                let len = self.kept.b.op("len", i64, Data::ArrayLen, [vector]);
                self.switch_int(&Val::from(len), i64, cases, default, cx)
            }
        }
    }

    fn switch_sum(
        &mut self,
        place: Place,
        val: &Val,
        ty: TyId,
        cases: Vec<(Key, NodeId)>,
        default: Option<NodeId>,
        cx: &mut Deciding<'p>,
    ) -> Tail {
        let sum = self.sum_of(ty).expect("the switch is on a sum");
        let scrutinee = self.atom(val);
        let args = cx.args_of(place);
        let mut lowered = Vec::new();
        for (key, node) in cases {
            let Key::Con(_, tag) = key else { bug!("{key:?} is no constructor") };
            let types = self.fields(sum, tag);
            let fields: Vec<anf::Var> = types.iter().map(|ty| self.kept.b.var("f", *ty)).collect();
            let mark = cx.at_hand.len();
            for (arg, _) in args.iter().filter(|(_, of)| *of == tag) {
                cx.vals[*arg] = Some(self.carried_val(&fields, &types));
                cx.at_hand.push(*arg);
            }
            let body = self.branch(node, cx);
            cx.forget(mark);
            lowered.push(Case { tag, fields, body });
        }
        let default = default.map(|node| Box::new(self.branch(node, cx)));
        Tail::SwitchSum { scrutinee, sum, cases: lowered, default }
    }

    /// A switch on a number: an integer, a character, an enumeration.
    fn switch_int(
        &mut self,
        val: &Val,
        ty: TyId,
        cases: Vec<(Key, NodeId)>,
        default: Option<NodeId>,
        cx: &mut Deciding<'p>,
    ) -> Tail {
        let Anf::Int(width) = *self.kept.b.types().get(ty) else {
            self.only_beyond_limits("a switch on numbers of another type");
            return Tail::Unreachable;
        };
        let scrutinee = self.atom(val);
        let mut bodies: Vec<(u64, Body)> = Vec::new();
        for (key, node) in cases {
            let value = match key {
                Key::Con(_, tag) => u64::from(tag),
                Key::Length(len) => u64::from(len),
                Key::Char(byte) => u64::from(byte),
                Key::Int(n) => {
                    let literal = self.literal(&Lit::Int(n), ty);
                    let Atom::Const(Const::Int(_, bits)) = literal else {
                        bug!("{literal:?} is no number");
                    };
                    bits
                }
                Key::String(_) => bug!("a string in a switch on numbers"),
            };
            bodies.push((value, self.branch(node, cx)));
        }
        let default = match default {
            Some(node) => self.branch(node, cx),
            // The cases are complete, so the last needs no test.
            None => bodies.pop().expect("a switch has a case").1,
        };
        if bodies.len() > 1 {
            return Tail::SwitchInt { scrutinee, cases: bodies, default: Box::new(default) };
        }
        let Some((value, body)) = bodies.pop() else {
            default.lets.into_iter().for_each(|binding| self.kept.b.push(binding));
            return default.tail;
        };
        let (then, els) = (Box::new(body), Box::new(default));
        match (width, value) {
            (Width::I1, 1) => Tail::If { cond: scrutinee, then, els },
            (Width::I1, _) => Tail::If { cond: scrutinee, then: els, els: then },
            _ => {
                let constant = Atom::Const(Const::Int(width, value));
                let eq = Prim::Cmp(CmpOp::Eq, width);
                let cond = self.kept.b.prim("eq", eq, [scrutinee, constant]).into();
                Tail::If { cond, then, els }
            }
        }
    }

    /// The argument of a constructor from its fields.
    fn carried_val(&mut self, vars: &[anf::Var], types: &[TyId]) -> Val {
        match vars {
            [] => Val::Unit,
            [single] => Val::from(*single),
            _ => {
                let ty = self.record(types);
                Val::Record(vars.iter().map(|var| Val::from(*var)).collect(), ty)
            }
        }
    }
}

impl Deciding<'_> {
    /// Forgets the values of places that were read since the mark.
    fn forget(&mut self, mark: usize) {
        for place in self.at_hand.drain(mark..) {
            self.vals[place] = None;
        }
    }

    /// The places of the arguments of constructors at this place, with the constructors' numbers.
    fn args_of(&self, of: Place) -> Vec<(Place, u32)> {
        let places = self.tree.places.iter();
        places
            .filter_map(|(place, info)| {
                let Access::Arg(from, _, tag) = info.access else { return None };
                (from == of).then_some((place, tag))
            })
            .collect()
    }
}
