//! What a program binds, from items to what the driver shows.

use front::{Bound, Fact, Types};
use sml_elab::{Fixity, Form, Item, Parameter, draw};

/// Items as text and as data.
pub(crate) fn types(items: Vec<Item>) -> Types {
    Types { text: draw(&items), bindings: bound(items) }
}

fn bound(items: Vec<Item>) -> Vec<Bound> {
    items.into_iter().map(one).collect()
}

fn one(item: Item) -> Bound {
    let kind = item.kind();
    let facts = match item.form {
        Form::Value(value) => vec![("type", Fact::Text(value.text))],
        Form::Type { params, equality, meaning } => vec![
            ("parameters", texts(params)),
            ("equality", Fact::Truth(equality)),
            ("type", Fact::text(meaning)),
        ],
        Form::Datatype { params, constructors, joined: _ } => {
            let constructor = |(name, arg): (std::sync::Arc<str>, Option<String>)| {
                Fact::Fields(vec![
                    ("name", Fact::Text(name.to_string())),
                    ("type", Fact::text(arg)),
                ])
            };
            let constructors = constructors.into_iter().map(constructor).collect();
            vec![("parameters", texts(params)), ("constructors", Fact::List(constructors))]
        }
        Form::Exception(arg) => vec![("type", Fact::text(arg))],
        Form::Structure(items) | Form::Signature(items) => {
            vec![("bindings", Fact::Bindings(bound(items)))]
        }
        Form::Functor(parameter, items) => {
            let (name, specs) = match parameter {
                Parameter::Structure(name, items) => (Fact::Text(name.to_string()), items),
                Parameter::Specs(items) => (Fact::Nothing, items),
            };
            let parameter = vec![("name", name), ("bindings", Fact::Bindings(bound(specs)))];
            vec![("parameter", Fact::Fields(parameter)), ("bindings", Fact::Bindings(bound(items)))]
        }
        Form::Fixity(Fixity::Left(precedence) | Fixity::Right(precedence)) => {
            vec![("precedence", Fact::Number(precedence))]
        }
        Form::Fixity(Fixity::Nonfix) => Vec::new(),
    };
    let place = item.loc.map(|loc| (loc.source, loc.span));
    Bound { kind, name: item.name.to_string(), place, facts }
}

fn texts(texts: Vec<String>) -> Fact {
    Fact::List(texts.into_iter().map(Fact::Text).collect())
}
