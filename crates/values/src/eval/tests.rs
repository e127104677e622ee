//! Every data operation and every function of the runtime, with what it raises.
#![expect(clippy::cloned_ref_to_slice_refs, reason = "operands are written alike, one or many")]

use super::*;
use base::EntityId;
use host::TestHost;
use prim::{Const, Data, FBinOp, FUnOp, IntOp, Rt};
use std::sync::Arc;
use types::{AnyClass, Constructor, Field, ForeignId, GlobalId, SumId, Ty, TyId, TyTable, Width};

type V = Value<()>;

/// The outcome of an operation, as text: its results, or how it stopped.
fn text(outcome: Outcome<()>) -> String {
    match outcome {
        Ok(results) => {
            let shown: Vec<String> =
                results.into_iter().map(|value| format!("{value:?}")).collect();
            shown.join(" ")
        }
        Err(Stop::Raise(exn)) => {
            let message = crate::exn_message(&exn).expect("an exception");
            format!("raises {}", String::from_utf8_lossy(&message))
        }
        Err(Stop::Foreign(symbol)) => format!("calls {symbol}"),
        Err(Stop::Exit(code)) => format!("exits {code}"),
        Err(Stop::Stuck(why)) => format!("stuck: {why}"),
    }
}

fn rt(host: &mut TestHost, rt: Rt, args: &[V]) -> String {
    text(Machine::new(host, 0, vec![]).eval_prim(Prim::Rt(rt), args))
}

fn check_rt(prim: Rt, args: &[V], expected: &str) {
    assert_eq!(rt(&mut TestHost::default(), prim, args), expected, "{} {args:?}", prim.name());
}

fn data(data: Data, args: &[V]) -> String {
    text(run(&mut Machine::new(&mut TestHost::default(), 0, vec![]), data, args))
}

fn run(machine: &mut Machine<'_, ()>, data: Data, args: &[V]) -> Outcome<()> {
    machine.eval_data(&data, args, &[], &TyTable::default())
}

fn value(outcome: Outcome<()>) -> V {
    outcome.expect("a result").into_iter().next().expect("one value")
}

fn int(n: i64) -> V {
    Value::i64(n)
}

fn str(text: &str) -> V {
    Value::str(text)
}

fn big(n: i64) -> V {
    Value::big(n.into())
}

fn bytes(text: &str) -> V {
    Value::array(text.bytes().map(|byte| Value::Int(byte as u64)).collect())
}

#[test]
fn scalar_primitives_give_values_of_their_type() {
    let host = &mut TestHost::default();
    let mut machine = Machine::<()>::new(host, 0, vec![]);
    let mut run = |prim, args: &[V]| text(machine.eval_prim(prim, args));
    assert_eq!(run(Prim::Int(IntOp::SAdd, Width::I8), &[int(100), int(27)]), "127");
    assert_eq!(run(Prim::Int(IntOp::SAdd, Width::I8), &[int(100), int(28)]), "raises Overflow");
    assert_eq!(run(Prim::FBin(FBinOp::Add, true), &[Value::F64(1.0), Value::F64(0.5)]), "1.5");
    assert_eq!(run(Prim::FUn(FUnOp::Sqrt, false), &[Value::F32(4.0)]), "2.0:f32");
    assert_eq!(run(Prim::FTrunc, &[Value::F64(0.5)]), "0.5:f32");
    assert_eq!(run(Prim::FExt, &[Value::F32(0.5)]), "0.5");
    assert_eq!(run(Prim::FBits(false), &[Value::F32(1.0)]), "1065353216");
    assert_eq!(run(Prim::SToF(Width::I8, true), &[int(255)]), "-1.0");
    assert_eq!(run(Prim::Fma(true), &[Value::F64(2.0), Value::F64(3.0), Value::F64(1.0)]), "7.0");
    assert_eq!(run(Prim::Fma(true), &[]), "stuck: fma.f64 is given 0 operands");
    assert_eq!(run(Prim::FExt, &[str("a")]), "stuck: fext.f32.f64 is given a str");
}

