//! Flow as text; deterministic, and what it writes reads back the same.

use crate::show::commas;
use crate::walk::{Branch, Event, OpRef, walk};
use crate::{Atom, Cluster, ClusterKind, Frames, Kind, LocalFun, Tail, Target, Unit, Var};
use base::Pos;
use std::fmt;
use text::{show_name, show_pos, show_str, write_positions};
use types::Linkage;

/// Lines are indented up to this depth, so that text is linear in the program.
const MAX_INDENT: usize = 40;

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, &|_| Vec::new())
    }
}

/// A unit as text, with a comment where each body begins: `comments` gives those of a cluster, in
/// the order in which its bodies stand in the text.
#[derive(Clone, Copy, Debug)]
pub struct Commented<'a, F> {
    /// The unit.
    pub unit: &'a Unit,
    /// The comments on the bodies of a cluster, a line each.
    pub comments: F,
}

impl<F: Fn(&Cluster) -> Vec<String>> fmt::Display for Commented<'_, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.unit.write(f, &self.comments)
    }
}

impl Unit {
    fn write(
        &self,
        f: &mut fmt::Formatter<'_>,
        comments: &dyn Fn(&Cluster) -> Vec<String>,
    ) -> fmt::Result {
        writeln!(f, "flow 1")?;
        write_positions(f, &self.positions)?;
        match self.frames {
            Frames::Heap => {}
            Frames::Stack => writeln!(f, "frames stack")?,
        }
        for global in self.globals.values() {
            let linkage = match global.linkage {
                Linkage::Local => "",
                Linkage::Export => "export ",
                Linkage::Import => "import ",
            };
            writeln!(f, "{linkage}global {}: {}", show_name(&global.name), global.kind)?;
        }
        for foreign in self.foreigns.values() {
            let (name, symbol) = (show_name(&foreign.name), show_str(foreign.symbol.as_bytes()));
            let (params, results) = (commas(foreign.params.iter()), commas(foreign.results.iter()));
            let c = types::show_c_types(foreign.c.as_deref());
            writeln!(f, "foreign {name} {symbol} ({params}) -> ({results}){c}")?;
        }
        for import in self.imports.values() {
            let (name, symbol) = (show_name(&import.name), show_str(import.symbol.as_bytes()));
            writeln!(f, "import {name} {symbol} ({})", commas(import.params.iter()))?;
        }
        for cluster in self.clusters.values() {
            writeln!(f)?;
            self.write_cluster(f, cluster, comments(cluster))?;
        }
        if let Some(entry) = self.entry {
            writeln!(f, "\nentry {}", self.show_cluster(entry))?;
        }
        Ok(())
    }

    fn write_cluster(
        &self,
        f: &mut fmt::Formatter<'_>,
        cluster: &Cluster,
        comments: Vec<String>,
    ) -> fmt::Result {
        let export = if cluster.export { "export " } else { "" };
        let kind = match cluster.kind {
            ClusterKind::Fun => "fun".to_owned(),
            ClusterKind::Known => "known".to_owned(),
            ClusterKind::Cont => "cont".to_owned(),
            ClusterKind::Foreign(foreign) => {
                let foreign = self.foreigns.get(foreign);
                format!("define {}", foreign.map_or("?".into(), |f| show_name(&f.name).to_string()))
            }
        };
        write!(f, "{export}{kind} {}", show_name(&cluster.name))?;
        if cluster.function != cluster.name {
            write!(f, " of {}", show_str(cluster.function.as_bytes()))?;
        }
        if let Some(anys) = cluster.anys {
            write!(f, " anys {anys} ")?;
        }
        write!(f, "({})", self.binders(&cluster.params))?;
        if let Some(clos) = cluster.clos {
            write!(f, " clos {}", self.show_var(clos))?;
        }
        if let Some(k) = cluster.k {
            write!(f, " return {}", self.show_var(k))?;
        }
        if !cluster.fields.is_empty() {
            write!(f, " fields ({})", commas(cluster.fields.iter()))?;
        }
        if !cluster.places.is_empty() {
            write!(f, " at ({})", commas(cluster.places.iter()))?;
        }
        writeln!(f, "{} {{", pos(cluster.pos))?;
        let comments = comments.into_iter();
        let mut printer =
            Printer { unit: self, out: f, depth: 1, after_fun: false, first: false, comments };
        printer.begin_body()?;
        walk(&cluster.body).try_for_each(|event| printer.event(event))?;
        writeln!(f, "}}")
    }

    fn binders(&self, vars: &[Var]) -> String {
        commas(vars.iter().map(|var| {
            let kind = self.vars.get(*var).map_or(Kind::Ref, |info| info.kind);
            format!("{}: {kind}", self.show_var(*var))
        }))
    }
}

fn pos(pos: Pos) -> String {
    show_pos(pos).to_string()
}

struct Printer<'a, 'f, 'g> {
    unit: &'a Unit,
    out: &'f mut fmt::Formatter<'g>,
    depth: usize,
    /// The `}` of a local function was written, without the end of its line.
    after_fun: bool,
    /// True if the next local function is the first of its group.
    first: bool,
    /// Those of the bodies that are still to come.
    comments: std::vec::IntoIter<String>,
}

