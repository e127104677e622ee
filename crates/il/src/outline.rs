//! The outline of a program (see [`flow::outline`]), and renaming by it. The
//! variables bound at the entry are the free ones.

use crate::syntax::{Annotation, Binding, BodyId, End, Exp, Node, Program, Var};
use base::Span;
use flow::outline::{Entry, Item, Next, Outline, Part};

impl Program {
    /// Its outline. The number of a body is its place in [`Program::bodies`].
    pub fn outline(&self) -> Outline {
        self.outline_with(|_| None)
    }

    /// The outline in which what `claims` gives for a place counts as used there.
    pub(crate) fn outline_with<'a>(
        &'a self,
        claims: impl Fn(Place) -> Option<&'a [Var]>,
    ) -> Outline {
        let mut outline = Outline::default();
        let none = outline.push([]);
        let part = || Part {
            entry: Entry::Root,
            params: none,
            items: Vec::new(),
            uses: none,
            next: Next::Leave,
        };
        outline.bodies = self.bodies.iter().map(|_| part()).collect();
        outline.bodies[0].params = outline.push(self.free.iter().map(|(var, _)| *var));
        for (id, body) in self.bodies.iter().enumerate() {
            let mut items = Vec::with_capacity(body.lets.len());
            if let Some(claimed) = claims(Place::Start(id)) {
                items.push(Item::Op { dst: none, uses: outline.push(claimed.iter().copied()) });
            }
            for (i, binding) in body.lets.iter().enumerate() {
                if let Some(claimed) = claims(Place::Let(id, i)) {
                    items.push(Item::Op { dst: none, uses: outline.push(claimed.iter().copied()) });
                }
                items.push(self.item(&mut outline, id, &binding.binding));
            }
            let uses = body.end.exps().iter().flat_map(Exp::vars);
            outline.bodies[id].uses = match claims(Place::End(id)) {
                Some(claimed) => outline.push(uses.chain(claimed.iter().copied())),
                None => outline.push(uses),
            };
            outline.bodies[id].items = items;
            outline.bodies[id].next = match &body.end {
                End::Exp(_) => Next::Leave,
                End::Apply(fun, args) => Next::Jump {
                    body: self.funs[*fun].body,
                    args: args.iter().map(Exp::just_var).collect(),
                },
                End::If(_, then, els) => {
                    outline.bodies[*then].entry = Entry::Branch(id);
                    outline.bodies[*els].entry = Entry::Branch(id);
                    Next::Branches(Box::new([*then as u32, *els as u32]))
                }
            };
        }
        outline
    }

    fn item(&self, outline: &mut Outline, home: BodyId, binding: &Binding) -> Item {
        match binding {
            Binding::Exp(..) | Binding::Action(..) => {
                let dst = outline.push(binding.var());
                Item::Op { dst, uses: outline.push(binding.exps().iter().flat_map(Exp::vars)) }
            }
            Binding::Fun(fun) => {
                let fun = &self.funs[*fun];
                let params = outline.push(fun.params.iter().map(|(var, _)| *var));
                outline.bodies[fun.body].params = params;
                outline.bodies[fun.body].entry = Entry::Fun(home);
                Item::Funs(Box::new([fun.body as u32]))
            }
        }
    }

    /// Calls `visit` with every occurrence of a variable in the order of the
    /// outline's numbers.
    pub(crate) fn occurrences_mut(&mut self, mut visit: impl FnMut(&mut Var)) {
        self.free.iter_mut().for_each(|(var, _)| visit(var));
        let Program { bodies, funs, .. } = self;
        let exps = |exps: &mut [Exp], visit: &mut dyn FnMut(&mut Var)| {
            for node in exps.iter_mut().flat_map(|exp| exp.code.iter_mut()) {
                match node {
                    Node::Var(var) => visit(var),
                    Node::Int(_) | Node::Un(_) | Node::Bin(_) => {}
                }
            }
        };
        for body in bodies {
            for binding in &mut body.lets {
                match &mut binding.binding {
                    Binding::Exp(var, exp) => {
                        visit(var);
                        exps(std::slice::from_mut(exp), &mut visit);
                    }
                    Binding::Action(var, _, args) => {
                        visit(var);
                        exps(args, &mut visit);
                    }
                    Binding::Fun(fun) => {
                        funs[*fun].params.iter_mut().for_each(|(var, _)| visit(var));
                    }
                }
            }
            match &mut body.end {
                End::Exp(exp) | End::If(exp, _, _) => exps(std::slice::from_mut(exp), &mut visit),
                End::Apply(_, args) => exps(args, &mut visit),
            }
        }
    }

    /// Renames every occurrence; annotations do not survive.
    pub(crate) fn renamed(&self, names: impl IntoIterator<Item = Var>) -> Program {
        let mut program = self.clone();
        let mut names = names.into_iter();
        program.occurrences_mut(|var| match names.next() {
            Some(name) => *var = name,
            None => base::bug!("fewer names than occurrences"),
        });
        program.annotations_mut(|annotation| *annotation = None);
        program
    }

    pub(crate) fn annotations_mut(&mut self, mut visit: impl FnMut(&mut Annotation)) {
        for body in &mut self.bodies {
            body.lets.iter_mut().for_each(|binding| visit(&mut binding.live));
            visit(&mut body.live);
        }
        self.funs.iter_mut().for_each(|fun| visit(&mut fun.globals));
    }

    /// The places of the occurrences that bind, by their numbers; other
    /// occurrences have none.
    pub fn binding_spans(&self) -> Vec<Option<Span>> {
        let mut spans: Vec<Option<Span>> = self.free.iter().map(|(_, span)| Some(*span)).collect();
        for body in &self.bodies {
            for binding in &body.lets {
                match &binding.binding {
                    Binding::Fun(fun) => {
                        spans.extend(self.funs[*fun].params.iter().map(|(_, span)| Some(*span)));
                    }
                    Binding::Exp(..) | Binding::Action(..) => {
                        spans.push(Some(binding.span));
                        let uses = binding.binding.exps().iter().flat_map(Exp::vars);
                        spans.extend(uses.map(|_| None));
                    }
                }
            }
            spans.extend(body.end.exps().iter().flat_map(Exp::vars).map(|_| None));
        }
        spans
    }
}

/// A place of a program where something is live.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// The beginning of a body.
    Start(BodyId),
    /// Before a binding.
    Let(BodyId, usize),
    /// Before the end of a body.
    End(BodyId),
}
