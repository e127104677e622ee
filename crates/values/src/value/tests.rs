//! Dropping, identity, weak references, exceptions and `any`.

use super::*;
use prim::BuiltinExn;
use std::thread;
use types::{AnyClass, Constructor, Field, Ty, TyTable};

/// A function that holds values, as an interpreter would define it.
#[derive(Clone)]
struct Closure(Rc<Env>);

struct Env(Vec<Value<Closure>>);

impl Code for Closure {
    fn unlink(self, values: &mut Vec<Value<Closure>>) {
        if let Some(mut env) = Rc::into_inner(self.0) {
            values.append(&mut env.0);
        }
    }

    fn same(&self, other: &Closure) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Drop for Env {
    fn drop(&mut self) {
        release(mem::take(&mut self.0));
    }
}

/// Builds a chain of a million links and drops it on a stack of 2 MiB.
fn drop_chain(link: fn(Value<Closure>) -> Value<Closure>) {
    let run = move || drop((0..1_000_000).fold(Value::con(0, vec![]), |list, _| link(list)));
    thread::Builder::new()
        .stack_size(2 << 20)
        .spawn(run)
        .expect("a thread")
        .join()
        .expect("no overflow");
}

#[test]
fn a_long_list_is_dropped_on_a_small_stack() {
    drop_chain(|list| Value::con(1, vec![Value::Int(7), list]));
}

#[test]
fn chains_through_every_kind_of_value_are_dropped_on_a_small_stack() {
    drop_chain(|list| Value::array(vec![list]));
    drop_chain(|list| Value::con(1, vec![Value::Parts([Value::Int(7), list].into())]));
    drop_chain(|value| {
        Value::obj(
            Desc::Tuple,
            vec![Value::Any(Rc::new(AnyBox {
                class: AnyClass::Tuple { len: 1, mutable: false },
                value,
            }))],
        )
    });
    drop_chain(|value| Value::Code(Closure(Rc::new(Env(vec![value])))));
    drop_chain(|value| {
        Value::obj(Desc::Ref, vec![Value::Code(Closure(Rc::new(Env(vec![value]))))])
    });
}

#[test]
fn what_is_shared_stays() {
    let shared: Value<()> = Value::con(1, vec![Value::Int(7)]);
    let list = Value::con(1, vec![Value::Int(1), shared.clone()]);
    drop(list);
    assert_eq!(shared.field(0).and_then(|field| field.int()), Some(7));
}

#[test]
fn values_of_sums_know_their_tag() {
    assert_eq!(Value::<()>::con(3, vec![]).tag(), Some(3));
    assert_eq!(Value::<()>::con(3, vec![Value::Int(0)]).tag(), Some(3));
    let record = Desc::Header(abi::Header::record(5, 1, 0));
    assert_eq!(Value::<()>::obj(record, vec![Value::Int(0)]).tag(), Some(5));
    assert_eq!(Value::<()>::Int(3).tag(), None);
}

#[test]
fn an_identity_hash_is_given_once() {
    let mut next = 0;
    let (a, b) = (Object::<()>::new(Desc::Ref, vec![]), Array::<()>::new(vec![]));
    assert_eq!((a.id(&mut next), b.id(&mut next), a.id(&mut next)), (1, 2, 1));
}

#[test]
fn a_weak_reference_lives_as_long_as_its_referent() {
    let heap: [Value<()>; 4] = [
        Value::obj(Desc::Tuple, vec![]),
        Value::array(vec![]),
        Value::str("a"),
        Value::big(1.into()),
    ];
    for value in heap {
        let boxed = Value::Any(Rc::new(AnyBox {
            class: AnyClass::Tuple { len: 1, mutable: false },
            value: value.clone(),
        }));
        let (weak, weak_any) = (WeakRef::new(&value), WeakRef::new(&boxed));
        drop(boxed);
        assert!(weak.get().is_some() && weak_any.get().is_some());
        drop(value);
        assert!(weak.get().is_none() && weak_any.get().is_none());
    }
    assert!(WeakRef::new(&Value::<()>::con(0, vec![])).get().is_some());
}

#[test]
fn builtin_exceptions_are_told_apart_by_their_constructors() {
    let builtins = Builtins::<()>::default();
    for exn in BuiltinExn::ALL {
        let constructor = builtins.constructor(exn);
        assert!(builtins.value(exn).field(0).is_some_and(|c| c.same(&constructor)));
        assert_eq!(exn_name(&builtins.value(exn)).as_deref(), Some(exn.name().as_bytes()));
        let others =
            BuiltinExn::ALL.iter().filter(|other| constructor.same(&builtins.constructor(**other)));
        assert_eq!(others.count(), 1);
    }
}

#[test]
fn a_message_shows_what_can_be_shown() {
    let builtins = Builtins::<()>::default();
    assert_eq!(exn_message(&builtins.value(BuiltinExn::Div)).as_deref(), Some(&b"Div"[..]));
    let refused = builtins.with(BuiltinExn::SysErr, [Value::str("no"), Value::i64(1)]);
    assert_eq!(exn_message(&refused).as_deref(), Some(&b"SysErr: no"[..]));
    let constructor: Value<()> = exn_constructor("Code", abi::ExnShape::I64, None);
    let exn = Value::obj(Desc::Exn, vec![constructor, Value::i64(-3)]);
    assert_eq!(exn_message(&exn).as_deref(), Some(&b"Code: -3"[..]));
    assert_eq!(exn_message(&Value::<()>::Int(0)), None);
}

#[test]
fn an_any_knows_tuples_of_any_by_their_length_and_other_types_by_their_text() {
    let mut types = TyTable::default();
    let any = types.intern(Ty::Any);
    let int = types.i64();
    let (pair, triple) = (types.tuple(&[any; 2]), types.tuple(&[any; 3]));
    let field = |mutable| Field { ty: any, mutable };
    let mutable = types.intern(Ty::Tuple(vec![field(true), field(false)]));
    let (ints, mixed) = (types.tuple(&[int, int]), types.tuple(&[any, int]));
    assert_ne!(AnyClass::of(&types, pair), AnyClass::of(&types, mutable));
    assert_ne!(AnyClass::of(&types, pair), AnyClass::of(&types, triple));
    assert_ne!(AnyClass::of(&types, ints), AnyClass::of(&types, pair));
    assert_ne!(AnyClass::of(&types, ints), AnyClass::of(&types, mixed));
    let mut other = TyTable::default();
    let int = other.i64();
    let same = other.tuple(&[int, int]);
    assert_eq!(AnyClass::of(&types, ints), AnyClass::of(&other, same));
    let (of_any, of_int) = (types.fun(&[any, any], &[any]), types.fun(&[ints], &[ints]));
    assert_eq!(AnyClass::of(&types, of_any), AnyClass::Fun(2));
    assert_eq!(AnyClass::of(&types, of_int), AnyClass::Boxed("fun((i64,i64,),)->(^1,)".into()));
}

#[test]
fn the_class_of_a_sum_tells_its_declaration() {
    let class = |carried: fn(&mut TyTable) -> types::TyId| {
        let mut types = TyTable::default();
        let id = types.add_sum("list", vec![]);
        let (list, carried) = (types.intern(Ty::Sum(id)), carried(&mut types));
        types.sums[id].constructors = vec![
            Constructor { name: "nil".into(), fields: vec![] },
            Constructor { name: "cons".into(), fields: vec![carried, list] },
        ];
        AnyClass::of(&types, list)
    };
    assert_eq!(class(TyTable::i64), AnyClass::Boxed("list {nil()cons(i64,^0,)}".into()));
    assert_ne!(class(TyTable::i64), class(TyTable::bool));
}

#[test]
fn values_show_themselves_three_levels_deep() {
    let list = (0..5)
        .fold(Value::<()>::con(0, vec![]), |list, n| Value::con(1, vec![Value::Int(n), list]));
    assert_eq!(format!("{list:?}"), "#1(4, #1(3, #1(2, #1(...))))");
    let mixed: Value<()> =
        Value::obj(Desc::Tuple, vec![Value::str("a\n"), Value::F64(1.0), Value::big(2.into())]);
    assert_eq!(format!("{mixed:?}"), "(\"a\\n\", 1.0, 2n)");
}
