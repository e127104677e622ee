//! Trees as text: a node a line, places as they would be written.

use super::super::{Access, Key, Node, NodeId, Place, Tree};
use crate::core::Program;
use base::EntityId;

/// The tree from its root; a node that several edges lead to stands once, with a number.
pub(super) fn show(program: &Program, tree: &Tree) -> String {
    let mut show = Show {
        program,
        tree,
        uses: tree.uses(),
        done: vec![false; tree.nodes.len()],
        out: String::new(),
    };
    show.node(tree.root, 0, "");
    show.out
}

struct Show<'t> {
    program: &'t Program,
    tree: &'t Tree,
    uses: Vec<u32>,
    done: Vec<bool>,
    out: String,
}

impl Show<'_> {
    fn node(&mut self, id: NodeId, indent: usize, label: &str) {
        self.out.push_str(&"  ".repeat(indent));
        self.out.push_str(label);
        let node = &self.tree.nodes[id];
        let small = matches!(node, Node::Fail | Node::Leaf { .. });
        if self.uses[id.index()] > 1 && !small {
            let seen = std::mem::replace(&mut self.done[id.index()], true);
            self.out.push_str(&format!("{id:?}{}", if seen { "\n" } else { ": " }));
            if seen {
                return;
            }
        }
        match node {
            Node::Fail => self.out.push_str("fail\n"),
            Node::Leaf { rule, bindings } => {
                self.out.push_str(&format!("rule {rule}"));
                for (var, place) in bindings {
                    let name = self.program.names.text(self.program.vars[*var].name);
                    self.out.push_str(&format!(" {name}={}", self.place(*place)));
                }
                self.out.push('\n');
            }
            Node::Switch { place, cases, default } => {
                self.out.push_str(&format!("switch {}\n", self.place(*place)));
                for (key, child) in cases {
                    let label = format!("{} => ", self.key(key));
                    self.node(*child, indent + 1, &label);
                }
                if let Some(default) = default {
                    self.node(*default, indent + 1, "_ => ");
                }
            }
            Node::Exn { place, exn, yes, no } => {
                let name = self.program.names.text(self.program.vars[*exn].name).clone();
                self.out.push_str(&format!("is {} {name}\n", self.place(*place)));
                self.node(*yes, indent + 1, "yes => ");
                self.node(*no, indent + 1, "no => ");
            }
        }
    }

    fn key(&self, key: &Key) -> String {
        match key {
            Key::Con(con, index) => {
                let constructors = super::super::pattern::constructors(self.program, *con);
                self.program.names.text(constructors[*index as usize].name).to_string()
            }
            Key::Int(value) => value.to_string(),
            Key::Char(byte) => format!("#{:?}", char::from(*byte)),
            Key::String(bytes) => format!("{:?}", String::from_utf8_lossy(bytes)),
            Key::Length(len) => format!("length {len}"),
        }
    }

    /// `x`, `x.1`, `x.SOME`.
    fn place(&self, place: Place) -> String {
        let names = &self.program.names;
        match self.tree.places[place].access {
            Access::Root(i) => char::from(b'x' + i as u8).to_string(),
            Access::Arg(from, con, index) => {
                format!("{}.{}", self.place(from), self.key(&Key::Con(con, index)))
            }
            Access::Field(from, label) => format!("{}.{}", self.place(from), names.text(label)),
            Access::Content(from) => format!("!{}", self.place(from)),
            Access::Element(from, i) => format!("{}[{i}]", self.place(from)),
            Access::ExnArg(from, var) => {
                format!("{}.{}", self.place(from), names.text(self.program.vars[var].name))
            }
        }
    }
}
