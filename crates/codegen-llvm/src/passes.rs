//! LLVM's passes, as text for its pass manager.
//!
//! Compiling is mostly LLVM's time, so the pipelines are small; they keep what
//! was measured to matter. The inliner is worth 10 to 40 % on code of this
//! shape, and a self-`musttail` becomes a loop again by `tailcallelim`.
//!
//! `mergefunc` must not run: it would merge functions that differ only in the
//! words before their entries. The verifier's rules for `musttail` keep passes
//! that change prototypes away from managed functions.
//!
//! `instcombine` ends the process where it finds no fixpoint, unless told not to ask.

use crate::OptLevel;

/// A part of the text for the pass manager, and why it is as it is.
pub struct LlvmPasses {
    /// The text. Parts follow one another as they are, so that one may end inside a group.
    pub passes: &'static str,
    /// The reason.
    pub why: &'static str,
}

/// The kinds of code, which have passes of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Code {
    /// Managed code, and what a unit with such code has besides.
    Managed,
    /// Code with the C convention, which needs no runtime, and C code itself.
    Freestanding,
}

/// The passes of a level; none at all where it is empty.
pub fn pipeline(level: OptLevel, code: Code) -> &'static [LlvmPasses] {
    match (level, code) {
        (OptLevel::O0, Code::Managed) => &[],
        (OptLevel::O1, Code::Managed) => O1,
        (OptLevel::O2, Code::Managed) => O2,
        (OptLevel::O0, Code::Freestanding) => C0,
        (OptLevel::O1, Code::Freestanding) => C1,
        (OptLevel::O2, Code::Freestanding) => C2,
        (OptLevel::O3, Code::Managed | Code::Freestanding) => O3,
        (OptLevel::Os, Code::Managed | Code::Freestanding) => OS,
    }
}

/// The wishes of C about the inlining of a function.
pub(crate) struct Wanted {
    /// It is declared `inline`.
    pub(crate) hinted: bool,
    /// It is hardly ever called.
    pub(crate) cold: bool,
}

/// The size up to which a function is inlined, where it is not that of managed code: LLVM's own.
pub(crate) fn inline_threshold(level: OptLevel, code: Code, wanted: Wanted) -> Option<u32> {
    match (level, code) {
        (_, Code::Managed) | (OptLevel::O0, Code::Freestanding) => None,
        (_, Code::Freestanding) if wanted.cold => Some(45),
        (OptLevel::Os, Code::Freestanding) => Some(50),
        (_, Code::Freestanding) if wanted.hinted => Some(325),
        (OptLevel::O1 | OptLevel::O2, Code::Freestanding) => Some(225),
        (OptLevel::O3, Code::Freestanding) => Some(250),
    }
}

/// Parts as one text.
pub(crate) fn text(parts: &[LlvmPasses]) -> String {
    parts.iter().map(|part| part.passes).collect()
}

/// A pipeline without some passes, wherever they stand in it.
pub(crate) fn without(pipeline: &str, names: &[String]) -> String {
    let kept = items(pipeline).filter_map(|item| {
        let name = item.split(['(', '<']).next().unwrap_or_default();
        if names.iter().any(|left_out| left_out == name) {
            return None;
        }
        let Some(open) = item.find('(').filter(|_| item.ends_with(')')) else {
            return Some(item.to_owned());
        };
        let inner = without(&item[open + 1..item.len() - 1], names);
        (!inner.is_empty()).then(|| format!("{}({inner})", &item[..open]))
    });
    kept.collect::<Vec<_>>().join(",")
}

/// The passes and groups of a pipeline, divided by the commas outside parentheses.
fn items(pipeline: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    pipeline
        .split(move |c| {
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            c == ',' && depth == 0
        })
        .filter(|item| !item.is_empty())
}

const O1: &[LlvmPasses] = &[LlvmPasses {
    passes: "function(sroa,early-cse,instcombine<no-verify-fixpoint>,simplifycfg,tailcallelim,\
             simplifycfg)",
    why: "the cheapest on single functions: nothing is inlined, and no loop is looked at",
}];

/// On 4,000 clusters this takes 1.5 to 2 s where `default<O2>` takes 4.3 to 5.2.
const O2: &[LlvmPasses] = &[
    LlvmPasses {
        passes: "function(sroa,early-cse,instcombine<no-verify-fixpoint>,simplifycfg),",
        why: "small bodies first, so that the inliner judges what will be left of them; C's \
              structs are variables",
    },
    LlvmPasses {
        passes: "cgscc(devirt<4>(inline,function<eager-inv>(\
                 sroa,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg))),",
        why: "the code of a frame pushed and thrown to in one function becomes known when its \
              store is forwarded, and can then be inlined in turn",
    },
    LlvmPasses {
        passes: "function(tailcallelim,simplifycfg,\
                 loop-mssa(loop-instsimplify,loop-rotate,licm),simplifycfg,\
                 loop(indvars,loop-idiom,loop-deletion,loop-unroll-full),",
        why: "a function that calls itself last is a loop, whose counter is then known",
    },
    LlvmPasses {
        passes: "gvn,jump-threading,dse,loop-mssa(licm),adce,instcombine<no-verify-fixpoint>,",
        why: "what inlining and loops have shown to be the same, decided or dead",
    },
    LlvmPasses {
        passes: "loop-mssa(licm,simple-loop-unswitch),\
                 loop-rotate,loop-vectorize,instcombine<no-verify-fixpoint>,\
                 simplifycfg<switch-to-lookup;hoist-common-insts;sink-common-insts>,",
        why: "a bounds check that `indvars` made invariant leaves the loop, which can then be \
              vectorised (a sum of integers takes 0.24 s instead of 0.93)",
    },
    LlvmPasses {
        passes: "loop-unroll<O2;runtime;partial>,instcombine<no-verify-fixpoint>,loop-mssa(licm)),",
        why: "strips have no constant number of rounds (a counting loop: 0.09 s instead of 0.42)",
    },
    LlvmPasses { passes: "globaldce", why: "what was inlined everywhere is gone" },
];

const O3: &[LlvmPasses] =
    &[LlvmPasses { passes: "default<O3>", why: "all that LLVM has, whatever it takes" }];

const OS: &[LlvmPasses] =
    &[LlvmPasses { passes: "default<Os>", why: "all that LLVM has for small code" }];

const C0: &[LlvmPasses] =
    &[LlvmPasses { passes: "default<O0>", why: "what C asks for at every level is inlined" }];

const C1: &[LlvmPasses] =
    &[LlvmPasses { passes: "default<O1>", why: "as for C: there is little of such code" }];

const C2: &[LlvmPasses] =
    &[LlvmPasses { passes: "default<O2>", why: "as for C: there is little of such code" }];

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pipeline: &str, names: &[&str], expected: &str) {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        assert_eq!(without(pipeline, &names), expected);
    }

    #[test]
    fn nothing_is_lost() {
        check(&text(O2), &[], &text(O2));
    }

    #[test]
    fn passes_are_left_out_wherever_they_are() {
        check("function(gvn,dse),globaldce", &["gvn"], "function(dse),globaldce");
        check(
            "function(early-cse<memssa>,loop-mssa(licm),adce)",
            &["early-cse", "licm"],
            "function(adce)",
        );
        check("cgscc(devirt<4>(inline)),function(gvn)", &["inline"], "function(gvn)");
        check("function(gvn)", &["gvn"], "");
    }
}
