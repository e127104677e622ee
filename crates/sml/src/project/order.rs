//! The order of the files of a group: a file comes after those that define what it needs.

use super::uses::{Name, Uses};
use base::Span;
use rustc_hash::FxHashMap;

/// Files that need one another: each with the name that the next defines, and where it is used.
pub(crate) type Cycle = Vec<(usize, Name, Span)>;

/// The order, in which files that need nothing of one another stay as they are.
/// `owners` says which file defines a name.
pub(crate) fn order(files: &[&Uses], owners: &FxHashMap<Name, usize>) -> Result<Vec<usize>, Cycle> {
    let mut state = vec![State::New; files.len()];
    let mut order = Vec::new();
    for root in 0..files.len() {
        if state[root] != State::New {
            continue;
        }
        // The files on the way, and how many of their needs were looked at.
        let mut way = vec![(root, 0)];
        state[root] = State::Open;
        while let Some((file, at)) = way.last_mut() {
            let Some((name, _)) = files[*file].needs.get(*at) else {
                state[*file] = State::Done;
                order.push(*file);
                way.pop();
                continue;
            };
            *at += 1;
            let Some(&owner) = owners.get(name).filter(|owner| *owner != file) else { continue };
            match state[owner] {
                State::Done => {}
                State::New => {
                    state[owner] = State::Open;
                    way.push((owner, 0));
                }
                State::Open => return Err(cycle(files, &way, owner)),
            }
        }
    }
    Ok(order)
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    New,
    Open,
    Done,
}

fn cycle(files: &[&Uses], way: &[(usize, usize)], first: usize) -> Cycle {
    let from = way.iter().position(|(file, _)| *file == first).unwrap_or(0);
    let need = |&(file, at): &(usize, usize)| {
        let (name, span) = files[file].needs[at - 1];
        (file, name, span)
    };
    way[from..].iter().map(need).collect()
}
