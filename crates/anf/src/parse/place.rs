//! Positions for a module whose text has none: the places in that text.

use super::Spans;
use crate::{Body, Fun, Let, Module, Tail};
use base::{Name, Pos, PosInfo, PosTable, Span};

/// Gives every function, operation, call and raise of a module without a position
/// table its place in the text, which is that of `file`.
pub fn place(module: &mut Module, spans: &Spans, source: &[u8], file: &str) {
    if !module.positions.is_empty() {
        return;
    }
    let newlines = source.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    let starts = std::iter::once(0).chain(newlines.map(|(at, _)| at + 1)).collect();
    let positions = std::mem::take(&mut module.positions);
    let mut cx = Placing { spans, starts, file: file.into(), positions, node: 0 };
    module.funs.iter_mut().for_each(|fun| cx.fun(fun));
    module.positions = cx.positions;
}

struct Placing<'s> {
    spans: &'s Spans,
    /// The beginnings of the lines.
    starts: Vec<usize>,
    file: Name,
    positions: PosTable,
    /// The next binding or tail, in the order of the text.
    node: usize,
}

impl Placing<'_> {
    fn at(&mut self, span: Span) -> Pos {
        let line = self.starts.partition_point(|start| *start <= span.start);
        let column = span.start - self.starts[line - 1] + 1;
        self.positions.add(PosInfo {
            file: self.file.clone(),
            line: line as u32,
            column: column as u32,
            function: None,
            inlined_at: Pos::NONE,
        })
    }

    fn next(&mut self) -> Option<Span> {
        self.node += 1;
        self.spans.nodes.get(self.node - 1).copied()
    }

    fn fun(&mut self, fun: &mut Fun) {
        fun.pos = self.at(self.spans.vars[fun.name]);
        self.body(&mut fun.body);
    }

    fn body(&mut self, body: &mut Body) {
        for binding in &mut body.lets {
            let span = self.next();
            match binding {
                Let::Op { pos, .. } | Let::Call { pos, .. } | Let::Callcc { pos, .. } => {
                    *pos = span.map_or(Pos::NONE, |span| self.at(span));
                }
                Let::Handle { body, handler, pos, .. } => {
                    *pos = span.map_or(Pos::NONE, |span| self.at(span));
                    self.body(body);
                    self.body(handler);
                }
                Let::Funs(funs) => funs.iter_mut().for_each(|fun| self.fun(fun)),
                Let::Join(block) | Let::Cont(block) => self.body(&mut block.body),
            }
        }
        let span = self.next();
        if let Tail::TailCall { pos, .. } | Tail::Raise { pos, .. } | Tail::Throw { pos, .. } =
            &mut body.tail
        {
            *pos = span.map_or(Pos::NONE, |span| self.at(span));
        }
        body.tail.bodies_mut().for_each(|body| self.body(body));
    }
}
