//! Rows of patterns to a tree.
//!
//! Nodes wait in a list with their rows, so that long matches need no stack.

use super::pattern::{self, Form, Head};
use super::tree::{Access, Key, Node, NodeId, Place, PlaceInfo, Tree};
use crate::core::{Pat, PatKind, Program, Ty, Var};
use base::{PrimaryMap, bug, entity_impl};
use faults::Fault;
use rustc_hash::FxHashMap;
use sml_syntax::names::Sym;
use std::rc::Rc;

/// A row that has been met.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct RowId(u32);
entity_impl!(RowId, "r");

/// A rule, and the tests that it still needs.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Row<'p> {
    rule: u32,
    /// The patterns that must fit, by place; each can fail.
    tests: Vec<(Place, Form<'p>)>,
    /// The variables that are bound already, in the order of their numbers.
    bindings: Vec<(Var, Place)>,
}

/// Rows in the order of their rules. Only the last may need no test.
type Rows = Vec<RowId>;

/// The most tests of the first row that are considered, and the most rows that judge them.
const CANDIDATES: usize = 8;
const JUDGES: usize = 64;

/// Makes a tree.
pub(super) struct Builder<'p> {
    program: &'p Program,
    /// True if the leaves bind the variables of rules.
    bind: bool,
    places: PrimaryMap<Place, PlaceInfo>,
    known_places: FxHashMap<Access, Place>,
    rows: PrimaryMap<RowId, Rc<Row<'p>>>,
    known_rows: FxHashMap<Rc<Row<'p>>, RowId>,
    nodes: PrimaryMap<NodeId, Node>,
    known_nodes: FxHashMap<Rows, NodeId>,
    todo: Vec<(NodeId, Rows)>,
    /// The steps so far, and their limit.
    work: usize,
    limit: usize,
}