#[test]
fn strings() {
    check_rt(Rt::StrLen, &[str("abc")], "3");
    check_rt(Rt::StrGet, &[str("abc"), int(2)], "99");
    check_rt(Rt::StrGet, &[str("abc"), int(3)], "raises Subscript");
    check_rt(Rt::StrGet, &[str("abc"), int(-1)], "raises Subscript");
    check_rt(Rt::StrGetU, &[str("abc"), int(0)], "97");
    check_rt(Rt::StrGetU, &[str("abc"), int(3)], "stuck: StrGetU: the index is out of bounds");
    check_rt(Rt::StrGet16, &[str("abcd"), int(1)], "25699");
    check_rt(Rt::StrGet32, &[str("abcde"), int(1)], "raises Subscript");
    check_rt(Rt::StrGet64, &[str("abcdefgh"), int(-1)], "raises Subscript");
    check_rt(Rt::StrSub, &[str("abcd"), int(1), int(2)], "\"bc\"");
    check_rt(Rt::StrSub, &[str("abcd"), int(4), int(0)], "\"\"");
    check_rt(Rt::StrSub, &[str("abcd"), int(1), int(i64::MAX)], "raises Subscript");
    check_rt(Rt::StrConcat, &[str("ab"), str("c")], "\"abc\"");
    check_rt(Rt::StrJoin, &[Value::array(vec![str("a"), str(""), str("bc")])], "\"abc\"");
    check_rt(Rt::StrEq, &[str("a"), str("a")], "1");
    check_rt(Rt::StrCmp, &[str("a"), str("ab")], "-1");
    check_rt(Rt::StrCmp, &[Value::str([0xff]), str("a")], "1");
    check_rt(Rt::StrHash, &[str("a")], &format!("{}", 0xaf63_dc4c_8601_ec8c_u64 as i64));
    check_rt(Rt::StrOfByte, &[int(10)], "\"\\n\"");
    check_rt(Rt::StrOfBytes, &[bytes("abcd"), int(1), int(2)], "\"bc\"");
    check_rt(Rt::StrOfBytes, &[bytes("abcd"), int(3), int(2)], "raises Subscript");
    let target = bytes("....");
    check_rt(Rt::StrBlit, &[str("abc"), int(1), target.clone(), int(2), int(2)], "");
    check_rt(Rt::StrOfBytes, &[target.clone(), int(0), int(4)], "\"..bc\"");
    check_rt(
        Rt::StrBlit,
        &[str("abc"), int(1), target.clone(), int(3), int(2)],
        "raises Subscript",
    );
    check_rt(Rt::StrBlit, &[str("abc"), int(2), target, int(0), int(2)], "raises Subscript");
    check_rt(Rt::StrLen, &[], "stuck: StrLen is given 0 operands");
    check_rt(Rt::StrLen, &[int(1)], "stuck: StrLen wants a str, given an integer");
}

#[test]
fn numbers_and_text() {
    check_rt(Rt::I64ToStr, &[int(-255), int(16)], "\"-ff\"");
    check_rt(Rt::U64ToStr, &[int(-1), int(10)], "\"18446744073709551615\"");
    check_rt(Rt::I64ToStr, &[int(1), int(1)], "raises Domain");
    check_rt(Rt::F64Fmt, &[Value::F64(1.5), int(1), int(2)], "\"1.50\"");
    check_rt(Rt::F64Fmt, &[Value::F64(1.5), int(1), int(-1)], "raises Size");
    check_rt(Rt::F64Parse, &[str("~1e3")], "1 -1000.0");
    check_rt(Rt::F64Parse, &[str("1x")], "0 0.0");
}

