//! Matches to decision trees: no value is tested twice on any way.
//!
//! A match is a list of rows; a row has tests, a pattern for some part of the values
//! each, and variables for other parts. If the first row has no tests left, it fits.
//! Otherwise one of the parts that it tests decides: for each constructor found there, the rows
//! that may still fit go on.
//!
//! ```text
//! f (nil, y) = A          case #1 of nil => A
//! f (x, nil) = B     =>            | :: => case #2 of nil => B | :: => C
//! f (x, y) = C
//! ```
//! Of the parts that the first row tests, the one that most rows test is taken. A
//! row that does not test it goes on in several branches, so a tree may be much larger than
//! the match; above [`MAX_NODES`] nodes, rows are tried one after the other.

use super::data::Repr;
use super::{Cx, Row};
use crate::core::{Lit, Node, Pat, PatKind, Ty, Var};
use rustc_hash::FxHashMap;

/// A part of the values that are matched.
pub(super) type Part = usize;

/// How a part is got from another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Step {
    /// One of the values themselves.
    Root(usize),
    /// A field of a record, of so many.
    Field(Part, usize, usize),
    /// What a constructor of a sum carries.
    Arg(Part, u32),
    /// What an exception constructor carries.
    ExnArg(Part, Var),
    /// What a reference holds.
    Content(Part),
    /// An element of a vector, of this type.
    Item(Part, usize, Ty),
}

/// What is found in a part.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Head<'p> {
    /// A constructor of a datatype that is a sum or an enumeration, with this many constructors.
    Con(u32, usize),
    /// A constant.
    Lit(&'p Lit),
    /// An exception of this constructor.
    Excon(Var),
    /// A vector of this length.
    Len(usize),
}

/// What is decided in which order.
#[derive(Debug)]
pub(super) enum Tree<'p> {
    /// A part of this type decides; the default is missing if the cases are complete.
    Switch(Part, Ty, Vec<(Head<'p>, Tree<'p>)>, Option<Box<Tree<'p>>>),
    /// The row of this number fits, with these variables.
    Leaf(usize, Vec<(Var, Part)>),
    /// The first tree, and where it fails the second.
    Try(Box<Tree<'p>>, Box<Tree<'p>>),
    /// Nothing fits.
    Fail,
}

/// A tree, the parts it speaks of, and how often each row is reached.
pub(super) struct Plan<'p> {
    pub(super) tree: Tree<'p>,
    pub(super) steps: Vec<Step>,
    /// The part that a step leads to.
    pub(super) known: FxHashMap<Step, Part>,
    pub(super) uses: Vec<u32>,
    /// Can it fail?
    pub(super) fails: bool,
}

/// Most nodes of a tree.
const MAX_NODES: usize = 2_000;

