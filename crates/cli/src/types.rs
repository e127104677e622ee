//! The answer to `kont check --types`.

use crate::args::Format;
use diag::{Lines, SourceId, Sources};
use driver::Failure;
use front::{Bound, Fact, Types};
use serde_json::{Map, Value, json};
use std::collections::HashMap;

/// Writes what a program binds to standard output.
pub(crate) fn show(sources: &Sources, types: &Types, format: Format) -> Result<(), Failure> {
    let text = match format {
        Format::Text => types.text.clone(),
        Format::Json => {
            let bindings = Places { sources, lines: HashMap::new() }.bindings(&types.bindings);
            format!("{}\n", json!({ "kind": "types", "bindings": bindings }))
        }
    };
    driver::write_stdout(text.as_bytes())
}

/// The places of bindings, with the lines of the files that were met.
struct Places<'a> {
    sources: &'a Sources,
    lines: HashMap<SourceId, Lines>,
}

impl Places<'_> {
    fn bindings(&mut self, bindings: &[Bound]) -> Value {
        bindings.iter().map(|bound| self.binding(bound)).collect()
    }

    fn binding(&mut self, bound: &Bound) -> Value {
        let mut object = self.fields(&bound.facts);
        object.insert("kind".to_owned(), json!(bound.kind));
        object.insert("name".to_owned(), json!(bound.name));
        let place = bound.place.map(|(source, span)| {
            let file = self.sources.get(source);
            let lines = self.lines.entry(source).or_insert_with(|| Lines::of(&file.bytes));
            (&file.name, lines.place(span.start))
        });
        object.insert("file".to_owned(), json!(place.map(|(file, _)| file)));
        object.insert("line".to_owned(), json!(place.map(|(_, (line, _))| line)));
        object.insert("column".to_owned(), json!(place.map(|(_, (_, column))| column)));
        Value::Object(object)
    }

    fn fields(&mut self, facts: &[(&'static str, Fact)]) -> Map<String, Value> {
        facts.iter().map(|(name, fact)| ((*name).to_owned(), self.fact(fact))).collect()
    }

    fn fact(&mut self, fact: &Fact) -> Value {
        match fact {
            Fact::Nothing => Value::Null,
            Fact::Truth(truth) => json!(truth),
            Fact::Number(number) => json!(number),
            Fact::Text(text) => json!(text),
            Fact::List(facts) => facts.iter().map(|fact| self.fact(fact)).collect(),
            Fact::Fields(facts) => Value::Object(self.fields(facts)),
            Fact::Bindings(bindings) => self.bindings(bindings),
        }
    }
}