#[test]
fn big_integers() {
    check_rt(Rt::BigOfI64, &[int(-1)], "-1n");
    check_rt(Rt::BigOfU64, &[int(-1)], "18446744073709551615n");
    let huge = Value::big(num_bigint::BigInt::from(u64::MAX));
    check_rt(Rt::BigToI64, &[big(-5)], "-5");
    check_rt(Rt::BigToI64, &[huge.clone()], "raises Overflow");
    check_rt(Rt::BigWrap, &[huge], "-1");
    check_rt(Rt::BigToF64, &[big(3)], "3.0");
    check_rt(Rt::BigOfF64, &[Value::F64(-2.5)], "-2n");
    check_rt(Rt::BigOfF64, &[Value::F64(f64::NAN)], "raises Domain");
    let binary = [
        (Rt::BigAdd, "-5n"),
        (Rt::BigSub, "-9n"),
        (Rt::BigMul, "-14n"),
        (Rt::BigQuot, "-3n"),
        (Rt::BigRem, "-1n"),
        (Rt::BigDiv, "-4n"),
        (Rt::BigMod, "1n"),
        (Rt::BigAnd, "0n"),
        (Rt::BigOr, "-5n"),
        (Rt::BigXor, "-5n"),
        (Rt::BigCmp, "-1"),
    ];
    for (prim, expected) in binary {
        check_rt(prim, &[big(-7), big(2)], expected);
    }
    for prim in [Rt::BigQuot, Rt::BigRem, Rt::BigDiv, Rt::BigMod] {
        check_rt(prim, &[big(1), big(0)], "raises Div");
    }
    check_rt(Rt::BigNeg, &[big(7)], "-7n");
    check_rt(Rt::BigShl, &[big(1), int(64)], "18446744073709551616n");
    check_rt(Rt::BigShl, &[big(1), int(-1)], "raises Size");
    check_rt(Rt::BigShr, &[big(-5), int(1)], "-3n");
    check_rt(Rt::BigLog2, &[big(8)], "3");
    check_rt(Rt::BigLog2, &[big(0)], "raises Domain");
    check_rt(Rt::BigToStr, &[big(-255), int(16)], "\"-ff\"");
    check_rt(Rt::BigParse, &[str("~ff"), int(16)], "1 -255n");
    check_rt(Rt::BigParse, &[str(""), int(10)], "0 0n");
    // A small one as Flow may write it.
    check_rt(Rt::BigNeg, &[Value::Imm(abi::small_big(7).expect("small"))], "-7n");
}

#[test]
fn the_world() {
    let mut host = TestHost::with_input(b"hello");
    host.name = b"prog".to_vec();
    host.args = vec![b"x".to_vec(), b"y".to_vec()];
    host.env.insert(b"HOME".to_vec(), b"/".to_vec());
    host.clock = 42;
    assert_eq!(rt(&mut host, Rt::Print, &[str("out")]), "");
    assert_eq!(rt(&mut host, Rt::IoWriteStr, &[int(1), str("abcd"), int(1), int(2)]), "2");
    assert_eq!(rt(&mut host, Rt::IoWrite, &[int(1), bytes("xyz"), int(2), int(1)]), "1");
    assert_eq!(
        rt(&mut host, Rt::IoWrite, &[int(1), bytes("xyz"), int(2), int(2)]),
        "raises Subscript"
    );
    assert_eq!(host.output_text(), "outbcz");
    let buffer = bytes("........");
    assert_eq!(rt(&mut host, Rt::IoRead, &[int(0), buffer.clone(), int(1), int(4)]), "4");
    assert_eq!(rt(&mut host, Rt::StrOfBytes, &[buffer.clone(), int(0), int(8)]), "\".hell...\"");
    assert_eq!(rt(&mut host, Rt::IoRead, &[int(0), buffer, int(1), int(8)]), "raises Subscript");
    assert_eq!(rt(&mut host, Rt::Args, &[]), "array(\"x\", \"y\")");
    assert_eq!(rt(&mut host, Rt::ProgramName, &[]), "\"prog\"");
    assert_eq!(rt(&mut host, Rt::Getenv, &[str("HOME")]), "1 \"/\"");
    assert_eq!(rt(&mut host, Rt::Getenv, &[str("NONE")]), "0 \"\"");
    assert_eq!(rt(&mut host, Rt::TimeNow, &[]), "42");
    assert_eq!(rt(&mut host, Rt::TimeCpu, &[]), "42");
    assert_eq!(rt(&mut host, Rt::Exit, &[int(257)]), "exits 1");
    assert_eq!(rt(&mut host, Rt::Collect, &[]), "");
}

