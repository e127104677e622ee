//! Requests: a line of JSON each.

use serde_json::{Map, Value};

/// What a client asks for.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Wish {
    /// To evaluate a text; it may have a name, and its programs may read what the client sends.
    Run { text: String, name: Option<String>, input: bool },
    /// The names that may stand at a place of a text.
    Complete { text: String, cursor: usize },
    /// What is known of the name at a place of a text.
    Inspect { text: String, cursor: usize },
    /// Whether a text is whole.
    IsComplete { text: String },
    /// What is in a structure, or at top level.
    Types { path: String },
    /// A session in which nothing has been typed.
    Reset,
    /// The end of what runs.
    Interrupt,
    /// Text for the standard input of programs, and whether that is its end.
    Input { text: String, end: bool },
}

/// A request.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Request {
    /// What the answers repeat; any value.
    pub(super) id: Value,
    pub(super) wish: Wish,
}

/// A line that is no request, as far as it could be read.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Refused {
    pub(super) id: Value,
    pub(super) reason: String,
}

impl Request {
    /// Reads a line.
    pub(super) fn parse(line: &[u8]) -> Result<Request, Refused> {
        let refused = |id: &Value, reason: String| Refused { id: id.clone(), reason };
        let value = serde_json::from_slice(line)
            .map_err(|error| refused(&Value::Null, format!("the line is not JSON: {error}")))?;
        let Value::Object(fields) = value else {
            return Err(refused(&Value::Null, "the line is not an object".to_owned()));
        };
        let id = fields.get("id").unwrap_or(&Value::Null);
        match wish(&fields) {
            Ok(wish) => Ok(Request { id: id.clone(), wish }),
            Err(reason) => Err(refused(id, reason)),
        }
    }
}

fn wish(fields: &Map<String, Value>) -> Result<Wish, String> {
    let Some(word) = fields.get("do").and_then(Value::as_str) else {
        return Err("there is no string `do`".to_owned());
    };
    let text = || required(fields, word, "text");
    let cursor = |text: &str| match fields.get("cursor") {
        None | Some(Value::Null) => Ok(text.chars().count()),
        Some(cursor) => cursor
            .as_u64()
            .and_then(|cursor| usize::try_from(cursor).ok())
            .ok_or_else(|| "`cursor` is not a number of characters".to_owned()),
    };
    Ok(match word {
        "run" => {
            let name = fields.get("name").and_then(Value::as_str).map(str::to_owned);
            Wish::Run { text: text()?, name, input: flag(fields, "input")? }
        }
        "complete" => {
            let text = text()?;
            Wish::Complete { cursor: cursor(&text)?, text }
        }
        "inspect" => {
            let text = text()?;
            Wish::Inspect { cursor: cursor(&text)?, text }
        }
        "is_complete" => Wish::IsComplete { text: text()? },
        "types" => {
            let path = fields.get("path").and_then(Value::as_str).unwrap_or_default();
            Wish::Types { path: path.to_owned() }
        }
        "reset" => Wish::Reset,
        "interrupt" => Wish::Interrupt,
        "input" => {
            let end = flag(fields, "end")?;
            let text = if end && !fields.contains_key("text") { String::new() } else { text()? };
            Wish::Input { text, end }
        }
        other => return Err(format!("there is nothing called `{other}` to do")),
    })
}

fn required(fields: &Map<String, Value>, word: &str, name: &str) -> Result<String, String> {
    match fields.get(name) {
        Some(Value::String(text)) => Ok(text.clone()),
        Some(_) => Err(format!("`{name}` is not a string")),
        None => Err(format!("`{word}` needs a string `{name}`")),
    }
}

fn flag(fields: &Map<String, Value>, name: &str) -> Result<bool, String> {
    match fields.get(name) {
        None | Some(Value::Null) => Ok(false),
        Some(value) => value.as_bool().ok_or_else(|| format!("`{name}` is not true or false")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn refused(line: &str) -> String {
        Request::parse(line.as_bytes()).expect_err("it is refused").reason
    }

    #[test]
    fn unknown_fields_are_ignored() {
        let line = br#"{"id": [7], "do": "run", "text": "1;", "colour": {"deep": []}}"#;
        let wish = Wish::Run { text: "1;".into(), name: None, input: false };
        assert_eq!(Request::parse(line), Ok(Request { id: json!([7]), wish }));
    }

    #[test]
    fn the_cursor_is_at_the_end_by_itself() {
        let line = r#"{"do": "complete", "text": "né"}"#;
        let wish = Wish::Complete { text: "né".into(), cursor: 2 };
        assert_eq!(Request::parse(line.as_bytes()), Ok(Request { id: Value::Null, wish }));
    }

    #[test]
    fn what_is_no_request_is_refused() {
        assert!(refused("{").starts_with("the line is not JSON"));
        assert!(refused(&"[".repeat(100_000)).starts_with("the line is not JSON"));
        assert_eq!(refused("[1]"), "the line is not an object");
        assert_eq!(refused("{}"), "there is no string `do`");
        assert_eq!(refused(r#"{"do": "dance"}"#), "there is nothing called `dance` to do");
        assert_eq!(refused(r#"{"do": "run"}"#), "`run` needs a string `text`");
        assert_eq!(refused(r#"{"do": "run", "text": 1}"#), "`text` is not a string");
        let cursor = r#"{"do": "inspect", "text": "", "cursor": -1}"#;
        assert_eq!(refused(cursor), "`cursor` is not a number of characters");
        let refused = Request::parse(br#"{"id": "a", "do": 1}"#).expect_err("it is refused");
        assert_eq!(refused.id, json!("a"));
    }
}
