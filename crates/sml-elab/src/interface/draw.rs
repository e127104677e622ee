//! Items as text, in the manner of SML/NJ.
//!
//! A value, a type or an exception is a line. A structure, signature or functor of one short
//! item is a line too; others stand on lines of their own, indented.

use super::{Form, Item, Parameter};
use sml_syntax::ast::Fixity;
use std::fmt::Write;

/// The greatest length of a line that could be several.
const WIDTH: usize = 78;

/// The depth from which on lines are not indented further, so that the text of nested structures
/// is no longer than they are.
const DEEPEST: usize = 40;

/// Items as lines of text. Values are specifications: `val x : int`.
pub fn draw(items: &[Item]) -> String {
    let mut text = String::new();
    write_items(items, 0, &mut text);
    text
}

impl Item {
    /// The lines of the item, the last without an end.
    pub fn lines(&self) -> String {
        let mut text = draw(std::slice::from_ref(self));
        text.truncate(text.trim_end().len());
        text
    }
}

fn write_items(items: &[Item], indent: usize, text: &mut String) {
    for item in items {
        write_item(item, indent, text);
    }
}

fn begin(indent: usize, text: &mut String) {
    (0..indent.min(DEEPEST)).for_each(|_| text.push_str("  "));
}

fn write_item(item: &Item, indent: usize, text: &mut String) {
    begin(indent, text);
    match &item.form {
        Form::Structure(items) => {
            let _ = write!(text, "structure {} :", item.name);
            write_sig(items, indent, text, "\n");
        }
        Form::Signature(items) => {
            let _ = write!(text, "signature {} =", item.name);
            write_sig(items, indent, text, "\n");
        }
        Form::Functor(parameter, items) => {
            let _ = write!(text, "functor {}", item.name);
            write_parameter(parameter, indent, text);
            write_sig(items, indent, text, "\n");
        }
        Form::Datatype { constructors, .. } => {
            let start = text.len();
            let _ = writeln!(text, "{}", line(item));
            if text.len() - start + 2 * indent.min(DEEPEST) > WIDTH && constructors.len() > 1 {
                text.truncate(start);
                text.push_str(&head(item));
                for (at, constructor) in constructors.iter().enumerate() {
                    text.push('\n');
                    begin(indent + 1, text);
                    text.push_str(if at == 0 { "= " } else { "| " });
                    text.push_str(&one_constructor(constructor));
                }
                text.push('\n');
            }
        }
        Form::Value(_) | Form::Type { .. } | Form::Exception(_) | Form::Fixity(_) => {
            let _ = writeln!(text, "{}", line(item));
        }
    }
}

/// `sig ... end` behind the beginning of a line, and what follows.
fn write_sig(items: &[Item], indent: usize, text: &mut String, end: &str) {
    let start = text.rfind('\n').map_or(0, |at| at + 1);
    if let Some(short) = short_sig(items)
        && text.len() - start + 1 + short.len() <= WIDTH
    {
        let _ = write!(text, " {short}{end}");
        return;
    }
    text.push('\n');
    begin(indent + 1, text);
    text.push_str("sig\n");
    write_items(items, indent + 2, text);
    begin(indent + 1, text);
    let _ = write!(text, "end{end}");
}

fn write_parameter(parameter: &Parameter, indent: usize, text: &mut String) {
    match parameter {
        Parameter::Structure(name, items) => {
            if let Some(short) = short_sig(items).filter(|short| short.len() < WIDTH / 2) {
                let _ = write!(text, " ({name} : {short}) :");
                return;
            }
            text.push('\n');
            begin(indent + 1, text);
            let _ = write!(text, "({name} :");
            write_sig(items, indent + 1, text, ") :");
        }
        Parameter::Specs(items) => match &items[..] {
            [] => text.push_str(" () :"),
            [item] if is_line(item) && line(item).len() < WIDTH / 2 => {
                let _ = write!(text, " ({}) :", line(item));
            }
            items => {
                for (at, line) in draw(items).lines().enumerate() {
                    text.push('\n');
                    begin(indent + 1, text);
                    text.push_str(if at == 0 { "(" } else { " " });
                    text.push_str(line);
                }
                text.push_str(") :");
            }
        },
    }
}

/// A signature of at most one item as one line.
fn short_sig(items: &[Item]) -> Option<String> {
    match items {
        [] => Some("sig end".to_string()),
        [item] if is_line(item) => Some(format!("sig {} end", line(item))),
        _ => None,
    }
}

fn is_line(item: &Item) -> bool {
    match &item.form {
        Form::Value(_)
        | Form::Type { .. }
        | Form::Datatype { .. }
        | Form::Exception(_)
        | Form::Fixity(_) => true,
        Form::Structure(_) | Form::Signature(_) | Form::Functor(..) => false,
    }
}

/// An item as a line, without its end; of one that is no line the beginning.
fn line(item: &Item) -> String {
    let name = &item.name;
    match &item.form {
        Form::Value(value) => format!("val {name} : {}", value.text),
        Form::Type { meaning, .. } => match meaning {
            Some(meaning) => format!("{} = {meaning}", head(item)),
            None => head(item),
        },
        Form::Datatype { constructors, .. } => {
            let constructors: Vec<String> = constructors.iter().map(one_constructor).collect();
            format!("{} = {}", head(item), constructors.join(" | "))
        }
        Form::Exception(None) => format!("exception {name}"),
        Form::Exception(Some(arg)) => format!("exception {name} of {arg}"),
        Form::Fixity(Fixity::Left(precedence)) => format!("infix {precedence} {name}"),
        Form::Fixity(Fixity::Right(precedence)) => format!("infixr {precedence} {name}"),
        Form::Fixity(Fixity::Nonfix) => format!("nonfix {name}"),
        Form::Structure(_) => format!("structure {name}"),
        Form::Signature(_) => format!("signature {name}"),
        Form::Functor(..) => format!("functor {name}"),
    }
}

/// The beginning of a type's line: `datatype ('a, 'b) t`.
fn head(item: &Item) -> String {
    let (word, params): (&str, &[String]) = match &item.form {
        Form::Datatype { params, joined: true, .. } => ("and", params),
        Form::Datatype { params, joined: false, .. } => ("datatype", params),
        Form::Type { params, equality: true, meaning: None } => ("eqtype", params),
        Form::Type { params, .. } => ("type", params),
        Form::Value(_)
        | Form::Exception(_)
        | Form::Structure(_)
        | Form::Signature(_)
        | Form::Functor(..)
        | Form::Fixity(_) => ("", &[]),
    };
    match params {
        [] => format!("{word} {}", item.name),
        [param] => format!("{word} {param} {}", item.name),
        params => format!("{word} ({}) {}", params.join(", "), item.name),
    }
}

fn one_constructor((name, arg): &(std::sync::Arc<str>, Option<String>)) -> String {
    match arg {
        Some(arg) => format!("{name} of {arg}"),
        None => name.to_string(),
    }
}
