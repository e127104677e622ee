//! Makes data of closures of which every call is known, and direct calls of their calls.
//!
//! ```text
//! fun make(x: i64) return k {                   fun g.code(c: closures, y: i64) return l {
//!   fun g(y: i64) return l {                      x: i64 = field.closures.g.0 c
//!     z: i64 = add.i64 x y  jump l z              z: i64 = add.i64 x y  jump l z
//!   }                                     =>    }
//!   jump k g                                    fun make(x: i64) return k {
//! }                                               g: closures = con.closures.g x  jump k g
//! cont j(f: fun(i64) -> (i64)) {                }
//!   call f 3 return r                           cont j(f: closures) { call g.code f 3 return r }
//! }                                             call make 1 return j
//! call make 1 return j
//! ```
//!
//! An analysis ([`flow`], [`constraints`]) puts the functions that may be the value of the same
//! variable, field, element, parameter or result into a class, whatever they pass through: results,
//! records, constructors, references, arrays, captured continuations. Where the program meets what
//! is not known (primitives, foreign functions, an `any`, exceptions), functions stay what they are.
//! A class of at most `targets` functions becomes a sum with a constructor for each, which holds the
//! function's free variables; a call of one of its values is a `case`, or without one if there
//! is a single function. From there on the values are data, and the calls those of functions with a
//! name: the other passes inline them and flatten what they pass.
//!
//! The code of these functions moves to the module, since it is called from anywhere. It needs the
//! functions around that it calls: they move as well, with their free variables as parameters
//! ([`free`]). The checker sees from the types that no value is taken for another.
//!
//! Only in whole programs: other units know the types that they share.
//!
//! The analysis unifies (Steensgaard, *Points-to Analysis in Almost Linear Time*) and takes nearly
//! linear time. Reynolds, *Definitional Interpreters*; Cejtin, Jagannathan and Weeks,
//! *Flow-Directed Closure Conversion for Typed Languages*.
//!
//! Expects: `contract` before, so that no dead function takes part. Establishes: nothing; run
//! `inline` and `contract` next.

mod constraints;
mod flow;
mod free;
mod rewrite;

use crate::census::census;
use constraints::constrain;
use cps::{Module, Var};
use flow::Node;
use pass::{Pass, Setting, Settings, Stats};
use types::Linkage;

/// Closures to data.
pub static DEFUNCTIONALISE: Pass<Module> = Pass {
    name: "defunctionalise",
    about: "makes data of closures of which all calls are known, and direct calls of these",
    settings: &[Setting {
        name: "targets",
        default: 4,
        about: "most functions that a call may choose from",
    }],
    run: defunctionalise,
};

fn defunctionalise(module: &mut Module, settings: &Settings<'_>, stats: &mut Stats) {
    let linked = module.globals.values().any(|global| global.linkage != Linkage::Local);
    if linked || !module.imports.is_empty() || !module.exports.is_empty() {
        return;
    }
    let census = census(module);
    let mut places = constrain(module, &census);
    let classes = places.flow.classes(settings.get("targets"));
    if classes.is_empty() {
        return;
    }
    stats.count("class", classes.len());
    stats.count("function", classes.iter().map(|class| class.members.len()).sum());
    let moves = free::moves(module, &classes);
    let calls = rewrite::rewrite(module, &census, places, &classes, moves);
    stats.count("call", calls);
}

/// Functions of which one is called wherever a value of theirs is.
struct Class {
    node: Node,
    /// In the order of their numbers.
    members: Vec<Var>,
}

#[cfg(test)]
mod tests;
