//! Room for what an operation forgets.

/// Limbs on the stack.
const SMALL: usize = 64;

/// Runs with so many limbs, whatever is in them.
pub(super) fn with_scratch<R>(count: usize, run: impl FnOnce(&mut [u64]) -> R) -> R {
    if count <= SMALL { run(&mut [0; SMALL][..count]) } else { run(&mut vec![0; count]) }
}