#[test]
fn files() {
    let mut host = TestHost::default();
    assert_eq!(
        rt(&mut host, Rt::IoOpen, &[str("f"), int(0)]),
        "raises SysErr: No such file or directory"
    );
    assert_eq!(rt(&mut host, Rt::IoOpen, &[str("f"), int(9)]), "raises SysErr: Invalid argument");
    assert_eq!(rt(&mut host, Rt::FileExists, &[str("f")]), "0");
    let opened = rt(&mut host, Rt::IoOpen, &[str("f"), int(1)]);
    let descriptor = int(opened.parse().expect("a descriptor"));
    assert_eq!(
        rt(&mut host, Rt::IoWriteStr, &[descriptor.clone(), str("abc"), int(0), int(3)]),
        "3"
    );
    assert_eq!(rt(&mut host, Rt::IoSeek, &[descriptor.clone(), int(-1), int(2)]), "2");
    assert_eq!(
        rt(&mut host, Rt::IoSeek, &[descriptor.clone(), int(0), int(3)]),
        "raises SysErr: Invalid argument"
    );
    assert_eq!(rt(&mut host, Rt::IoClose, &[descriptor.clone()]), "");
    assert_eq!(rt(&mut host, Rt::IoClose, &[descriptor]), "raises SysErr: Bad file descriptor");
    assert_eq!(rt(&mut host, Rt::FileRename, &[str("f"), str("g")]), "");
    assert_eq!(rt(&mut host, Rt::FileExists, &[str("g")]), "1");
    assert_eq!(rt(&mut host, Rt::FileRemove, &[str("g")]), "");
    assert_eq!(
        rt(&mut host, Rt::FileRemove, &[str("g")]),
        "raises SysErr: No such file or directory"
    );
}

#[test]
fn tuples_sums_and_refs() {
    let tuple = Value::obj(crate::Desc::Tuple, vec![int(1), int(2)]);
    assert_eq!(data(Data::Copy, &[int(5)]), "5");
    assert_eq!(data(Data::Tuple, &[int(1), str("a")]), "(1, \"a\")");
    assert_eq!(data(Data::Get(1), &[tuple.clone()]), "2");
    assert_eq!(
        data(Data::Get(2), &[tuple.clone()]),
        "stuck: Get(2) wants an object with more fields, given an object"
    );
    assert_eq!(data(Data::Set(0), &[tuple.clone(), int(9)]), "");
    assert_eq!(data(Data::Get(0), &[tuple.clone()]), "9");
    assert_eq!(data(Data::Same, &[tuple.clone(), tuple.clone()]), "1");
    assert_eq!(data(Data::Same, &[tuple, Value::obj(crate::Desc::Tuple, vec![])]), "0");
    let sum = SumId::from_index(0);
    assert_eq!(data(Data::Con(sum, 0), &[]), "#0");
    assert_eq!(data(Data::Con(sum, 1), &[int(7)]), "#1(7)");
    let cell = Value::obj(crate::Desc::Ref, vec![int(1)]);
    assert_eq!(data(Data::Ref, &[int(1)]), "ref(1)");
    assert_eq!(data(Data::Assign, &[cell.clone(), int(3)]), "");
    assert_eq!(data(Data::Deref, &[cell]), "3");
}

#[test]
fn arrays() {
    assert_eq!(data(Data::ArrayNew, &[int(2), str("a")]), "array(\"a\", \"a\")");
    assert_eq!(data(Data::ArrayBlank, &[int(-1)]), "raises Size");
    assert_eq!(data(Data::ArrayNew, &[int(-1), int(0)]), "raises Size");
    assert_eq!(data(Data::ArrayNew, &[int(i64::MAX), int(0)]), "raises Size");
    assert_eq!(data(Data::ArrayLit, &[int(1), int(2)]), "array(1, 2)");
    let array = Value::array((0..5).map(int).collect());
    assert_eq!(data(Data::ArrayLen, &[array.clone()]), "5");
    assert_eq!(data(Data::ArrayGet, &[array.clone(), int(4)]), "4");
    assert_eq!(data(Data::ArrayGet, &[array.clone(), int(5)]), "raises Subscript");
    assert_eq!(data(Data::ArrayGet, &[array.clone(), int(-1)]), "raises Subscript");
    assert_eq!(data(Data::ArrayGetU, &[array.clone(), int(4)]), "4");
    let outside = "stuck: ArrayGetU: the index is out of bounds";
    assert_eq!(data(Data::ArrayGetU, &[array.clone(), int(5)]), outside);
    assert_eq!(data(Data::ArraySet, &[array.clone(), int(5), int(0)]), "raises Subscript");
    assert_eq!(data(Data::ArraySet, &[array.clone(), int(0), int(10)]), "");
    assert_eq!(data(Data::ArraySetU, &[array.clone(), int(1), int(11)]), "");
    // Overlapping, upwards and downwards.
    assert_eq!(data(Data::ArrayCopy, &[array.clone(), int(0), array.clone(), int(1), int(3)]), "");
    assert_eq!(data(Data::Copy, &[array.clone()]), "array(10, 10, 11, 2, 4)");
    assert_eq!(data(Data::ArrayCopy, &[array.clone(), int(2), array.clone(), int(0), int(3)]), "");
    assert_eq!(data(Data::Freeze, &[array.clone()]), "array(11, 2, 4, 2, 4)");
    let target = Value::array(vec![int(0); 2]);
    for (from, to, count) in [(4, 0, 2), (0, 1, 2), (-1, 0, 1), (0, 0, -1)] {
        let args = [array.clone(), int(from), target.clone(), int(to), int(count)];
        assert_eq!(data(Data::ArrayCopy, &args), "raises Subscript");
    }
    assert_eq!(data(Data::ArrayCopy, &[array, int(5), target, int(2), int(0)]), "");
}

