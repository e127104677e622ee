//! A validator for as much of JSON Schema as `docs/anf.schema.json` uses. A keyword that it does
//! not know fails the test, so that the schema says nothing that nobody checks.

use anf_json::json::{Id, Tree, Value};

/// A schema.
pub(crate) struct Schema<'s>(pub(crate) Tree<'s>);

/// A value in a tree.
#[derive(Clone, Copy)]
pub(crate) struct At<'t, 's>(pub(crate) &'t Tree<'s>, pub(crate) Id);

impl<'t, 's> At<'t, 's> {
    fn get(self) -> &'t Value<'s> {
        self.0.get(self.1)
    }

    fn members(self) -> impl Iterator<Item = (&'t str, At<'t, 's>)> {
        let members = if let Value::Object(members) = self.get() { &members[..] } else { &[] };
        members.iter().map(move |member| (&*member.key, At(self.0, member.value)))
    }

    fn member(self, name: &str) -> Option<At<'t, 's>> {
        self.members().find(|(key, _)| *key == name).map(|(_, value)| value)
    }

    fn items(self) -> impl Iterator<Item = At<'t, 's>> {
        let items = if let Value::Array(items) = self.get() { &items[..] } else { &[] };
        items.iter().map(move |item| At(self.0, *item))
    }

    fn text(self) -> &'t str {
        let Value::String(text) = self.get() else { panic!("{:?} is no string", self.get()) };
        text
    }

    fn number(self) -> f64 {
        let Value::Number(text) = self.get() else { panic!("{:?} is no number", self.get()) };
        text.parse().expect("a number")
    }
}

impl Schema<'_> {
    /// The first thing that the schema does not allow, by its place in the text.
    pub(crate) fn fault(&self, value: At<'_, '_>) -> Option<String> {
        self.wrong(At(&self.0, self.0.root), value)
    }

    fn wrong(&self, schema: At<'_, '_>, value: At<'_, '_>) -> Option<String> {
        if let Value::Bool(allowed) = schema.get() {
            let place = value.0.span(value.1).start;
            return (!allowed).then(|| format!("nothing may stand at byte {place}"));
        }
        schema.members().find_map(|(keyword, rule)| self.keyword(schema, keyword, rule, value))
    }

    fn keyword(
        &self,
        schema: At<'_, '_>,
        keyword: &str,
        rule: At<'_, '_>,
        value: At<'_, '_>,
    ) -> Option<String> {
        let object = matches!(value.get(), Value::Object(_));
        let array = matches!(value.get(), Value::Array(_));
        let count = |value: At<'_, '_>| (value.members().count() + value.items().count()) as f64;
        let right = match keyword {
            "$schema" | "title" | "description" | "$defs" | "then" | "else" => true,
            "$ref" => return self.wrong(self.definition(rule.text()), value),
            "type" => {
                let mut names = rule.items().peekable();
                match names.peek() {
                    Some(_) => names.any(|name| is_a(value.get(), name.text())),
                    None => is_a(value.get(), rule.text()),
                }
            }
            "enum" => rule.items().any(|one| equal(one.get(), value.get())),
            "const" => equal(rule.get(), value.get()),
            "properties" => {
                let mut members = value.members();
                return members.find_map(|(key, inner)| self.wrong(rule.member(key)?, inner));
            }
            "additionalProperties" => {
                let known = schema.member("properties");
                let known = |key: &str| known.is_some_and(|known| known.member(key).is_some());
                assert!(matches!(rule.get(), Value::Bool(false)));
                value.members().all(|(key, _)| known(key))
            }
            "required" => !object || rule.items().all(|key| value.member(key.text()).is_some()),
            "items" => return value.items().find_map(|item| self.wrong(rule, item)),
            "minItems" => !array || count(value) >= rule.number(),
            "maxItems" => !array || count(value) <= rule.number(),
            "minProperties" => !object || count(value) >= rule.number(),
            "maxProperties" => !object || count(value) <= rule.number(),
            "minimum" => !is_a(value.get(), "number") || value.number() >= rule.number(),
            "maximum" => !is_a(value.get(), "number") || value.number() <= rule.number(),
            "pattern" => !is_a(value.get(), "string") || fits(rule.text(), value.text()),
            "allOf" => return rule.items().find_map(|one| self.wrong(one, value)),
            "anyOf" => rule.items().any(|one| self.wrong(one, value).is_none()),
            "if" => {
                let branch = if self.wrong(rule, value).is_none() { "then" } else { "else" };
                return schema.member(branch).and_then(|branch| self.wrong(branch, value));
            }
            _ => panic!("the schema has a keyword `{keyword}` that this test does not know"),
        };
        (!right).then(|| format!("`{keyword}` at byte {}", value.0.span(value.1).start))
    }

    fn definition(&self, name: &str) -> At<'_, '_> {
        let definitions = At(&self.0, self.0.root).member("$defs").expect("definitions");
        let name = name.strip_prefix("#/$defs/").expect("a reference within the schema");
        definitions.member(name).unwrap_or_else(|| panic!("there is no definition `{name}`"))
    }
}

fn is_a(value: &Value<'_>, name: &str) -> bool {
    match value {
        Value::Null => name == "null",
        Value::Bool(_) => name == "boolean",
        Value::Number(text) => name == "number" || name == "integer" && !text.contains(['.', 'e']),
        Value::String(_) => name == "string",
        Value::Array(_) => name == "array",
        Value::Object(_) => name == "object",
    }
}

fn equal(a: &Value<'_>, b: &Value<'_>) -> bool {
    match (a, b) {
        (Value::String(a), Value::String(b)) => a == b,
        (Value::Number(a), Value::Number(b)) => a == b,
        _ => false,
    }
}

/// The patterns of the schema, each with what it means.
fn fits(pattern: &str, text: &str) -> bool {
    let hexadecimal = |text: &str| text.bytes().all(|b| b.is_ascii_hexdigit());
    match pattern {
        "^-?[0-9]+$" => {
            let digits = text.strip_prefix('-').unwrap_or(text);
            !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
        }
        "^(inf|-inf|nan|nan:0x[0-9a-fA-F]+)$" => {
            let bits = text.strip_prefix("nan:0x");
            matches!(text, "inf" | "-inf" | "nan")
                || bits.is_some_and(|bits| !bits.is_empty() && hexadecimal(bits))
        }
        "^([0-9a-fA-F][0-9a-fA-F])*$" => text.len().is_multiple_of(2) && hexadecimal(text),
        _ => panic!("the schema has a pattern `{pattern}` that this test does not know"),
    }
}
