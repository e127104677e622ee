//! Lists, options, vectors, arrays, references, and what works on every type.

use super::super::eval::raise;
use super::super::syntax::{BOOL, Ty};
use super::super::value::Value;
use super::{A, B, Table, index};
use num_bigint::{BigInt, Sign};
use std::cell::RefCell;
use std::rc::Rc;

fn a() -> Ty {
    Ty::Var(A)
}

fn b() -> Ty {
    Ty::Var(B)
}

pub(super) fn add(table: &mut Table) {
    general(table);
    lists(table);
    indexed(table);
    higher(table);
    vectors(table);
    arrays(table);
}

fn general(table: &mut Table) {
    let two = [a(), a()];
    let equals = table.add("$1 = $2", &two, Ty::bool(), |_, a| Ok(Value::bool(a[0].equals(&a[1]))));
    (equals.overloaded, equals.equality) = (true, true);
    let differs =
        table.add("$1 <> $2", &two, Ty::bool(), |_, a| Ok(Value::bool(!a[0].equals(&a[1]))));
    (differs.overloaded, differs.equality) = (true, true);
    table.add("not $1", &[Ty::Data(BOOL, Vec::new())], Ty::bool(), |_, a| {
        Ok(Value::bool(!a[0].is_true()))
    });
    let cell = Ty::Ref(Box::new(a()));
    table.add("ref $1", &[a()], cell.clone(), |_, a| {
        Ok(Value::Ref(Rc::new(RefCell::new(a[0].clone()))))
    });
    table.add("! $1", std::slice::from_ref(&cell), a(), |_, a| Ok(a[0].cell().borrow().clone()));
    table
        .add("$1 := $2", &[cell, a()], Ty::unit(), |_, a| {
            *a[0].cell().borrow_mut() = a[1].clone();
            Ok(Value::unit())
        })
        .effect = true;
    table
        .add("print $1", &[Ty::String], Ty::unit(), |m, a| {
            m.output.extend(a[0].bytes());
            Ok(Value::unit())
        })
        .effect = true;
    table.add("ignore $1", &[a()], Ty::unit(), |_, _| Ok(Value::unit())).effect = true;
    table.add("valOf $1", &[Ty::option(a())], a(), |_, a| {
        a[0].some().map_or_else(|| raise("Option"), |value| Ok(value.clone()))
    });
    table.add("isSome $1", &[Ty::option(a())], Ty::bool(), |_, a| Ok(Value::bool(a[0].is_true())));
    table.add("getOpt ($1, $2)", &[Ty::option(a()), a()], a(), |_, a| {
        Ok(a[0].some().unwrap_or(&a[1]).clone())
    });
    let map = [Ty::fun(a(), b()), Ty::option(a())];
    table.add("Option.map $1 $2", &map, Ty::option(b()), |m, a| {
        let mapped = a[1].some().map(|value| m.apply(&a[0], value.clone()));
        Ok(Value::option(mapped.transpose()?))
    });
}

fn lists(table: &mut Table) {
    let list = [Ty::list(a())];
    let two = [Ty::list(a()), Ty::list(a())];
    table.add("null $1", &list, Ty::bool(), |_, a| Ok(Value::bool(a[0].items().is_empty())));
    table.add("length $1", &list, Ty::INT, |_, a| Ok(Value::int(a[0].items().len())));
    table.add("hd $1", &list, a(), |_, a| match a[0].items().first() {
        Some(head) => Ok(head.clone()),
        None => raise("Empty"),
    });
    table.add("tl $1", &list, Ty::list(a()), |_, a| {
        a[0].some().map_or_else(|| raise("Empty"), |pair| Ok(pair.fields()[1].clone()))
    });
    table.add("List.last $1", &list, a(), |_, a| match a[0].items().last() {
        Some(last) => Ok(last.clone()),
        None => raise("Empty"),
    });
    table.add("rev $1", &list, Ty::list(a()), |_, a| {
        Ok(Value::list(a[0].items().into_iter().rev()))
    });
    table.add("$1 @ $2", &two, Ty::list(a()), |m, a| {
        let items = [a[0].items(), a[1].items()].concat();
        m.step(items.len() / 2)?;
        Ok(Value::list(items.into_iter()))
    });
    table.add("List.revAppend ($1, $2)", &two, Ty::list(a()), |m, a| {
        let first: Vec<Value> = a[0].items().into_iter().rev().collect();
        m.step(first.len())?;
        Ok(Value::list([first, a[1].items()].concat().into_iter()))
    });
    table.add("List.concat $1", &[Ty::list(Ty::list(a()))], Ty::list(a()), |m, a| {
        let items: Vec<Value> = a[0].items().iter().flat_map(Value::items).collect();
        m.step(items.len() / 2)?;
        Ok(Value::list(items.into_iter()))
    });
    let zip = [Ty::list(a()), Ty::list(b())];
    table.add("ListPair.zip ($1, $2)", &zip, Ty::list(Ty::tuple(vec![a(), b()])), |_, a| {
        let pairs: Vec<Value> = a[0]
            .items()
            .into_iter()
            .zip(a[1].items())
            .map(|(x, y)| Value::Record(Rc::new([x, y])))
            .collect();
        Ok(Value::list(pairs.into_iter()))
    });
}

