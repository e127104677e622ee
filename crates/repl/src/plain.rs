//! A session with redirected input: no prompt, answers on standard output, messages on standard
//! error.

use crate::engine::{End, Engine};
use crate::inputs::{Inputs, Piece};
use crate::user::User;
use diag::{Diagnostic, Sources, Style};
use driver::MOST_SHOWN;
use std::io::{BufRead, Write};

struct Plain {
    style: Style,
}

impl User for Plain {
    fn messages(&mut self, sources: &Sources, found: &[Diagnostic]) {
        let text = diag::draw_all(sources, found, self.style, MOST_SHOWN);
        let _ = std::io::stderr().write_all(text.as_bytes());
    }

    fn answer(&mut self, text: &str) {
        let _ = driver::write_stdout(text.as_bytes());
    }
}

/// Evaluates what standard input has; true if every input was good.
pub fn plain(engine: &mut Engine, style: Style) -> bool {
    let mut user = Plain { style };
    let mut inputs = Inputs::default();
    let mut good = true;
    let mut stdin = std::io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        let more = stdin.read_until(b'\n', &mut line).is_ok_and(|n| n > 0);
        inputs.add(&line);
        while let Some(piece) = inputs.next() {
            good &= one(engine, &mut inputs, piece, &mut user);
        }
        if !more {
            while let Some(piece) = inputs.last() {
                good &= one(engine, &mut inputs, piece, &mut user);
            }
            return good;
        }
    }
}

fn one(engine: &mut Engine, _inputs: &mut Inputs, piece: Piece, user: &mut Plain) -> bool {
    if !piece.whole {
        return true;
    }
    let source = engine.sources.add("<stdin>", piece.text.as_bytes());
    engine.input(source, user) == End::Done
}