#[test]
fn identity_hashes_and_weak_references() {
    let host = &mut TestHost::default();
    let mut machine = Machine::new(host, 0, vec![]);
    let (a, b) = (Value::array(vec![]), Value::obj(crate::Desc::Ref, vec![int(0)]));
    let mut hash = |value: &V| value_of(&mut machine, Data::IdHash, &[value.clone()]).int();
    assert_eq!(hash(&a), hash(&a));
    assert_ne!(hash(&a), hash(&b));
    assert_eq!(hash(&str("a")), hash(&str("a")));
    let weak = value_of(&mut machine, Data::Weak, &[b.clone()]);
    assert_eq!(text(run(&mut machine, Data::WeakLive, &[weak.clone()])), "1");
    let other = Value::obj(crate::Desc::Ref, vec![int(1)]);
    assert_eq!(text(run(&mut machine, Data::WeakGet, &[weak.clone(), other.clone()])), "ref(0)");
    drop(b);
    assert_eq!(text(run(&mut machine, Data::WeakLive, &[weak.clone()])), "0");
    assert_eq!(text(run(&mut machine, Data::WeakGet, &[weak, other])), "ref(1)");
}

fn value_of(machine: &mut Machine<'_, ()>, data: Data, args: &[V]) -> V {
    value(run(machine, data, args))
}

#[test]
fn values_go_into_any_and_come_out_as_what_they_were() {
    let mut types = TyTable::default();
    let (any, int64, str_ty) = (types.intern(Ty::Any), types.i64(), types.intern(Ty::Str));
    let immutable = types.tuple(&[any, any]);
    let mutable = types.intern(Ty::Tuple(vec![Field { ty: any, mutable: true }; 2]));
    let nil = Constructor { name: "nil".into(), fields: vec![] };
    let sum = types.add_sum("list", vec![nil]);
    let sum = types.intern(Ty::Sum(sum));
    let host = &mut TestHost::default();
    let mut machine = Machine::<()>::new(host, 0, vec![]);
    let class = |ty| AnyClass::of(&types, ty);
    let mut run = |op: AnyOp, ty: TyId, arg: &V| machine.eval_any(op, &class(ty), arg);
    let five = value(run(AnyOp::Inject, int64, &int(5)));
    assert_eq!(text(run(AnyOp::Is, int64, &five)), "1");
    assert_eq!(text(run(AnyOp::Is, str_ty, &five)), "0");
    assert_eq!(text(run(AnyOp::Project, int64, &five)), "5");
    assert_eq!(text(run(AnyOp::Project, sum, &five)), "raises Match");
    let pair = value(run(AnyOp::Inject, mutable, &Value::obj(crate::Desc::Tuple, vec![])));
    assert_eq!(text(run(AnyOp::Is, immutable, &pair)), "0");
    assert_eq!(text(run(AnyOp::Is, mutable, &pair)), "1");
    assert_eq!(text(run(AnyOp::Is, sum, &int(5))), "stuck: Is wants an any, given an integer");
}