/// Lists by indices.
fn indexed(table: &mut Table) {
    let at = [Ty::list(a()), Ty::INT];
    table.add("List.nth ($1, $2)", &at, a(), |_, a| {
        let items = a[0].items();
        Ok(items[index(&a[1], items.len())?].clone())
    });
    table.add("List.take ($1, $2)", &at, Ty::list(a()), |_, a| {
        let items = a[0].items();
        let count = index(&a[1], items.len() + 1)?;
        Ok(Value::list(items.into_iter().take(count)))
    });
    table.add("List.drop ($1, $2)", &at, Ty::list(a()), |_, a| {
        let items = a[0].items();
        let count = index(&a[1], items.len() + 1)?;
        Ok(Value::list(items.into_iter().skip(count)))
    });
    let tabulate = [Ty::INT, Ty::fun(Ty::INT, a())];
    table.add("List.tabulate ($1 mod 7 - 1, $2)", &tabulate, Ty::list(a()), |m, a| {
        Ok(Value::list(tabulated(m, &a[0], &a[1])?.into_iter()))
    });
    table.add(
        "Vector.tabulate ($1 mod 7 - 1, $2)",
        &tabulate,
        Ty::Vector(Box::new(a())),
        |m, a| Ok(Value::Vector(tabulated(m, &a[0], &a[1])?.into())),
    );
    table.add("Array.tabulate ($1 mod 7 - 1, $2)", &tabulate, Ty::Array(Box::new(a())), |m, a| {
        Ok(array(tabulated(m, &a[0], &a[1])?))
    });
}

/// A number from -1 to 5; below zero it raises `Size`.
fn small(n: &Value) -> Result<usize, super::super::eval::Stop> {
    let n: BigInt = ((n.big() % 7) + 7) % 7 - 1;
    match n.sign() {
        Sign::Minus => raise("Size"),
        Sign::NoSign | Sign::Plus => Ok(usize::try_from(n).expect("a small number")),
    }
}

type Machine<'m> = super::super::eval::Machine<'m>;
type Stop = super::super::eval::Stop;

fn tabulated(m: &mut Machine<'_>, n: &Value, fun: &Value) -> Result<Vec<Value>, Stop> {
    (0..small(n)?).map(|i| m.apply(fun, Value::int(i))).collect()
}

fn array(items: Vec<Value>) -> Value {
    Value::Array(Rc::new(RefCell::new(items)))
}

fn higher(table: &mut Table) {
    let step = Ty::fun(Ty::tuple(vec![a(), b()]), b());
    let folds: [(&str, bool, Ty); 5] = [
        ("List.foldl", false, Ty::list(a())),
        ("List.foldr", true, Ty::list(a())),
        ("Vector.foldl", false, Ty::Vector(Box::new(a()))),
        ("Vector.foldr", true, Ty::Vector(Box::new(a()))),
        ("Array.foldl", false, Ty::Array(Box::new(a()))),
    ];
    for (name, backwards, ty) in folds {
        table.add(format!("{name} $1 $2 $3"), &[step.clone(), b(), ty], b(), move |m, a| {
            let length = elements(&a[2]).len();
            (0..length).try_fold(a[1].clone(), |result, i| {
                // The function may change an array meanwhile.
                let at = if backwards { length - 1 - i } else { i };
                let item = elements(&a[2])[at].clone();
                m.apply(&a[0], Value::Record(Rc::new([item, result])))
            })
        });
    }
    let map = [Ty::fun(a(), b()), Ty::list(a())];
    table.add("map $1 $2", &map, Ty::list(b()), |m, a| {
        let items = a[1].items().into_iter().map(|item| m.apply(&a[0], item));
        Ok(Value::list(items.collect::<Result<Vec<_>, _>>()?.into_iter()))
    });
    let test = [Ty::fun(a(), Ty::bool()), Ty::list(a())];
    table.add("List.filter $1 $2", &test, Ty::list(a()), |m, a| {
        let mut kept = Vec::new();
        for item in a[1].items() {
            if m.apply(&a[0], item.clone())?.is_true() {
                kept.push(item);
            }
        }
        Ok(Value::list(kept.into_iter()))
    });
    table.add("List.find $1 $2", &test, Ty::option(a()), |m, a| {
        for item in a[1].items() {
            if m.apply(&a[0], item.clone())?.is_true() {
                return Ok(Value::option(Some(item)));
            }
        }
        Ok(Value::option(None))
    });
    for (name, stops) in [("List.exists", true), ("List.all", false)] {
        table.add(format!("{name} $1 $2"), &test, Ty::bool(), move |m, a| {
            for item in a[1].items() {
                if m.apply(&a[0], item)?.is_true() == stops {
                    return Ok(Value::bool(stops));
                }
            }
            Ok(Value::bool(!stops))
        });
    }
}

