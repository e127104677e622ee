//! The primitives that are functions of the runtime. Their meaning is in
//! `host`; what is here finds the operands and wraps the results.

use super::args::Args;
use super::big::Fresh;
use super::small::Shown;
use super::{Machine, Outcome, Results, Stop};
use crate::{Array, Code, Value, exn_message, exn_name};
use host::big::Number;
use host::show::any_text;
use host::{BufferMode, HostError, OpenMode, Whence, big, bytes, int, real};
use num_bigint::BigInt;
use prim::{BuiltinExn, Rt};
use std::ops::Range;

/// The result of a function of `host` that may raise.
type Computed<T> = Result<T, BuiltinExn>;

impl<C: Code> Machine<'_, C> {
    /// A table: one line for each primitive.
    pub(super) fn eval_rt(&mut self, rt: Rt, values: &[Value<C>]) -> Outcome<C> {
        let args = &Args::new(&rt, values);
        match rt {
            Rt::StrLen => one(Value::Int(args.str(0)?.len() as u64)),
            Rt::StrGet => self.str_get(args),
            Rt::StrGetU => self.unchecked(args, Self::str_get),
            Rt::StrGet16 => self.str_group(args, 2),
            Rt::StrGet32 => self.str_group(args, 4),
            Rt::StrGet64 => self.str_group(args, 8),
            Rt::StrSub => self.str_sub(args),
            Rt::StrConcat => one(Value::str([&args.str(0)?[..], &args.str(1)?[..]].concat())),
            Rt::StrJoin => str_join(args),
            Rt::StrEq => one(Value::bool(args.str(0)? == args.str(1)?)),
            Rt::StrCmp => one(Value::i64(bytes::sign(args.str(0)?.cmp(args.str(1)?)))),
            Rt::StrCmpPart => {
                let (a, b) = (args.str(0)?, args.str(3)?);
                let (a, b) = (&a[self.range(args, 1, a.len())?], &b[self.range(args, 4, b.len())?]);
                one(Value::i64(bytes::sign(a.cmp(b))))
            }
            Rt::StrHash => one(Value::Int(bytes::fnv1a(args.str(0)?))),
            Rt::StrOfByte => one(Value::str([args.int(0)? as u8])),
            Rt::StrOfBytes => self.str_of_bytes(args),
            Rt::StrChars => {
                let chars = bytes::chars(args.str(0)?);
                one(Value::array(chars.into_iter().map(|c| Value::Int(c.into())).collect()))
            }
            Rt::StrOfChars => self.str_of_chars(args),
            Rt::StrOfC => one(Value::str(bytes::before_zero(args.str(0)?))),
            Rt::StrBlit => self.str_blit(args),
            Rt::I64ToStr => self.text(int::i64_to_str(args.i64(0)?, args.i64(1)?)),
            Rt::U64ToStr => self.text(int::u64_to_str(args.int(0)?, args.i64(1)?)),
            Rt::F64Fmt => self.text(real::fmt_f64(args.f64(0)?, args.i64(1)?, args.i64(2)?)),
            Rt::F64Parse => flagged(real::parse_f64(args.str(0)?).map(Value::F64), Value::F64(0.0)),
            Rt::BigOfI64 => one(Value::big(big::of_i64(args.i64(0)?, Fresh))),
            Rt::BigOfU64 => one(Value::big(big::of_u64(args.int(0)?, Fresh))),
            Rt::BigToI64 => self.word(big::to_i64(args.big(0)?.number())),
            Rt::BigWrap => one(Value::i64(big::wrap(args.big(0)?.number()))),
            Rt::BigToF64 => one(Value::F64(big::to_f64(args.big(0)?.number()))),
            Rt::BigOfF64 => self.big(big::of_f64(args.f64(0)?, Fresh)),
            Rt::BigAdd => self.big2(args, |a, b| Ok(big::add(a, b, Fresh))),
            Rt::BigSub => self.big2(args, |a, b| Ok(big::sub(a, b, Fresh))),
            Rt::BigMul => self.big2(args, |a, b| Ok(big::mul(a, b, Fresh))),
            Rt::BigQuot => self.big2(args, |a, b| big::quot(a, b, Fresh)),
            Rt::BigRem => self.big2(args, |a, b| big::rem(a, b, Fresh)),
            Rt::BigDiv => self.big2(args, |a, b| big::div(a, b, Fresh)),
            Rt::BigMod => self.big2(args, |a, b| big::modulo(a, b, Fresh)),
            Rt::BigNeg => one(Value::big(big::neg(args.big(0)?.number(), Fresh))),
            Rt::BigCmp => {
                let order = big::cmp(args.big(0)?.number(), args.big(1)?.number());
                one(Value::i64(bytes::sign(order)))
            }
            Rt::BigAnd => self.big2(args, |a, b| Ok(big::and(a, b, Fresh))),
            Rt::BigOr => self.big2(args, |a, b| Ok(big::or(a, b, Fresh))),
            Rt::BigXor => self.big2(args, |a, b| Ok(big::xor(a, b, Fresh))),
            Rt::BigShl => self.big(big::shl(args.big(0)?.number(), args.int(1)?, Fresh)),
            Rt::BigShr => one(Value::big(big::shr(args.big(0)?.number(), args.int(1)?, Fresh))),
            Rt::BigLog2 => self.word(big::log2(args.big(0)?.number())),
            Rt::BigToStr => self.text(big::to_str(args.big(0)?.number(), args.i64(1)?)),
            Rt::BigParse => flagged(
                big::parse(args.str(0)?, args.i64(1)?, Fresh).map(Value::big),
                Value::big(BigInt::ZERO),
            ),
            Rt::ExnName => shown(args, exn_name(args.get(0)?)),
            Rt::ExnDescribe => one(args.get(0)?.clone()),
            Rt::ExnMessage => shown(args, exn_message(args.get(0)?)),
            Rt::AnyShow => one(Value::str(any_text(&Shown(args.get(0)?.clone())))),
            Rt::HistoryPlace => {
                one(Value::str(host::trace::first_place(args.str(0)?, args.str(1)?)))
            }
            Rt::ExnNote | Rt::ExnHistory => {
                Err(Stop::stuck("origins are known to the interpreters themselves"))
            }
            Rt::Print => {
                let printed = self.host.print(args.str(0)?);
                self.or_system_error(printed).map(|()| Results::none())
            }
            Rt::IoOpen => self.io_open(args),
            Rt::IoClose => {
                let closed = self.host.close(args.i64(0)?);
                self.or_system_error(closed).map(|()| Results::none())
            }
            Rt::IoRead => self.io_read(args),
            Rt::IoWrite => self.io_write(args),
            Rt::IoWriteStr => self.io_write_str(args),
            Rt::IoReceive => self.io_receive(args),
            Rt::IoReceiveStr => {
                let most = self.or_raise(bytes::room(args.i64(1)?))?;
                let got = self.host.receive_bytes(args.i64(0)?, most, args.i64(2)?);
                self.received(got)
            }
            Rt::IoSend => {
                let array = args.array(1)?;
                let range = self.range(args, 2, array.elems.borrow().len())?;
                self.send(args, &read_bytes(array, range)?)
            }
            Rt::IoSendStr => {
                let text = args.str(1)?;
                let range = self.range(args, 2, text.len())?;
                self.send(args, &text[range])
            }
            Rt::IoSeek => self.io_seek(args),
            Rt::IoPut => {
                let text = args.str(1)?;
                let range = self.range(args, 2, text.len())?;
                let put = self.host.put(args.i64(0)?, &text[range]);
                self.or_system_error(put).map(|()| Results::none())
            }
            Rt::IoPut1 => {
                let put = self.host.put(args.i64(0)?, &[args.int(1)? as u8]);
                self.or_system_error(put).map(|()| Results::none())
            }
            // Where nothing waits, there is nothing to add to.
            Rt::IoAdd1 => one(Value::bool(false)),
            Rt::IoFlush => {
                let flushed = self.host.flush(args.i64(0)?);
                self.or_system_error(flushed).map(|()| Results::none())
            }
            Rt::IoBuffer => self.io_buffer(args),
            Rt::BytesFind => self.bytes_find(args),
            Rt::BytesGet16 => self.bytes_group(args, 2),
            Rt::BytesGet32 => self.bytes_group(args, 4),
            Rt::BytesGet64 => self.bytes_group(args, 8),
            Rt::BytesSet16 => self.set_bytes_group(args, 2),
            Rt::BytesSet32 => self.set_bytes_group(args, 4),
            Rt::BytesSet64 => self.set_bytes_group(args, 8),
            Rt::SysCall => self.sys_call(args),
            Rt::FileRemove => {
                let removed = self.host.remove(args.str(0)?);
                self.or_system_error(removed).map(|()| Results::none())
            }
            Rt::FileRename => {
                let renamed = self.host.rename(args.str(0)?, args.str(1)?);
                self.or_system_error(renamed).map(|()| Results::none())
            }
            Rt::FileExists => one(Value::bool(self.host.exists(args.str(0)?))),
            Rt::Args => one(Value::array(self.host.args().iter().map(Value::str).collect())),
            Rt::ProgramName => one(Value::str(self.host.program_name())),
            // An interpreter runs no compiled code.
            Rt::ProgramCompile => Ok(Results::many([super::small::any(0), Value::str("")])),
            // Nor does it run sessions.
            Rt::ProgramLeave | Rt::ProgramStep => Ok(Results::none()),
            Rt::Getenv => flagged(self.host.getenv(args.str(0)?).map(Value::str), Value::str("")),
            Rt::TimeNow => one(Value::i64(self.host.time_now())),
            Rt::TimeCpu => one(Value::i64(self.host.time_cpu())),
            // Nothing comes between the steps of an interpreter.
            Rt::PreemptBy => one(Value::bool(false)),
            Rt::PreemptEvery => Ok(Results::none()),
            Rt::Exit => Err(Stop::Exit((args.int(0)? & 0xff) as i32)),
            Rt::Collect => Ok(Results::none()),
            Rt::HeapUsed => Ok(Results::one(Value::Int(0))),
        }
    }

    fn text(&self, text: Computed<String>) -> Outcome<C> {
        self.or_raise(text).map(|text| Results::one(Value::str(text)))
    }

    fn word(&self, word: Computed<i64>) -> Outcome<C> {
        self.or_raise(word).map(|word| Results::one(Value::i64(word)))
    }

    fn big(&self, n: Computed<BigInt>) -> Outcome<C> {
        self.or_raise(n).map(|n| Results::one(Value::big(n)))
    }

    fn big2(
        &self,
        args: &Args<'_, C>,
        op: fn(Number<'_>, Number<'_>) -> Computed<BigInt>,
    ) -> Outcome<C> {
        self.big(op(args.big(0)?.number(), args.big(1)?.number()))
    }

    fn str_get(&mut self, args: &Args<'_, C>) -> Outcome<C> {
        match args.str(0)?.get(args.int(1)? as usize) {
            Some(byte) => one(Value::Int(*byte as u64)),
            None => Err(self.raise(BuiltinExn::Subscript)),
        }
    }

    fn str_group(&self, args: &Args<'_, C>, size: usize) -> Outcome<C> {
        let text = args.str(0)?;
        let group = self.or_raise(bytes::group(args.int(1)?, size, text.len()))?;
        one(Value::Int(bytes::number(&text[group])))
    }

    fn str_sub(&self, args: &Args<'_, C>) -> Outcome<C> {
        let text = args.str(0)?;
        let range = self.range(args, 1, text.len())?;
        one(Value::str(&text[range]))
    }

    fn str_of_bytes(&self, args: &Args<'_, C>) -> Outcome<C> {
        let array = args.array(0)?;
        let range = self.range(args, 1, array.elems.borrow().len())?;
        one(Value::str(read_bytes(array, range)?))
    }

    fn str_of_chars(&self, args: &Args<'_, C>) -> Outcome<C> {
        let array = args.array(0)?;
        let range = self.range(args, 1, array.elems.borrow().len())?;
        let elems = array.elems.borrow();
        let chars = elems[range].iter().map(|elem| elem.int().unwrap_or(0) as u32);
        one(Value::str(bytes::of_chars(chars)))
    }

    fn str_blit(&self, args: &Args<'_, C>) -> Outcome<C> {
        let (text, array, count) = (args.str(0)?, args.array(2)?, args.i64(4)?);
        let source = self.or_raise(bytes::range(args.i64(1)?, count, text.len()))?;
        let target =
            self.or_raise(bytes::range(args.i64(3)?, count, array.elems.borrow().len()))?;
        write_bytes(array, target, &text[source]);
        Ok(Results::none())
    }

    fn io_open(&mut self, args: &Args<'_, C>) -> Outcome<C> {
        let mode = self.or_system_error(OpenMode::from_code(args.i64(1)?))?;
        let opened = self.host.open(args.str(0)?, mode);
        self.or_system_error(opened).map(|descriptor| Results::one(Value::i64(descriptor)))
    }

    fn io_read(&mut self, args: &Args<'_, C>) -> Outcome<C> {
        let array = args.array(1)?;
        let range = self.range(args, 2, array.elems.borrow().len())?;
        let mut buffer = vec![0; range.len()];
        let read = self.host.read(args.i64(0)?, &mut buffer);
        let count = self.or_system_error(read)?;
        write_bytes(array, range, &buffer[..count]);
        one(Value::Int(count as u64))
    }

    fn io_write(&mut self, args: &Args<'_, C>) -> Outcome<C> {
        let array = args.array(1)?;
        let range = self.range(args, 2, array.elems.borrow().len())?;
        self.write(args.i64(0)?, &read_bytes(array, range)?)
    }

    fn io_write_str(&mut self, args: &Args<'_, C>) -> Outcome<C> {
        let text = args.str(1)?;
        let range = self.range(args, 2, text.len())?;
        self.write(args.i64(0)?, &text[range])
    }

    fn write(&mut self, descriptor: i64, bytes: &[u8]) -> Outcome<C> {
        let written = self.host.write(descriptor, bytes);
        self.or_system_error(written).map(|count| Results::one(Value::Int(count as u64)))
    }

    fn io_receive(&mut self, args: &Args<'_, C>) -> Outcome<C> {
        let array = args.array(1)?;
        let range = self.range(args, 2, array.elems.borrow().len())?;
        let mut buffer = vec![0; range.len()];
        let got = self.host.receive(args.i64(0)?, &mut buffer, args.i64(4)?);
        if let Ok(Some((count, _))) = &got {
            write_bytes(array, range, &buffer[..*count]);
        }
        self.received(got)
    }

    fn received(&mut self, got: Result<Option<(usize, Vec<u8>)>, HostError>) -> Outcome<C> {
        let (count, text) = match self.or_system_error(got)? {
            Some((count, text)) => (count as i64, text),
            None => (-1, Vec::new()),
        };
        Ok(Results::many([Value::i64(count), Value::str(text)]))
    }

    fn send(&mut self, args: &Args<'_, C>, bytes: &[u8]) -> Outcome<C> {
        let sent = self.host.send(args.i64(0)?, bytes, args.i64(4)?, args.str(5)?);
        let count = self.or_system_error(sent)?.map_or(-1, |count| count as i64);
        one(Value::i64(count))
    }

    fn io_seek(&mut self, args: &Args<'_, C>) -> Outcome<C> {
        let whence = self.or_system_error(Whence::from_code(args.i64(2)?))?;
        let position = self.host.seek(args.i64(0)?, args.i64(1)?, whence);
        self.or_system_error(position).map(|position| Results::one(Value::i64(position)))
    }

    fn io_buffer(&mut self, args: &Args<'_, C>) -> Outcome<C> {
        let mode = self.or_system_error(BufferMode::from_code(args.i64(1)?))?;
        let set = self.host.set_buffer(args.i64(0)?, mode);
        self.or_system_error(set).map(|()| Results::none())
    }

    fn bytes_find(&self, args: &Args<'_, C>) -> Outcome<C> {
        let array = args.array(0)?;
        let (start, wanted) = (args.i64(1)?, args.int(3)?);
        let length = args.i64(2)?.wrapping_sub(start);
        let range = self.or_raise(bytes::range(start, length, array.elems.borrow().len()))?;
        let found = array.elems.borrow()[range].iter().position(|e| e.int() == Some(wanted));
        one(Value::i64(found.map_or(-1, |i| start + i as i64)))
    }

    fn bytes_group(&self, args: &Args<'_, C>, size: usize) -> Outcome<C> {
        let array = args.array(0)?;
        let group = bytes::group(args.int(1)?, size, array.elems.borrow().len());
        let group = self.or_raise(group)?;
        one(Value::Int(bytes::number(&read_bytes(array, group)?)))
    }

    fn set_bytes_group(&self, args: &Args<'_, C>, size: usize) -> Outcome<C> {
        let array = args.array(0)?;
        let group = bytes::group(args.int(1)?, size, array.elems.borrow().len());
        let group = self.or_raise(group)?;
        write_bytes(array, group, &args.int(2)?.to_le_bytes()[..size]);
        Ok(Results::none())
    }

    fn sys_call(&mut self, args: &Args<'_, C>) -> Outcome<C> {
        let (a, b) = (args.str(1)?, args.str(2)?);
        let called = self.host.call(args.str(0)?, a, b, args.i64(3)?, args.i64(4)?);
        let (number, text) = self.or_system_error(called)?;
        Ok(Results::many([Value::i64(number), Value::str(text)]))
    }

    /// The range that operands `i` (start) and `i + 1` (length) say, of `available`.
    fn range(
        &self,
        args: &Args<'_, C>,
        i: usize,
        available: usize,
    ) -> Result<Range<usize>, Stop<C>> {
        self.or_raise(bytes::range(args.i64(i)?, args.i64(i + 1)?, available))
    }
}

