//! What is kept of earlier inputs, and when it goes.
//!
//! Of an input there are its text, its declarations and its unit of machine code. A unit is kept as
//! long as a name leads to a value that it has computed, and while its functions are in use by new
//! units; after that it goes as soon as nothing in the heap or in other units refers to it. A
//! function that is wanted later is compiled again.

use crate::engine::Engine;
use diag::SourceId;
use driver::UnitId;
use sml::{Held, UnitNumbers};
use std::collections::HashMap;
use std::ops::Range;

/// An input that has been evaluated, or was rejected late.
pub(crate) struct Input {
    /// Its declarations in the program.
    pub(crate) decs: Range<usize>,
    pub(crate) unit: Option<Unit>,
    /// Its text, if that goes with it.
    pub(crate) source: Option<SourceId>,
}

/// The unit of an input.
pub(crate) struct Unit {
    pub(crate) id: UnitId,
    pub(crate) numbers: UnitNumbers,
    /// It has evaluated declarations of the library, which is done once in a session.
    pub(crate) starts_library: bool,
}

/// The inputs of which something is kept.
#[derive(Default)]
pub(crate) struct Past {
    inputs: Vec<Input>,
    /// The place of the newest of them, until its text is known.
    newest: Option<usize>,
    /// The number of inputs so far.
    count: u64,
    /// The inputs by whose number units were last used.
    used: HashMap<UnitId, u64>,
    /// The number of inputs at which it is looked for what can go.
    next: usize,
}

/// A unit whose functions have not been used for so many inputs need not be kept for them.
const UNUSED: u64 = 200;
/// The least number of inputs between two looks.
const LEAST: usize = 256;

impl Past {
    /// Adds an input.
    pub(crate) fn add(&mut self, input: Input) {
        self.newest = None;
        self.add_own(input);
    }

    /// Adds what the session itself has evaluated for the newest input.
    pub(crate) fn add_own(&mut self, input: Input) {
        self.count += 1;
        if let Some(unit) = &input.unit {
            self.used.insert(unit.id, self.count);
        }
        self.newest.get_or_insert(self.inputs.len());
        self.inputs.push(input);
    }

    /// The newest input uses these units.
    pub(crate) fn use_units(&mut self, units: &[UnitId]) {
        for unit in units {
            self.used.insert(*unit, self.count);
        }
    }
}

impl Engine {
    /// A text has been dealt with: it stays as long as its declarations, if there are any.
    pub(crate) fn end_source(&mut self, source: SourceId) {
        match self.past.newest.take() {
            Some(index) if index < self.past.inputs.len() => {
                self.past.inputs[index].source = Some(source);
            }
            Some(_) | None => self.sources.forget(source),
        }
    }

    /// Forgets what no later input can refer to, now and then.
    pub(crate) fn forget_past(&mut self) {
        if self.past.inputs.len() >= self.past.next.max(LEAST) {
            self.forget_unreached();
            self.past.next = 2 * self.past.inputs.len() + LEAST;
        }
    }

    /// Forgets a unit that has not evaluated what it was to evaluate of the library.
    pub(crate) fn forget_unit(&mut self, id: Option<UnitId>) {
        let is_it = |unit: &mut Unit| Some(unit.id) == id;
        let input = self.past.inputs.iter_mut().rev().find_map(|input| input.unit.take_if(is_it));
        if let Some(Unit { id, numbers, .. }) = input {
            self.monomorphiser.forget(&[numbers]);
            self.image.release(id);
            self.past.used.remove(&id);
        }
    }

    fn forget_unreached(&mut self) {
        let inputs = std::mem::take(&mut self.past.inputs);
        let reached = self.compilation.reached(inputs.iter().map(|input| input.decs.clone()));
        let mut gone = Vec::new();
        for mut input in inputs {
            let held = |how| input.decs.clone().any(|dec| reached.get(&dec) == Some(&how));
            let (values, text) = (held(Held::Value), held(Held::Text));
            let used = input.unit.as_ref().and_then(|unit| self.past.used.get(&unit.id));
            let recent = used.is_some_and(|used| used + UNUSED > self.past.count);
            if !values
                && !recent
                && let Some(unit) = input.unit.take_if(|unit| !unit.starts_library)
            {
                self.past.used.remove(&unit.id);
                self.image.release(unit.id);
                gone.push(unit.numbers);
            }
            if !values && !text {
                self.compilation.forget(input.decs.clone());
                input.source.take().into_iter().for_each(|source| self.sources.forget(source));
            }
            if values || text || input.unit.is_some() {
                self.past.inputs.push(input);
            }
        }
        self.monomorphiser.forget(&gone);
        // What cannot be given back stays.
        let _ = self.image.sweep();
    }
}
