//! Whether the frames of a program can be on a stack: not if something needs a frame after its
//! function has returned, or if several units, each of which keeps its frames in its own way, come
//! together.

use base::Pos;
use cps::walk::Use;
use cps::{Body, Let, Module, Op, Tail, Var};
use prim::{Prim, Rt};
use rustc_hash::FxHashMap;
use types::{Linkage, Ty};

/// The reason why frames must be on the heap, and the place in the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hindrance {
    /// What the program does there.
    pub what: &'static str,
    /// The place, if it is known.
    pub pos: Pos,
}

/// What keeps the frames of a program on the heap, if anything does.
pub fn hindrance(module: &Module) -> Option<Hindrance> {
    let linked = module.globals.values().any(|global| global.linkage != Linkage::Local);
    if linked || !module.imports.is_empty() || !module.exports.is_empty() || module.entry.is_none()
    {
        return Some(Hindrance { what: "is linked with other units", pos: Pos::NONE });
    }
    let mut work: Vec<(&Body, Pos)> = module.funs.iter().map(|fun| (&fun.body, fun.pos)).collect();
    while let Some((body, around)) = work.pop() {
        if let Some(found) = body.lets.iter().find_map(|binding| of_binding(binding, body, around))
        {
            return Some(found);
        }
        if let Tail::Throw { pos, .. } = &body.tail {
            return Some(Hindrance { what: THROWS, pos: known(*pos, around) });
        }
        for binding in &body.lets {
            match binding {
                Let::Funs(funs) => {
                    work.extend(funs.iter().map(|fun| (&fun.body, known(fun.pos, around))));
                }
                Let::Conts(conts) => {
                    work.extend(conts.iter().map(|cont| (&cont.body, known(cont.pos, around))));
                }
                Let::Op { .. } | Let::GetHandler { .. } => {}
                Let::SetHandler { .. } | Let::Capture { .. } => {}
            }
        }
        work.extend(body.tail.bodies().map(|body| (body, around)));
    }
    kept_origin(module)
}

/// The use of the origin of an exception otherwise than to raise it again in the function that has
/// handled it: while that runs, the frames behind its handler stay.
fn kept_origin(module: &Module) -> Option<Hindrance> {
    let of_origin = |var: &Var| matches!(module.types.get(module.vars[*var].ty), Ty::Origin);
    let is_origin = |(var, _): &(Var, Use)| of_origin(var);
    // The function that binds each origin, but as a parameter.
    let mut home: FxHashMap<Var, Var> = FxHashMap::default();
    let mut uses: Vec<(Var, Option<Var>, Pos)> = Vec::new();
    let mut work: Vec<(&Body, Var, Pos)> = Vec::new();
    work.extend(module.funs.iter().map(|fun| (&fun.body, fun.name, fun.pos)));
    while let Some((body, fun, pos)) = work.pop() {
        for binding in &body.lets {
            let used = binding.uses().filter(is_origin);
            uses.extend(used.map(|(var, _)| (var, None, pos)));
            match binding {
                Let::Op { dst, .. } => {
                    home.extend(dst.iter().filter(|var| of_origin(var)).map(|var| (*var, fun)));
                }
                Let::Funs(funs) => {
                    work.extend(funs.iter().map(|fun| (&fun.body, fun.name, fun.pos)));
                }
                Let::Conts(conts) => {
                    for cont in conts {
                        let params = cont.params.iter().filter(|var| of_origin(var));
                        home.extend(params.map(|var| (*var, fun)));
                        work.push((&cont.body, fun, pos));
                    }
                }
                Let::GetHandler { .. } | Let::SetHandler { .. } | Let::Capture { .. } => {}
            }
        }
        let stays = matches!(body.tail, Tail::Raise { .. } | Tail::Jump { .. });
        let used = body.tail.uses().filter(is_origin);
        uses.extend(used.map(|(var, _)| (var, stays.then_some(fun), pos)));
        work.extend(body.tail.bodies().map(|body| (body, fun, pos)));
    }
    let kept =
        uses.into_iter().find(|(var, fun, _)| fun.is_none() || home.get(var) != fun.as_ref());
    kept.map(|(_, _, pos)| Hindrance { what: "keeps the origin of an exception", pos })
}

const CAPTURES: &str = "captures a continuation";
const THROWS: &str = "goes on with a captured continuation";

fn of_binding(binding: &Let, body: &Body, around: Pos) -> Option<Hindrance> {
    match binding {
        Let::Capture { .. } => {
            Some(Hindrance { what: CAPTURES, pos: tail_pos(&body.tail, around) })
        }
        Let::Op { op: Op::Prim(Prim::Rt(rt)), pos, .. } => {
            of_primitive(*rt).map(|what| Hindrance { what, pos: known(*pos, around) })
        }
        Let::Op { .. } | Let::Funs(_) | Let::Conts(_) => None,
        Let::GetHandler { .. } | Let::SetHandler { .. } => None,
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "nearly all leave continuations alone")]
fn of_primitive(rt: Rt) -> Option<&'static str> {
    Some(match rt {
        Rt::ExnNote | Rt::ExnHistory => "keeps the history of exceptions",
        Rt::PreemptBy | Rt::PreemptEvery => "takes turns",
        Rt::ProgramCompile => "evaluates programs",
        Rt::ProgramLeave | Rt::ProgramStep => "is part of a session",
        _ => return None,
    })
}

fn tail_pos(tail: &Tail, around: Pos) -> Pos {
    match tail {
        Tail::Call { pos, .. } => known(*pos, around),
        Tail::Jump { .. } | Tail::If { .. } | Tail::SwitchInt { .. } => around,
        Tail::SwitchSum { .. } | Tail::Raise { .. } => around,
        Tail::Throw { .. } | Tail::Unreachable => around,
    }
}

fn known(pos: Pos, around: Pos) -> Pos {
    if pos.is_none() { around } else { pos }
}