fn one<C: Code>(value: Value<C>) -> Outcome<C> {
    Ok(Results::one(value))
}

/// A flag that says whether there is a value, and the value or what stands for none.
fn flagged<C: Code>(value: Option<Value<C>>, otherwise: Value<C>) -> Outcome<C> {
    Ok(Results::many([Value::bool(value.is_some()), value.unwrap_or(otherwise)]))
}

fn shown<C: Code>(args: &Args<'_, C>, text: Option<impl AsRef<[u8]>>) -> Outcome<C> {
    text.map(|text| Results::one(Value::str(text))).ok_or_else(|| args.wrong(0, "an exception"))
}

fn str_join<C: Code>(args: &Args<'_, C>) -> Outcome<C> {
    let mut joined = Vec::new();
    for piece in args.array(0)?.elems.borrow().iter() {
        joined.extend_from_slice(piece.bytes().ok_or_else(|| args.wrong(0, "a vector of str"))?);
    }
    one(Value::str(joined))
}

fn read_bytes<C: Code>(array: &Array<C>, range: Range<usize>) -> Result<Vec<u8>, Stop<C>> {
    let byte = |elem: &Value<C>| elem.int().map(|byte| byte as u8);
    let bytes = array.elems.borrow()[range].iter().map(byte).collect::<Option<_>>();
    bytes.ok_or_else(|| Stop::stuck("an array of bytes holds something else"))
}

fn write_bytes<C: Code>(array: &Array<C>, range: Range<usize>, bytes: &[u8]) {
    for (elem, byte) in array.elems.borrow_mut()[range].iter_mut().zip(bytes) {
        *elem = Value::Int(*byte as u64);
    }
}
