//! A session with redirected input: no prompt, answers on standard output, messages on standard
//! error.

use crate::dialogue::{After, Dialogue};
use crate::inputs::Inputs;
use crate::source::{Line, Source};

/// Evaluates the files to begin with and what standard input has; true if everything was good.
pub(crate) fn plain(dialogue: &mut Dialogue) -> bool {
    let Ok(source) = Source::stdin() else { return dialogue.begin() == After::Good };
    let mut session = Plain { dialogue, source, inputs: Inputs::default(), good: true };
    session.run();
    session.good
}

struct Plain<'d> {
    dialogue: &'d mut Dialogue,
    source: Source,
    inputs: Inputs,
    /// True if nothing was rejected or has failed.
    good: bool,
}

impl Plain<'_> {
    fn run(&mut self) {
        let after = self.dialogue.begin();
        if !self.goes_on(after) {
            return;
        }
        let mut line = Vec::new();
        loop {
            line.clear();
            let come = self.source.line(&mut line);
            if come == Line::Interrupted {
                host::interrupt::settle();
                self.inputs.clear();
                self.good = false;
                continue;
            }
            let first = line.iter().find(|byte| !byte.is_ascii_whitespace());
            if first == Some(&b':') && self.inputs.is_empty() {
                self.inputs.skip_line(&line);
                let text = String::from_utf8_lossy(&line).into_owned();
                if !self.lent(|dialogue, _| dialogue.command(&text)) {
                    return;
                }
                continue;
            }
            self.inputs.add(&line);
            while let Some(piece) = self.inputs.next() {
                if !self.lent(|dialogue, inputs| dialogue.piece(inputs, &piece)) {
                    return;
                }
            }
            if come == Line::End {
                // Behind an error there may be whole inputs again.
                let Some(piece) = self.inputs.last() else { return };
                if !self.lent(|dialogue, inputs| dialogue.piece(inputs, &piece)) {
                    return;
                }
                while let Some(piece) = self.inputs.next() {
                    if !self.lent(|dialogue, inputs| dialogue.piece(inputs, &piece)) {
                        return;
                    }
                }
            }
        }
    }

    /// Evaluates something, which may read standard input; false if the session is over.
    fn lent(&mut self, work: impl FnOnce(&mut Dialogue, &mut Inputs) -> After) -> bool {
        self.source.lend();
        let before = self.source.position();
        let after = work(self.dialogue, &mut self.inputs);
        self.source.take_back(before);
        self.goes_on(after)
    }

    fn goes_on(&mut self, after: After) -> bool {
        self.good &= after == After::Good || after == After::Quit;
        match after {
            After::Good | After::Bad => true,
            // Nobody is there to type something else.
            After::Interrupted => !self.source.is_file(),
            After::Quit => false,
        }
    }
}