/// A pattern, or the rest of a list pattern.
#[derive(Clone, Copy)]
enum Want<'p> {
    Pat(&'p Pat),
    List(&'p [Pat], Ty),
}

#[derive(Clone)]
struct Line<'p> {
    tests: Vec<(Part, Want<'p>)>,
    binds: Vec<(Var, Part)>,
    arm: usize,
}

struct Grow<'c, 'p> {
    cx: &'c mut Cx<'p>,
    steps: Vec<Step>,
    known: FxHashMap<Step, Part>,
    uses: Vec<u32>,
    fails: bool,
    nodes: usize,
    max_nodes: usize,
}

impl<'p> Cx<'p> {
    /// The decision tree of a match.
    pub(super) fn plan(&mut self, rows: &[Row<'p>]) -> Plan<'p> {
        let mut grow = Grow {
            cx: self,
            steps: Vec::new(),
            known: FxHashMap::default(),
            uses: vec![0; rows.len()],
            fails: false,
            nodes: 0,
            max_nodes: MAX_NODES + 4 * rows.len(),
        };
        let mut lines = Vec::new();
        for (arm, row) in rows.iter().enumerate() {
            let roots = row.pats.iter().enumerate();
            let tests = roots.map(|(i, pat)| (grow.part(Step::Root(i)), Want::Pat(pat))).collect();
            grow.simplify(Line { tests, binds: Vec::new(), arm }, &mut lines);
        }
        let tree = grow.tree(lines);
        let Grow { steps, known, uses, fails, .. } = grow;
        Plan { tree, steps, known, uses, fails }
    }
}

impl<'p> Grow<'_, 'p> {
    fn part(&mut self, step: Step) -> Part {
        if let Some(&part) = self.known.get(&step) {
            return part;
        }
        self.steps.push(step);
        self.known.insert(step, self.steps.len() - 1);
        self.steps.len() - 1
    }

    /// Takes apart what needs no test; alternatives become lines of their own.
    fn simplify(&mut self, line: Line<'p>, out: &mut Vec<Line<'p>>) {
        let Line { tests, mut binds, arm } = line;
        let mut todo: Vec<(Part, Want<'p>)> = tests.into_iter().rev().collect();
        let mut tests = Vec::new();
        while let Some((part, want)) = todo.pop() {
            let Want::Pat(pat) = want else {
                tests.push((part, want));
                continue;
            };
            match &pat.kind {
                PatKind::Wild => {}
                PatKind::Var(var) => binds.push((*var, part)),
                PatKind::As(var, inner) => {
                    binds.push((*var, part));
                    todo.push((part, Want::Pat(inner)));
                }
                PatKind::Record(fields) => {
                    for (label, field) in fields.iter().rev() {
                        if let Some((index, count)) = self.cx.label_index(pat.ty, *label) {
                            let part = self.part(Step::Field(part, index, count));
                            todo.push((part, Want::Pat(field)));
                        }
                    }
                }
                PatKind::Con(con, _, arg) => match (self.cx.repr(*con), arg) {
                    (Repr::Unit, _) | (Repr::Transparent(_) | Repr::Ref, None) => {}
                    (Repr::Transparent(_), Some(arg)) => todo.push((part, Want::Pat(arg))),
                    (Repr::Ref, Some(arg)) => {
                        let part = self.part(Step::Content(part));
                        todo.push((part, Want::Pat(arg)));
                    }
                    (Repr::Enum(_) | Repr::Sum, _) => tests.push((part, want)),
                },
                PatKind::List(pats) => tests.push((part, Want::List(pats, pat.ty))),
                PatKind::Lit(_) | PatKind::Excon(..) | PatKind::Vector(_) => {
                    tests.push((part, want));
                }
                PatKind::Or(pats) => {
                    todo.reverse();
                    for pat in pats {
                        let mut tests = tests.clone();
                        tests.push((part, Want::Pat(pat)));
                        tests.extend(todo.iter().copied());
                        self.simplify(Line { tests, binds: binds.clone(), arm }, out);
                    }
                    return;
                }
            }
        }
        out.push(Line { tests, binds, arm });
    }

    fn tree(&mut self, mut lines: Vec<Line<'p>>) -> Tree<'p> {
        let Some(first) = lines.first() else {
            self.fails = true;
            return Tree::Fail;
        };
        if first.tests.is_empty() {
            self.uses[first.arm] += 1;
            return Tree::Leaf(first.arm, lines.swap_remove(0).binds);
        }
        self.nodes += 1;
        if self.nodes > self.max_nodes && lines.len() > 1 {
            let first = lines.remove(0);
            let outer = self.fails;
            let first = self.tree(vec![first]);
            self.fails = outer;
            return Tree::Try(Box::new(first), Box::new(self.tree(lines)));
        }
        let part = self.choose(&lines);
        let want = lines[0].tests.iter().find(|(p, _)| *p == part).map(|(_, want)| *want);
        let Some(want) = want else { return Tree::Fail };
        let ty = match want {
            Want::Pat(pat) => pat.ty,
            Want::List(_, ty) => ty,
        };
        match self.head(want) {
            Head::Excon(var) => self.excon(part, ty, var, lines),
            Head::Con(..) | Head::Lit(_) | Head::Len(_) => self.switch(part, ty, lines),
        }
    }

    /// The part that the first line and most others test.
    fn choose(&self, lines: &[Line<'p>]) -> Part {
        let first = &lines[0].tests;
        if let [(only, _)] = first[..] {
            return only;
        }
        let mut counts: Vec<(usize, Part)> = first.iter().map(|(part, _)| (0, *part)).collect();
        for line in lines {
            for (count, part) in &mut counts {
                *count += usize::from(line.tests.iter().any(|(p, _)| p == part));
            }
        }
        let mut best = counts[0];
        for candidate in counts {
            if candidate.0 > best.0 {
                best = candidate;
            }
        }
        best.1
    }

    /// What a pattern that needs a test wants to find.
    fn head(&mut self, want: Want<'p>) -> Head<'p> {
        let pat = match want {
            Want::List(pats, _) => return Head::Con(u32::from(!pats.is_empty()), 2),
            Want::Pat(pat) => pat,
        };
        match &pat.kind {
            PatKind::Con(con, tag, _) => Head::Con(*tag, self.cx.count_of(*con)),
            PatKind::Lit(lit) => Head::Lit(lit),
            PatKind::Excon(var, _) => Head::Excon(*var),
            PatKind::Vector(pats) => Head::Len(pats.len()),
            PatKind::List(pats) => Head::Con(u32::from(!pats.is_empty()), 2),
            // These need no test.
            PatKind::Wild
            | PatKind::Var(_)
            | PatKind::As(..)
            | PatKind::Record(_)
            | PatKind::Or(_) => Head::Len(usize::MAX),
        }
    }

    /// The lines that go on where the part is what this one wants: the test
    /// of the part is replaced by those of its parts.
    fn open(&mut self, mut line: Line<'p>, at: usize, out: &mut Vec<Line<'p>>) {
        let (part, want) = line.tests.remove(at);
        let mut inner = Vec::new();
        match want {
            Want::List(pats, ty) => {
                if let Some((head, rest)) = pats.split_first() {
                    let arg = self.part(Step::Arg(part, 1));
                    inner.push((self.part(Step::Field(arg, 0, 2)), Want::Pat(head)));
                    inner.push((self.part(Step::Field(arg, 1, 2)), Want::List(rest, ty)));
                }
            }
            Want::Pat(pat) => match &pat.kind {
                PatKind::Con(_, tag, Some(arg)) => {
                    inner.push((self.part(Step::Arg(part, *tag)), Want::Pat(arg)));
                }
                PatKind::Excon(var, Some(arg)) => {
                    inner.push((self.part(Step::ExnArg(part, *var)), Want::Pat(arg)));
                }
                PatKind::Vector(pats) => {
                    for (i, pat) in pats.iter().enumerate() {
                        inner.push((self.part(Step::Item(part, i, pat.ty)), Want::Pat(pat)));
                    }
                }
                _ => {}
            },
        }
        line.tests.splice(at..at, inner);
        self.simplify(line, out);
    }

    fn switch(&mut self, part: Part, ty: Ty, lines: Vec<Line<'p>>) -> Tree<'p> {
        let mut groups: Vec<(Head<'p>, Vec<Line<'p>>)> = Vec::new();
        let mut tags: FxHashMap<u32, usize> = FxHashMap::default();
        let mut others: Vec<Line<'p>> = Vec::new();
        for line in lines {
            let Some(at) = line.tests.iter().position(|(p, _)| *p == part) else {
                groups.iter_mut().for_each(|(_, group)| group.push(line.clone()));
                others.push(line);
                continue;
            };
            let head = self.head(line.tests[at].1);
            let known = match head {
                Head::Con(tag, _) => tags.get(&tag).copied(),
                _ => groups.iter().position(|(h, _)| *h == head),
            };
            let group = known.unwrap_or_else(|| {
                groups.push((head, others.clone()));
                if let Head::Con(tag, _) = head {
                    tags.insert(tag, groups.len() - 1);
                }
                groups.len() - 1
            });
            let mut opened = Vec::new();
            self.open(line, at, &mut opened);
            groups[group].1.append(&mut opened);
        }
        let complete = matches!(groups.first(), Some((Head::Con(_, n), _)) if *n == groups.len());
        let cases = groups.into_iter().map(|(head, lines)| (head, self.tree(lines))).collect();
        let default = (!complete).then(|| Box::new(self.tree(others)));
        Tree::Switch(part, ty, cases, default)
    }

    /// Exception constructors of two names may be the same, so one is tested at a time.
    fn excon(&mut self, part: Part, ty: Ty, var: Var, lines: Vec<Line<'p>>) -> Tree<'p> {
        let (mut yes, mut no) = (Vec::new(), Vec::new());
        for line in lines {
            let at = line.tests.iter().position(|(p, want)| {
                *p == part
                    && matches!(want, Want::Pat(pat)
                        if matches!(&pat.kind, PatKind::Excon(v, _) if *v == var))
            });
            match at {
                Some(at) => self.open(line, at, &mut yes),
                None => {
                    yes.push(line.clone());
                    no.push(line);
                }
            }
        }
        let cases = vec![(Head::Excon(var), self.tree(yes))];
        Tree::Switch(part, ty, cases, Some(Box::new(self.tree(no))))
    }
}

impl<'p> Cx<'p> {
    /// Where the field of a record type is, and how many there are.
    pub(super) fn label_index(&self, ty: Ty, label: crate::names::Sym) -> Option<(usize, usize)> {
        match self.program.types.node(ty) {
            Node::Record(fields) => {
                Some((fields.iter().position(|(l, _)| *l == label)?, fields.len()))
            }
            _ => None,
        }
    }
}
