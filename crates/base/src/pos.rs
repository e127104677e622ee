//! Source positions, as the intermediate languages carry them.
//!
//! In the text of all three languages a table stands at the top, and bindings,
//! calls and functions refer to it:
//! ```text
//! pos !1 = "fib.sml" 3:5
//! pos !2 = "list.sml" 9:1 of "map" in !1
//! ...
//!   x.3: i64 = add.i64 a.1 b.2 !2
//! ```
//! `of "map"` names the source function that the code stands in, `in !1` says
//! that the code at `!2` was inlined at `!1`. Translation from ANF fills in the
//! functions, so that a backtrace can name them whatever was inlined.

use crate::{Name, entity_impl};
use rustc_hash::FxHashMap;
use std::ops::RangeInclusive;

/// A position; [`Pos::NONE`] where none is known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Pos(pub u32);
entity_impl!(Pos, "!");

impl Pos {
    /// No position.
    pub const NONE: Pos = Pos(0);

    /// True if there is no position.
    pub fn is_none(self) -> bool {
        self == Pos::NONE
    }
}

/// The contents of a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PosInfo {
    /// The source file.
    pub file: Name,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
    /// The source function that the code stands in, where it is known.
    pub function: Option<Name>,
    /// The position of the call at which the code was inlined, or none.
    pub inlined_at: Pos,
}

/// Lines of a source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceLines {
    /// The file.
    pub file: Name,
    /// The first line and the last one.
    pub lines: RangeInclusive<u32>,
}

/// The positions of a module, numbered from 1.
#[derive(Debug, Default)]
pub struct PosTable {
    infos: Vec<PosInfo>,
    /// The answers of [`PosTable::inlined`]: equal questions get equal positions.
    inlined: FxHashMap<(Pos, Pos), Pos>,
}

impl Clone for PosTable {
    fn clone(&self) -> PosTable {
        PosTable { infos: self.infos.clone(), inlined: FxHashMap::default() }
    }
}

impl PartialEq for PosTable {
    fn eq(&self, other: &PosTable) -> bool {
        self.infos == other.infos
    }
}

impl Eq for PosTable {}

impl PosTable {
    /// Adds a position.
    pub fn add(&mut self, info: PosInfo) -> Pos {
        self.infos.push(info);
        Pos(self.infos.len() as u32)
    }

    /// The contents of `pos`; nothing for [`Pos::NONE`] and unknown ones.
    pub fn get(&self, pos: Pos) -> Option<&PosInfo> {
        self.infos.get((pos.0 as usize).checked_sub(1)?)
    }

    /// The contents of `pos`, to be changed.
    pub fn get_mut(&mut self, pos: Pos) -> Option<&mut PosInfo> {
        self.infos.get_mut((pos.0 as usize).checked_sub(1)?)
    }

    /// All positions, in order.
    pub fn iter(&self) -> impl Iterator<Item = (Pos, &PosInfo)> {
        self.infos.iter().enumerate().map(|(i, info)| (Pos(i as u32 + 1), info))
    }

    /// The place in the program where the code at a position ended up: the last of the calls at
    /// which it was inlined.
    pub fn outermost(&self, pos: Pos) -> Option<&PosInfo> {
        let mut info = self.get(pos)?;
        while let Some(outer) = self.get(info.inlined_at) {
            info = outer;
        }
        Some(info)
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.infos.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.infos.is_empty()
    }

    /// The position of code from `inner` after it was inlined at `outer`.
    /// The chain of `inner` is copied, its end attached to `outer`.
    pub fn inlined(&mut self, inner: Pos, outer: Pos) -> Pos {
        if outer.is_none() {
            return inner;
        }
        // From `inner` outwards, up to a place whose answer is known.
        let mut chain = Vec::new();
        let (mut at, mut attached) = (inner, outer);
        while let Some(info) = self.get(at) {
            if let Some(known) = self.inlined.get(&(at, outer)) {
                attached = *known;
                break;
            }
            chain.push(at);
            at = info.inlined_at;
        }
        for at in chain.into_iter().rev() {
            let Some(info) = self.get(at).cloned() else { continue };
            attached = self.add(PosInfo { inlined_at: attached, ..info });
            self.inlined.insert((at, outer), attached);
        }
        attached
    }
}