#[test]
fn exceptions() {
    let mut types = TyTable::default();
    let int64 = types.i64();
    let carries = types.intern(Ty::ExnCon(vec![int64, int64]));
    let host = &mut TestHost::default();
    let mut machine = Machine::<()>::new(host, 0, vec![]);
    let new = Data::ExnCon("Mine".into(), None);
    let mut make = || value(machine.eval_data(&new, &[], &[carries], &types));
    let (mine, other) = (make(), make());
    let exn = value_of(&mut machine, Data::Exn, &[mine.clone(), int(1), int(2)]);
    let mut run = |data, args: &[V]| text(run(&mut machine, data, args));
    assert_eq!(run(Data::ExnIs, &[mine.clone(), exn.clone()]), "1");
    assert_eq!(run(Data::ExnIs, &[other.clone(), exn.clone()]), "0");
    assert_eq!(run(Data::ExnGet, &[mine, exn.clone()]), "1 2");
    assert_eq!(run(Data::ExnGet, &[other, exn.clone()]), "raises Match");
    check_rt(Rt::ExnName, &[exn.clone()], "\"Mine\"");
    check_rt(Rt::ExnMessage, &[exn], "\"Mine: 1\"");
    check_rt(Rt::ExnName, &[int(1)], "stuck: ExnName wants an exception, given an integer");
    let div = value_of(&mut machine, Data::Builtin(BuiltinExn::Div), &[]);
    let quot = Prim::Int(IntOp::Quot, Width::I64);
    let Err(Stop::Raise(raised)) = machine.eval_prim(quot, &[int(1), int(0)]) else {
        panic!("raises")
    };
    assert_eq!(value_of(&mut machine, Data::ExnIs, &[div, raised]).int(), Some(1));
}

#[test]
fn global_cells() {
    let host = &mut TestHost::default();
    let mut machine = Machine::<()>::new(host, 1, vec![]);
    let (cell, missing) = (GlobalId::from_index(0), GlobalId::from_index(1));
    let mut run = |data, args: &[V]| text(run(&mut machine, data, args));
    assert_eq!(run(Data::Global(cell), &[]), "stuck: global0 is read before it is set");
    assert_eq!(run(Data::GlobalSet(cell), &[int(5)]), "");
    assert_eq!(run(Data::Global(cell), &[]), "5");
    assert_eq!(run(Data::GlobalSet(missing), &[int(5)]), "stuck: there is no global1");
}

#[test]
fn foreign_functions() {
    let mut types = TyTable::default();
    let int32 = types.int(Width::I32);
    let host = &mut TestHost::default();
    let symbols = ["pow", "sinf", "abs", "strlen", "system"].map(Arc::from).to_vec();
    let mut machine = Machine::<()>::new(host, 0, symbols);
    let mut call = |i, args: &[V]| {
        let op = Data::Foreign(ForeignId::from_index(i));
        text(machine.eval_data(&op, args, &[int32], &types))
    };
    assert_eq!(call(0, &[Value::F64(2.0), Value::F64(10.0)]), "1024.0");
    assert_eq!(
        call(0, &[Value::F64(2.0)]),
        "stuck: Foreign(foreign0) wants the operands of pow.f64"
    );
    assert_eq!(call(1, &[Value::F32(0.0)]), "0.0:f32");
    assert_eq!(call(2, &[Value::Int(0xffff_fffb)]), "5");
    assert_eq!(call(2, &[Value::Int(0x8000_0000)]), "2147483648");
    assert_eq!(call(3, &[str("abc")]), "3");
    assert_eq!(call(3, &[bytes("ab\0c")]), "2");
    assert_eq!(call(4, &[]), "calls system");
    assert_eq!(call(5, &[]), "stuck: there is no foreign5");
}

#[test]
fn constants_are_values() {
    let shown = |constant: Const| format!("{:?}", V::from(&constant));
    assert_eq!(shown(Const::Int(Width::I8, 255)), "255");
    assert_eq!(shown(Const::F32(1.5f32.to_bits())), "1.5:f32");
    assert_eq!(shown(Const::str("a")), "\"a\"");
    assert_eq!(shown(Const::Null), "ptr 0x0");
}
