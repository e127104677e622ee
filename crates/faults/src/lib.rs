//! Faults in the front end, passes, collector and code generation, to see that the fuzzer
//! and the theorems of IL find them.
//!
//! Each is a mistake that somebody could make: a case forgotten, a sign or bound
//! off by one, a barrier left out. `cargo xtask fuzz --seeded` builds everything with the
//! feature `on`, in a folder of its own, and runs the fuzzer once for each, with
//! its name in the variable `KONT_FAULT`; tests use [`with`]. Without the feature there are
//! none: [`on`] is the constant `false`, and nothing of it is left in a binary.
//!
//! Absent on purpose: dependencies, so that every crate can have this one.

/// The finder of faults that only the theorems of IL find (`crates/il/tests/theorems`).
pub const THEOREMS: &str = "theorems";

/// The finder of faults that the programs with threads in `tests` find.
pub const THREADS: &str = "threads";

macro_rules! faults {
    ($($finder:tt { $($fault:ident = $name:literal, $about:literal;)* })*) => {
        /// A fault.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Fault {
            $($(#[doc = $about] $fault,)*)*
        }

        impl Fault {
            /// All of them.
            pub const ALL: &'static [Fault] = &[$($(Fault::$fault,)*)*];

            /// Its name in `KONT_FAULT`.
            pub fn name(self) -> &'static str {
                match self {
                    $($(Fault::$fault => $name,)*)*
                }
            }

            /// The first oracle of the fuzzer that comes after the fault, or [`THEOREMS`].
            pub fn finder(self) -> &'static str {
                match self {
                    $($(Fault::$fault)|* => $finder,)*
                }
            }

            /// The mistake, in a sentence.
            pub fn about(self) -> &'static str {
                match self {
                    $($(Fault::$fault => $about,)*)*
                }
            }
        }
    };
}

