//! The process: arguments, environment, clocks, exceptions' names, the end.

use super::shown::Shown;
use super::value::{Str, Strs};
use crate::cont::{backtrace, exn_message, exn_name};
use crate::fatal;
use crate::object::Object;
use crate::state::Ending;
use abi::word;
use host::show::any_text;

exports! {
    /// `args`.
    fn kont_args(cx) -> Strs {
        let args = cx.shared.host.args();
        cx.new_strs(&args)
    }

    /// `program.name`.
    fn kont_program_name(cx) -> Str {
        let name = cx.shared.host.program_name();
        cx.new_str(&name)
    }

    /// `program.compile`: the function, and what it wants as extra result.
    fn kont_program_compile(cx, text: Str) -> u64 {
        let compiled = cx.shared.compile(text.bytes());
        let wants = compiled.as_ref().map_or(&[][..], |compiled| &compiled.wants);
        cx.vproc.extra[0] = cx.new_str(wants).word();
        compiled.map_or(abi::ANY_I64, |compiled| compiled.function as u64)
    }

    /// `program.leave`.
    fn kont_program_leave(cx, wish: Str) {
        if cx.shared.heap.lenient {
            cx.shared.wish = wish.bytes().to_vec();
            cx.end::<()>(Ending::Left);
        }
    }

    /// `program.step`.
    fn kont_program_step(cx, number: i64) {
        let shared = &mut *cx.shared;
        shared.step.number = number;
        if shared.heap.lenient && shared.step.ends && number >= 0 {
            shared.wish.clear();
            cx.end::<()>(Ending::Left);
        }
    }

    /// `getenv`: the flag, and the value as extra result.
    fn kont_getenv(cx, name: Str) -> u64 {
        let value = cx.shared.host.getenv(name.bytes());
        let string = match &value {
            Some(value) => cx.new_str(value),
            None => cx.shared.builtins.empty_string(),
        };
        cx.vproc.extra[0] = string.word();
        u64::from(value.is_some())
    }

    /// `time.now`.
    fn kont_time_now(cx) -> i64 {
        cx.shared.host.time_now()
    }

    /// `time.cpu`.
    fn kont_time_cpu(cx) -> i64 {
        cx.shared.host.time_cpu()
    }

    /// `preempt.by`.
    fn kont_preempt_by(cx, function: u64) -> u64 {
        cx.turns_by(function);
        1
    }

    /// `preempt.every`.
    fn kont_preempt_every(cx, nanos: i64) {
        cx.turns_every(u64::try_from(nanos).unwrap_or(0));
    }

    /// Puts the slots of stopped code back; see [`abi::RESUME`].
    fn kont_resume(cx, frame: u64) {
        // SAFETY: the code of the frame passes it.
        cx.resume(unsafe { Object::at(frame) });
    }

    /// See [`abi::BARRIER`].
    fn kont_barrier(cx, frame: u64) {
        if frame != cx.vproc.barrier {
            fatal::internal_error("control returned to a frame at a barrier that is not there");
        }
        cx.local.frames.returned(cx.vproc);
    }

    /// See [`abi::UNWIND`].
    fn kont_unwind(cx, handler: u64) {
        cx.local.frames.unwound(cx.vproc, handler);
    }

    /// See [`abi::ORIGIN`].
    fn kont_origin(cx, site: u64, raised: u64, handler: u64) -> u64 {
        cx.origin(site, raised, handler)
    }

    /// `exn.name`.
    fn kont_exn_name(cx, exn: u64) -> Str {
        // SAFETY: compiled code passes an exception.
        exn_name(unsafe { Object::at(exn) })
    }

    /// `exn.message`.
    fn kont_exn_message(cx, exn: u64) -> Str {
        // SAFETY: compiled code passes an exception.
        let message = exn_message(cx.shared, unsafe { Object::at(exn) });
        cx.new_str(&message)
    }

    /// `exn.note`.
    fn kont_exn_note(cx, exn: u64, origin: u64) {
        cx.vproc.noted = [exn, origin];
    }

    /// `exn.history`.
    fn kont_exn_history(cx, exn: u64) -> Str {
        let [noted, origin] = cx.vproc.noted;
        if noted != exn {
            return cx.shared.builtins.empty_string();
        }
        // SAFETY: what was noted with an exception is its origin.
        let origin = unsafe { Object::at(origin) };
        let (site, raised) = (origin.word(word::SITE), origin.word(word::RAISED));
        let lines = backtrace(&cx.shared.units, &cx.local.frames, site, raised);
        cx.new_str(lines.join("\n").as_bytes())
    }

    /// `any.show`.
    fn kont_any_show(cx, value: u64) -> Str {
        let text = any_text(&Shown(value));
        cx.new_str(text.as_bytes())
    }

    /// `history.place`.
    fn kont_history_place(cx, history: Str, library: Str) -> Str {
        let place = host::trace::first_place(history.bytes(), library.bytes());
        cx.new_str(place.as_bytes())
    }

    /// `exn.describe`: only programs that call it have the code that descriptions need.
    fn kont_exn_describe(cx, description: Str) -> Str {
        cx.shared.described = Some(host::show::described);
        description
    }

    /// See [`abi::UNREACHABLE`]: does not return.
    fn kont_unreachable(cx) {
        cx.shared.finish(0);
        cx.whole().print_statistics();
        fatal::unreachable_code()
    }

    /// `exit`: does not return.
    fn kont_exit(cx, code: i64) {
        cx.whole().end_if_interrupted();
        let code = cx.shared.finish((code & 0xff) as i32);
        cx.whole().print_statistics();
        crate::process::exit(code)
    }
}
