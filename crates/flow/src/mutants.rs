//! Faults that tests switch on to see that they are found. Without the feature
//! `mutants` there are none, and asking costs nothing.

/// A fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Mutant {
    LiveForgetsJumps,
    LiveForgetsElse,
    LiveForgetsEnds,
    LiveBindsFirst,
    CoherentForgetsLets,
    CoherentForgetsParams,
    CoherentForgetsScopes,
    ApartForgetsFree,
    ApartForgetsParams,
    AssignForgetsGlobals,
    AssignForgetsBranches,
    AssignForgetsResults,
    AssignReleasesEarly,
    AssignFollowsHints,
    AssignTakesNew,
    AlphaForgetsFree,
    AlphaForgetsFunctions,
    AlphaComparesNames,
}

impl Mutant {
    /// All of them.
    pub const ALL: [Mutant; 18] = [
        Mutant::LiveForgetsJumps,
        Mutant::LiveForgetsElse,
        Mutant::LiveForgetsEnds,
        Mutant::LiveBindsFirst,
        Mutant::CoherentForgetsLets,
        Mutant::CoherentForgetsParams,
        Mutant::CoherentForgetsScopes,
        Mutant::ApartForgetsFree,
        Mutant::ApartForgetsParams,
        Mutant::AssignForgetsGlobals,
        Mutant::AssignForgetsBranches,
        Mutant::AssignForgetsResults,
        Mutant::AssignReleasesEarly,
        Mutant::AssignFollowsHints,
        Mutant::AssignTakesNew,
        Mutant::AlphaForgetsFree,
        Mutant::AlphaForgetsFunctions,
        Mutant::AlphaComparesNames,
    ];
}

#[cfg(feature = "mutants")]
std::thread_local! {
    static ON: std::cell::Cell<Option<Mutant>> = const { std::cell::Cell::new(None) };
}

/// Is the fault switched on?
#[cfg(feature = "mutants")]
pub fn on(mutant: Mutant) -> bool {
    ON.get() == Some(mutant)
}

/// Is the fault switched on? Never.
#[cfg(not(feature = "mutants"))]
#[inline(always)]
pub fn on(_mutant: Mutant) -> bool {
    false
}

/// Runs `test` with a fault.
#[cfg(feature = "mutants")]
pub fn with<T>(mutant: Mutant, test: impl FnOnce() -> T) -> T {
    ON.set(Some(mutant));
    let result = test();
    ON.set(None);
    result
}