faults! {
    // The front end of Standard ML, whose programs know what they must print.
    "anf" {
        MatchLateCase = "match-late-case", "A constructor that is met late loses the rules before it that fit everything.";
        MatchWildOnce = "match-wild-once", "A rule that fits everything is not tried for constructors met before it.";
        MatchComplete = "match-complete", "A match that lacks one constructor is taken to have them all.";
        MatchAs = "match-as", "The pattern behind `as` is not tested.";
        MatchAlternative = "match-alternative", "The last of several alternatives of a pattern is forgotten.";
        MatchExnRest = "match-exn-rest", "After an exception whose argument does not fit no other rule is tried.";
        ReraiseMatch = "reraise-match", "An exception that no rule of a handler fits becomes `Match`.";
        EqualLast = "equal-last", "The last of several fields is not compared.";
        EqualRef = "equal-ref", "References are always equal.";
        EqualConstructors = "equal-constructors", "Values of different constructors are equal.";
        RecordOrder = "record-order", "Fields of a record are in the order in which they are written.";
        ConstructOrder = "construct-order", "The fields that a constructor carries are in reverse order.";
        EnumBit = "enum-bit", "Datatypes of up to four constructors without arguments are one bit.";
        OverloadFirst = "overload-first", "An overloaded operator means everywhere what it meant first.";
        InstanceFirst = "instance-first", "Instances of a function that differ in later type variables only are taken for one.";
        LiteralSign = "literal-sign", "A constant loses its highest bit.";
        ControlEscape = "control-escape", "`\\^A` is the character 0.";
    }
    "cps contract" {
        ContractSubCommutes = "contract-sub-commutes", "A constant first operand of a subtraction is taken for its second.";
        ContractBitIsOne = "contract-bit-is-one", "Division of an i1 by its 1 gives the dividend, though that 1 is -1.";
        ContractElseEquals = "contract-else-equals", "In the branch where `x == c` does not hold, x is taken to be c.";
        ContractLastConstructor = "contract-last-constructor", "With two constructors left, the default is taken to be the first of them.";
    }
    "cps cse" {
        CseMutableField = "cse-mutable-field", "A read of a mutable field is taken to give the same again.";
        CseForgetsScope = "cse-forgets-scope", "What one branch has computed is used in the other.";
    }
    "cps flatten" {
        FlattenFirstCall = "flatten-first-call", "A parameter is taken to be always what the first call passes.";
    }
    "cps contify" {
        ContifyFirstReturn = "contify-first-return", "A function is taken to return to where its first caller wants.";
    }
    // Where a function is not known before others are inlined.
    "flow optimised cps" {
        UncurryTraps = "uncurry-traps", "What may raise between two parameters is delayed until both are there.";
    }
    "cps" {
        HandlerStays = "handler-stays", "A handler is still in force while it runs.";
        ThrowKeepsHandler = "throw-keeps-handler", "A jump out of the scope of a handler leaves it in force.";
    }
    "flow" {
        LiveForgetsFrames = "live-forgets-frames", "What only a pushed continuation needs is not kept for it.";
        SwitchDefaultBoxed = "switch-default-boxed", "A default for both kinds of constructors is kept for those without fields only.";
        SpillOffset = "spill-offset", "The second component of a record of further fields is loaded from the place of the first.";
    }
    // Loops and jumps are where contification has made them.
    "flow optimised cps, optimised" {
        StripInclusive = "strip-inclusive", "A loop that runs up to its bound inclusively loses its bounds checks as well.";
        StripNegative = "strip-negative", "That a counter begins at or above zero is not tested.";
        StripEndStrict = "strip-end", "A strip ends the loop if the counter is at the bound of the strip.";
        DeadTraps = "dead-traps", "A binding that may raise is removed if it is not used.";
    }
    // Where the optimiser of CPS has not gone these ways already.
    "flow, optimised" {
        ForwardArguments = "forward-arguments", "A chain of jumps passes on the arguments of its last link.";
    }
    // The collector, and what compiled code tells it.
    "jit -O0, stress" {
        CheckForgetsReturn = "check-forgets-return", "The return continuation is no root of a heap check.";
        CopyNoBarrier = "copy-no-barrier", "Copying elements into an old array records no store.";
        RootsForgetHandler = "roots-forget-handler", "The handler is no root.";
        OutsideNotScanned = "outside-not-scanned", "An object allocated outside the nursery is not scanned by the next collection.";
        LargeNotScanned = "large-not-scanned", "A large object that is marked is not scanned.";
        WeakDangles = "weak-dangles", "A weak reference to what died is left as it is.";
        MarkingMissesOld = "marking-misses-old", "Old objects that a minor collection meets are not marked while marking goes on.";
        MarkingMissesArrays = "marking-misses-arrays", "Stores of old objects into old arrays are not recorded while marking goes on.";
        LastSlotForgotten = "last-slot-forgotten", "The last field of a closure or frame is not traced.";
        BarrierFirst = "barrier-first", "Of an element of several components only the first store is recorded.";
        RootsForgetLast = "roots-forget-last", "The last slot that is live at a heap check is no root.";
    }
    // Code generation.
    "jit -O0" {
        ShiftWraps = "shift-wraps", "Shift amounts of the width and more are left to the machine.";
        AshrWidth = "ashr-width", "An arithmetic shift is limited to the width, not to one less.";
        DivExact = "div-exact", "Division that rounds down does so for exact quotients as well.";
        NarrowSign = "narrow-sign", "Narrowing to unsigned checks as if to signed.";
        LessUnordered = "less-unordered", "A comparison with what is not a number holds.";
    }
    // Threads and events, and what the runtime does for them.
    THREADS {
        LostWakeUp = "lost-wake-up", "An event that happens does not wake those that wait for it.";
        LostRequest = "lost-request", "A processor that is asked for a turn goes on as it did.";
        NackTwice = "nack-twice", "A negative acknowledgement wakes who waits for it twice.";
        NackChosen = "nack-chosen", "An event that is chosen gets a negative acknowledgement, too.";
        StaleWaiter = "stale-waiter", "A thread that has gone on from one channel still waits at the others.";
        RecordedForEver = "recorded-for-ever", "A record that was stored to is not taken for one with nothing recorded after the next collection.";
    }
    // Decisions about outlines: no program runs differently, but a theorem of IL fails.
    THEOREMS {
        LiveForgetsJumps = "live-forgets-jumps", "What the target of a jump needs is not live before the jump.";
        LiveForgetsElse = "live-forgets-else", "What branches after the first need is not live before the branching.";
        LiveForgetsEnds = "live-forgets-ends", "What the end of a body uses is not live.";
        LiveBindsFirst = "live-binds-first", "A binding binds its variable before its operands are read.";
        CoherentForgetsLets = "coherent-forgets-lets", "A function stays available when a binding binds one of its globals again.";
        CoherentForgetsParams = "coherent-forgets-params", "A function stays available when a parameter binds one of its globals again.";
        CoherentForgetsScopes = "coherent-forgets-scopes", "A function that is not available in one branch is not in the next either.";
        ApartForgetsFree = "apart-forgets-free", "Renaming apart gives a binding the name of a free variable.";
        ApartForgetsParams = "apart-forgets-params", "Renaming apart leaves the parameters of functions as they are.";
        AssignForgetsGlobals = "assign-forgets-globals", "The registers of what a function needs are free inside it.";
        AssignForgetsBranches = "assign-forgets-branches", "The registers of what a branch needs are free inside it.";
        AssignForgetsResults = "assign-forgets-results", "The register of what was just bound is free.";
        AssignReleasesEarly = "assign-releases-early", "Every use of a variable frees its register.";
        AssignFollowsHints = "assign-follows-hints", "The register that would save a move is taken though it is in use.";
        AssignTakesNew = "assign-takes-new", "Every variable gets a new register.";
        AlphaForgetsFree = "alpha-forgets-free", "All free variables are taken for the same.";
        AlphaForgetsFunctions = "alpha-forgets-functions", "Applications of different functions are taken for the same.";
        AlphaComparesNames = "alpha-compares-names", "Bound variables are compared by name.";
    }
}

/// True if faults can be switched on in this build.
pub const fn on_at_all() -> bool {
    cfg!(feature = "on")
}

#[cfg(feature = "on")]
std::thread_local! {
    static HERE: std::cell::Cell<Option<Fault>> = const { std::cell::Cell::new(None) };
}

/// True if the fault is switched on, in this thread or in the process.
#[cfg(feature = "on")]
pub fn on(fault: Fault) -> bool {
    static EVERYWHERE: std::sync::OnceLock<Option<Fault>> = std::sync::OnceLock::new();
    let wanted = || {
        let name = std::env::var("KONT_FAULT").ok()?;
        Fault::ALL.iter().copied().find(|fault| fault.name() == name)
    };
    HERE.get().or(*EVERYWHERE.get_or_init(wanted)) == Some(fault)
}

/// False: this build has no faults.
#[cfg(not(feature = "on"))]
#[inline(always)]
pub const fn on(_fault: Fault) -> bool {
    false
}

/// Runs `work` with a fault switched on in this thread.
#[cfg(feature = "on")]
pub fn with<T>(fault: Fault, work: impl FnOnce() -> T) -> T {
    HERE.set(Some(fault));
    let result = work();
    HERE.set(None);
    result
}