impl<'p> Builder<'p> {
    /// A builder of a tree. `bind` asks for the variables of rules; after more steps than
    /// `limit` it gives up.
    pub(super) fn new(program: &'p Program, bind: bool, limit: usize) -> Builder<'p> {
        Builder {
            program,
            bind,
            places: PrimaryMap::new(),
            known_places: FxHashMap::default(),
            rows: PrimaryMap::new(),
            known_rows: FxHashMap::default(),
            nodes: PrimaryMap::new(),
            known_nodes: FxHashMap::default(),
            todo: Vec::new(),
            work: 0,
            limit,
        }
    }

    /// The tree of these rows, unless it is too large.
    pub(super) fn build(mut self, rules: &[Vec<&'p Pat>]) -> Option<Tree> {
        let mut rows = Rows::new();
        for (rule, pats) in rules.iter().enumerate() {
            let mut todo = Vec::with_capacity(pats.len());
            for (i, pat) in pats.iter().enumerate() {
                let place = self.place(Access::Root(i as u32), Some(pat.ty));
                todo.push((place, Form::Pat(pat)));
            }
            todo.reverse();
            let row = Row { rule: rule as u32, tests: Vec::new(), bindings: Vec::new() };
            self.push_row(&mut rows, row, todo);
        }
        let root = self.node(rows);
        while let Some((node, rows)) = self.todo.pop() {
            if self.work > self.limit {
                return None;
            }
            self.nodes[node] = self.decide(rows);
        }
        Some(Tree { nodes: self.nodes, root, places: self.places })
    }

    fn place(&mut self, access: Access, ty: Option<Ty>) -> Place {
        if let Some(&place) = self.known_places.get(&access) {
            let known = &mut self.places[place].ty;
            *known = known.or(ty);
            return place;
        }
        let place = self.places.push(PlaceInfo { access, ty });
        self.known_places.insert(access, place);
        place
    }

    /// Adds a row with more patterns, the next one last, taken apart as far as they
    /// cannot fail. It becomes several if an or-pattern hides tests of other places.
    fn push_row(&mut self, rows: &mut Rows, row: Row<'p>, todo: Vec<(Place, Form<'p>)>) {
        let mut waiting = vec![(row, todo)];
        while let Some((mut row, mut todo)) = waiting.pop() {
            if self.work > self.limit {
                return;
            }
            let mut divided = false;
            while let Some((place, form)) = todo.pop() {
                self.work += 1;
                if let Some(pats) = pattern::hidden_tests(self.program, form) {
                    for pat in pats.iter().rev() {
                        let mut todo = todo.clone();
                        todo.push((place, Form::Pat(pat)));
                        self.work += todo.len() + row.tests.len();
                        waiting.push((row.clone(), todo));
                    }
                    divided = true;
                    break;
                }
                self.take_form_apart(place, form, &mut row, &mut todo);
            }
            if !divided {
                let id = self.row(row);
                self.push(rows, id);
            }
        }
    }

    /// The number of a row.
    fn row(&mut self, mut row: Row<'p>) -> RowId {
        row.tests.sort_unstable_by_key(|(place, _)| *place);
        row.bindings.sort_unstable();
        self.work += row.tests.len() + row.bindings.len();
        if let Some(&id) = self.known_rows.get(&row) {
            return id;
        }
        let row = Rc::new(row);
        let id = self.rows.push(row.clone());
        self.known_rows.insert(row, id);
        id
    }

    fn take_form_apart(
        &mut self,
        place: Place,
        form: Form<'p>,
        row: &mut Row<'p>,
        todo: &mut Vec<(Place, Form<'p>)>,
    ) {
        match form {
            Form::Pat(pat) => self.take_apart(place, pat, row, todo),
            Form::List(..) => row.tests.push((place, form)),
            Form::Cell(pats, ty) => {
                let (first, others) = pats.split_first().expect("a cell has a first element");
                let (one, two) = self.pair_labels();
                let place_one = self.place(Access::Field(place, one), Some(first.ty));
                let place_two = self.place(Access::Field(place, two), Some(ty));
                todo.push((place_two, Form::List(others, ty)));
                todo.push((place_one, Form::Pat(first)));
            }
        }
    }

    fn pair_labels(&self) -> (Sym, Sym) {
        let label = |text| self.program.names.find(text).expect("the type of `::` has a pair");
        (label("1"), label("2"))
    }

    /// A pattern at a place: a test, or its parts.
    fn take_apart(
        &mut self,
        place: Place,
        pat: &'p Pat,
        row: &mut Row<'p>,
        todo: &mut Vec<(Place, Form<'p>)>,
    ) {
        match &pat.kind {
            PatKind::Wild => {}
            PatKind::Var(var) => self.bind(row, *var, place),
            PatKind::As(var, inner) => {
                self.bind(row, *var, place);
                if !faults::on(Fault::MatchAs) {
                    todo.push((place, Form::Pat(inner)));
                }
            }
            PatKind::Record(fields) => {
                let from = todo.len();
                for (label, inner) in fields {
                    let field = self.place(Access::Field(place, *label), Some(inner.ty));
                    todo.push((field, Form::Pat(inner)));
                }
                todo[from..].reverse();
            }
            PatKind::Con(con, index, arg) => {
                let con = pattern::datatype(self.program, *con);
                match pattern::only_access(self.program, place, con, *index) {
                    Some(access) => {
                        if let Some(arg) = arg {
                            todo.push((self.place(access, Some(arg.ty)), Form::Pat(arg)));
                        }
                    }
                    None => row.tests.push((place, Form::Pat(pat))),
                }
            }
            PatKind::List(pats) => todo.push((place, Form::List(pats, pat.ty))),
            PatKind::Or(pats) if pats.len() == 1 => todo.push((place, Form::Pat(&pats[0]))),
            PatKind::Lit(_) | PatKind::Excon(..) | PatKind::Vector(_) | PatKind::Or(_) => {
                row.tests.push((place, Form::Pat(pat)));
            }
        }
    }

    fn bind(&self, row: &mut Row<'p>, var: Var, place: Place) {
        if self.bind {
            row.bindings.push((var, place));
        }
    }

    /// Adds a row, unless it cannot be reached.
    fn push(&mut self, rows: &mut Rows, row: RowId) {
        self.work += 1;
        let reached = match rows.last() {
            None => true,
            Some(&last) => last != row && !self.rows[last].tests.is_empty(),
        };
        if reached {
            rows.push(row);
        }
    }

    /// The node for these rows, which may have to be made.
    fn node(&mut self, rows: Rows) -> NodeId {
        self.work += rows.len();
        if let Some(&node) = self.known_nodes.get(&rows) {
            return node;
        }
        let node = self.nodes.push(Node::Fail);
        self.known_nodes.insert(rows.clone(), node);
        self.todo.push((node, rows));
        node
    }

    /// The node for these rows.
    fn decide(&mut self, mut rows: Rows) -> Node {
        loop {
            let Some(&first) = rows.first() else { return Node::Fail };
            let first = self.rows[first].clone();
            if first.tests.is_empty() {
                return Node::Leaf { rule: first.rule, bindings: first.bindings.clone() };
            }
            let place = self.choose(&first, &rows);
            match self.head_at(&first, place) {
                Some(Head::Exn(exn, _)) => {
                    rows = match self.alternatives(&rows, place) {
                        Some(rows) => rows,
                        None => return self.divide_exn(&rows, place, exn),
                    };
                }
                Some(Head::Key(_)) => {
                    rows = match self.alternatives(&rows, place) {
                        Some(rows) => rows,
                        None => return self.divide(&rows, place),
                    };
                }
                Some(Head::Or(_)) => {
                    let divided = self.alternatives(&rows, place);
                    rows = divided.expect("the first row has alternatives");
                }
                None => bug!("the test of a place has no head"),
            }
        }
    }

    fn test_at(row: &Row<'p>, place: Place) -> Option<usize> {
        row.tests.binary_search_by_key(&place, |(at, _)| *at).ok()
    }

    fn head_at(&self, row: &Row<'p>, place: Place) -> Option<Head<'p>> {
        let at = Self::test_at(row, place)?;
        pattern::head(self.program, row.tests[at].1)
    }

    /// The place to test: of those that the first row tests, one that most rows need.
    fn choose(&mut self, first: &Row<'p>, rows: &Rows) -> Place {
        let mut best = (first.tests[0].0, (0, 0));
        for (place, _) in first.tests.iter().take(CANDIDATES) {
            let (mut prefix, mut mentions, mut unbroken) = (0, 0, true);
            for row in rows.iter().take(JUDGES) {
                self.work += 1;
                let mentioned = Self::test_at(&self.rows[*row], *place).is_some();
                unbroken &= mentioned;
                prefix += usize::from(unbroken);
                mentions += usize::from(mentioned);
            }
            if (prefix, mentions) > best.1 {
                best = (*place, (prefix, mentions));
            }
        }
        best.0
    }

    /// The rows with those that have several patterns at the place replaced by one for
    /// each; none if there are no such rows.
    fn alternatives(&mut self, rows: &Rows, place: Place) -> Option<Rows> {
        let is_or = |row: &Row<'p>| matches!(self.head_at(row, place), Some(Head::Or(_)));
        if !rows.iter().any(|row| is_or(&self.rows[*row])) {
            return None;
        }
        let mut result = Rows::new();
        for &id in rows {
            let row = self.rows[id].clone();
            match self.head_at(&row, place) {
                Some(Head::Or(pats)) => {
                    let count = pats.len() - usize::from(faults::on(Fault::MatchAlternative));
                    for pat in &pats[..count] {
                        let rest = Self::without(&row, place);
                        self.push_row(&mut result, rest, vec![(place, Form::Pat(pat))]);
                    }
                }
                Some(Head::Key(_) | Head::Exn(..)) | None => self.push(&mut result, id),
            }
        }
        Some(result)
    }

    /// The row without its test of the place.
    fn without(row: &Row<'p>, place: Place) -> Row<'p> {
        let mut row = row.clone();
        if let Some(at) = Self::test_at(&row, place) {
            row.tests.remove(at);
        }
        row
    }

    /// Divides the rows by the key of the value at the place.
    fn divide(&mut self, rows: &Rows, place: Place) -> Node {
        let mut cases: Vec<(Key, Rows)> = Vec::new();
        let mut known: FxHashMap<Key, usize> = FxHashMap::default();
        let mut default = Rows::new();
        for &id in rows {
            let row = self.rows[id].clone();
            let Some(at) = Self::test_at(&row, place) else {
                for (_, case) in &mut cases {
                    if !faults::on(Fault::MatchWildOnce) {
                        self.push(case, id);
                    }
                }
                self.push(&mut default, id);
                continue;
            };
            let form = row.tests[at].1;
            let Some(Head::Key(key)) = pattern::head(self.program, form) else {
                bug!("a row without a key")
            };
            let case = *known.entry(key.clone()).or_insert_with(|| {
                self.work += default.len();
                let before = !faults::on(Fault::MatchLateCase);
                cases.push((key, if before { default.clone() } else { Rows::new() }));
                cases.len() - 1
            });
            let parts = self.parts(place, form);
            let mut rows = std::mem::take(&mut cases[case].1);
            self.push_row(&mut rows, Self::without(&row, place), parts);
            cases[case].1 = rows;
        }
        cases.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        let count = cases
            .first()
            .and_then(|(key, _)| pattern::key_count(self.program, key, self.places[place].ty));
        let missed = usize::from(faults::on(Fault::MatchComplete));
        let complete = count.is_some_and(|count| cases.len() + missed >= count);
        let default = (!complete).then(|| self.node(default));
        let mut cases: Vec<(Key, NodeId)> =
            cases.into_iter().map(|(key, rows)| (key, self.node(rows))).collect();
        // A case that leads to the same node as the default needs no test.
        if cases.iter().any(|(_, case)| Some(*case) != default) {
            cases.retain(|(_, case)| Some(*case) != default);
        }
        Node::Switch { place, cases, default }
    }

    /// The patterns inside one whose head is a key, the next one last.
    fn parts(&mut self, place: Place, form: Form<'p>) -> Vec<(Place, Form<'p>)> {
        match form {
            Form::List([], _) => Vec::new(),
            Form::List(pats, ty) => {
                let con = pattern::tycon_of(self.program, ty).expect("a list's type is one");
                vec![(self.place(Access::Arg(place, con, 1), None), Form::Cell(pats, ty))]
            }
            Form::Cell(..) => bug!("a pair is no test"),
            Form::Pat(pat) => match &pat.kind {
                PatKind::Con(con, index, Some(arg)) => {
                    let con = pattern::datatype(self.program, *con);
                    let access = Access::Arg(place, con, *index);
                    vec![(self.place(access, Some(arg.ty)), Form::Pat(arg))]
                }
                PatKind::Vector(pats) => {
                    let mut parts = Vec::with_capacity(pats.len());
                    for (i, pat) in pats.iter().enumerate() {
                        let access = Access::Element(place, i as u32);
                        parts.push((self.place(access, Some(pat.ty)), Form::Pat(pat)));
                    }
                    parts.reverse();
                    parts
                }
                PatKind::Con(_, _, None) | PatKind::Lit(_) => Vec::new(),
                PatKind::Wild
                | PatKind::Var(_)
                | PatKind::Excon(..)
                | PatKind::Record(_)
                | PatKind::List(_)
                | PatKind::As(..)
                | PatKind::Or(_) => bug!("{:?} has no key", pat.kind),
            },
        }
    }

    /// Divides the rows by whether the exception is of a constructor. Those that ask for
    /// another remain in both: it may be the same.
    fn divide_exn(&mut self, rows: &Rows, place: Place, exn: Var) -> Node {
        let (mut yes, mut no) = (Rows::new(), Rows::new());
        for &id in rows {
            let row = self.rows[id].clone();
            match self.head_at(&row, place) {
                Some(Head::Exn(var, arg)) if var == exn => {
                    let mut parts = Vec::new();
                    if let Some(arg) = arg {
                        let access = Access::ExnArg(place, exn);
                        parts.push((self.place(access, Some(arg.ty)), Form::Pat(arg)));
                    }
                    self.push_row(&mut yes, Self::without(&row, place), parts);
                }
                Some(Head::Exn(..) | Head::Key(_) | Head::Or(_)) | None => {
                    if !faults::on(Fault::MatchExnRest) {
                        self.push(&mut yes, id);
                    }
                    self.push(&mut no, id);
                }
            }
        }
        let (yes, no) = (self.node(yes), self.node(no));
        Node::Exn { place, exn, yes, no }
    }
}