fn elements(of: &Value) -> Vec<Value> {
    if let Value::Vector(items) = of {
        items.to_vec()
    } else if let Value::Array(items) = of {
        items.borrow().clone()
    } else {
        of.items()
    }
}

fn vectors(table: &mut Table) {
    let vector = Ty::Vector(Box::new(a()));
    table.add("Vector.length $1", std::slice::from_ref(&vector), Ty::INT, |_, a| {
        Ok(Value::int(a[0].fields().len()))
    });
    table.add("Vector.sub ($1, $2)", &[vector.clone(), Ty::INT], a(), |_, a| {
        Ok(a[0].fields()[index(&a[1], a[0].fields().len())?].clone())
    });
    table.add("Vector.fromList $1", &[Ty::list(a())], vector.clone(), |_, a| {
        Ok(Value::Vector(a[0].items().into()))
    });
    table.add(
        "Vector.update ($1, $2, $3)",
        &[vector.clone(), Ty::INT, a()],
        vector.clone(),
        |_, a| {
            let mut items = a[0].fields().to_vec();
            let at = index(&a[1], items.len())?;
            items[at] = a[2].clone();
            Ok(Value::Vector(items.into()))
        },
    );
    for (name, kind) in [("Vector", vector.clone()), ("Array", Ty::Array(Box::new(a())))] {
        let call = format!("{name}Slice.subslice ({name}Slice.slice (s, i, NONE), j, NONE)");
        // All arguments are evaluated before the first call.
        let text = format!("(fn (s, i, j) => {name}Slice.vector ({call})) ($1, $2, $3)");
        table.add(text, &[kind, Ty::INT, Ty::INT], vector.clone(), |_, a| {
            let items = elements(&a[0]);
            let rest = &items[index(&a[1], items.len() + 1)?..];
            Ok(Value::Vector(rest[index(&a[2], rest.len() + 1)?..].into()))
        });
    }
    let map = [Ty::fun(a(), b()), vector];
    table.add("Vector.map $1 $2", &map, Ty::Vector(Box::new(b())), |m, a| {
        let items = elements(&a[1]).into_iter().map(|item| m.apply(&a[0], item));
        Ok(Value::Vector(items.collect::<Result<Vec<_>, _>>()?.into()))
    });
}

fn arrays(table: &mut Table) {
    let ty = Ty::Array(Box::new(a()));
    table.add("Array.array ($1 mod 7 - 1, $2)", &[Ty::INT, a()], ty.clone(), |_, a| {
        Ok(array(vec![a[1].clone(); small(&a[0])?]))
    });
    table.add("Array.array (valOf Int.maxInt, $1)", &[a()], ty.clone(), |_, _| raise("Size"));
    table.add("Array.fromList $1", &[Ty::list(a())], ty.clone(), |_, a| Ok(array(a[0].items())));
    table.add("Array.length $1", std::slice::from_ref(&ty), Ty::INT, |_, a| {
        Ok(Value::int(a[0].array().borrow().len()))
    });
    table.add("Array.sub ($1, $2)", &[ty.clone(), Ty::INT], a(), |_, a| {
        let items = a[0].array().borrow();
        Ok(items[index(&a[1], items.len())?].clone())
    });
    table
        .add("Array.update ($1, $2, $3)", &[ty.clone(), Ty::INT, a()], Ty::unit(), |_, a| {
            let mut items = a[0].array().borrow_mut();
            let at = index(&a[1], items.len())?;
            items[at] = a[2].clone();
            Ok(Value::unit())
        })
        .effect = true;
    let copy = [ty.clone(), ty.clone(), Ty::INT];
    table
        .add("Array.copy {src = $1, dst = $2, di = $3}", &copy, Ty::unit(), |_, a| {
            let from = a[0].array().borrow().clone();
            let mut to = a[1].array().borrow_mut();
            match usize::try_from(a[2].big()) {
                Ok(at) if at <= to.len() && from.len() <= to.len() - at => {
                    to[at..at + from.len()].clone_from_slice(&from);
                    Ok(Value::unit())
                }
                _ => raise("Subscript"),
            }
        })
        .effect = true;
    table.add("Array.vector $1", &[ty], Ty::Vector(Box::new(a())), |_, a| {
        Ok(Value::Vector(elements(&a[0]).into()))
    });
}