impl Printer<'_, '_, '_> {
    fn event(&mut self, event: Event<'_>) -> fmt::Result {
        if self.after_fun {
            self.after_fun = false;
            if let Event::EnterFun(fun) = event
                && !self.first
            {
                self.out.write_str(" and ")?;
                return self.enter_fun(fun);
            }
            self.out.write_str("\n")?;
        }
        match event {
            Event::Op(op) => self.op(op),
            Event::Funs(_) => {
                self.first = true;
                Ok(())
            }
            Event::EnterFun(fun) => {
                self.first = false;
                self.indent()?;
                self.out.write_str("fun ")?;
                self.enter_fun(fun)
            }
            Event::LeaveFun(_) => {
                self.close()?;
                self.after_fun = true;
                Ok(())
            }
            Event::Tail(tail) => {
                self.indent()?;
                let text = self.tail(tail);
                self.out.write_str(&text)
            }
            Event::EnterBranch(branch, _) => self.enter_branch(branch),
            Event::LeaveBranch(Branch::Then | Branch::Else, _) => self.close(),
            Event::LeaveBranch(Branch::Case(_) | Branch::Default, _) => {
                self.close()?;
                self.out.write_str("\n")
            }
            Event::EndBranches(tail) => {
                if let Tail::Switch { .. } = tail {
                    self.close()?;
                }
                self.out.write_str("\n")
            }
        }
    }

    fn begin_body(&mut self) -> fmt::Result {
        let Some(comment) = self.comments.next() else { return Ok(()) };
        self.indent()?;
        writeln!(self.out, "; {comment}")
    }

    fn indent(&mut self) -> fmt::Result {
        (0..self.depth.min(MAX_INDENT)).try_for_each(|_| self.out.write_str("  "))
    }

    fn close(&mut self) -> fmt::Result {
        self.depth -= 1;
        self.indent()?;
        self.out.write_str("}")
    }

    fn op(&mut self, op: OpRef<'_>) -> fmt::Result {
        self.indent()?;
        let unit = self.unit;
        match op.dst {
            [_] => self.out.write_str(&unit.binders(op.dst))?,
            [] | [_, _, ..] => write!(self.out, "({})", unit.binders(op.dst))?,
        }
        write!(self.out, " = {}{}", unit.show_op(op.op), atoms(unit, op.args))?;
        writeln!(self.out, "{}", pos(op.pos))
    }

    fn enter_fun(&mut self, fun: &LocalFun) -> fmt::Result {
        let (name, params) = (self.unit.show_local(fun.name), self.unit.binders(&fun.params));
        self.depth += 1;
        writeln!(self.out, "{name}({params}) {{")?;
        self.begin_body()
    }

    fn enter_branch(&mut self, branch: Branch) -> fmt::Result {
        match branch {
            Branch::Then => {}
            Branch::Else => self.out.write_str(" else {\n")?,
            Branch::Case(value) => {
                self.indent()?;
                writeln!(self.out, "{} => {{", value as i64)?;
            }
            Branch::Default => {
                self.indent()?;
                self.out.write_str("_ => {\n")?;
            }
        }
        self.depth += 1;
        self.begin_body()
    }

    /// A tail up to its branches, with the end of the line.
    fn tail(&mut self, tail: &Tail) -> String {
        let unit = self.unit;
        match tail {
            Tail::Jump { fun, args } => {
                format!("jump {}{}\n", unit.show_local(*fun), atoms(unit, args))
            }
            Tail::If { cond, .. } => format!("if {} {{\n", unit.show_atom(cond)),
            Tail::Switch { scrutinee, .. } => {
                self.depth += 1;
                format!("switch {} {{\n", unit.show_atom(scrutinee))
            }
            Tail::Apply { target, clos, args, k, pos: at } => {
                let mut text = match target {
                    Target::Cluster(cluster) => format!("apply {}", unit.show_cluster(*cluster)),
                    Target::Import(import) => format!("apply import {}", unit.show_import(*import)),
                    Target::Unknown(f) => format!("apply * {}", unit.show_atom(f)),
                };
                text.push_str(&atoms(unit, args));
                text.push_str(&option(unit, "clos", clos.as_ref()));
                text.push_str(&option(unit, "return", k.as_ref()));
                format!("{text}{}\n", pos(*at))
            }
            Tail::Throw { k, args } => {
                format!("throw {}{}\n", unit.show_atom(k), atoms(unit, args))
            }
            Tail::Reinstate { cont, args, pos: at } => {
                format!("reinstate {}{}{}\n", unit.show_atom(cont), atoms(unit, args), pos(*at))
            }
            Tail::Raise { exn, origin, k, pos: at } => {
                let origin = option(unit, "from", origin.as_ref());
                let k = option(unit, "return", k.as_ref());
                format!("raise {}{origin}{k}{}\n", unit.show_atom(exn), pos(*at))
            }
            Tail::Unreachable => "unreachable\n".to_owned(),
        }
    }
}

fn option(unit: &Unit, word: &str, atom: Option<&Atom>) -> String {
    atom.map_or(String::new(), |atom| format!(" {word} {}", unit.show_atom(atom)))
}

fn atoms(unit: &Unit, atoms: &[Atom]) -> String {
    let mut text = String::new();
    for atom in atoms {
        text.push(' ');
        text.push_str(&unit.show_atom(atom));
    }
    text
}
