//! Diagnostics for tools: one JSON object a line.
//!
//! ```text
//! {"severity": "error" | "warning", "code": name or null, "title": ..., "hint": ... or null,
//!  "primary": place or null, "others": [place, ...]}
//! place: {"file": ..., "label": ...,
//!         "start": {"line": 1.., "column": 1.., "offset": 0..}, "end": the same}
//! ```
//! Columns and offsets count bytes.

use crate::{Diagnostic, Label, Severity, Sources};
use serde_json::{Value, json};

/// A diagnostic as a line of JSON, with its line break.
pub fn json(sources: &Sources, diagnostic: &Diagnostic) -> String {
    let place = |label: &Label| place(sources, label);
    let object = json!({
        "severity": match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        "code": diagnostic.code,
        "title": diagnostic.title,
        "hint": diagnostic.hint,
        "primary": diagnostic.primary.as_ref().map(place),
        "others": diagnostic.others.iter().map(place).collect::<Vec<_>>(),
    });
    format!("{object}\n")
}

fn place(sources: &Sources, label: &Label) -> Value {
    let source = sources.get(label.source);
    let point = |offset: usize| {
        let before = &source.bytes[..offset.min(source.bytes.len())];
        let line = before.iter().filter(|byte| **byte == b'\n').count();
        let line = source.first_line as usize + line;
        let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        json!({ "line": line, "column": before.len() - start + 1, "offset": before.len() })
    };
    json!({
        "file": source.name,
        "label": label.text,
        "start": point(label.span.start),
        "end": point(label.span.end),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Span;

    #[test]
    fn places_count_from_one() {
        let mut sources = Sources::new();
        let source = sources.add("a.sml", "val x =\n  \"a\" + 1\n");
        let diagnostic =
            Diagnostic::error("type clash").at(source, Span::new(10, 13), "this is a string");
        let value: Value = serde_json::from_str(&json(&sources, &diagnostic)).expect("JSON");
        assert_eq!(value["primary"]["start"], json!({ "line": 2, "column": 3, "offset": 10 }));
        assert_eq!(value["primary"]["end"]["column"], 6);
        assert_eq!((&value["hint"], &value["severity"]), (&Value::Null, &json!("error")));
    }
}
