//! ANF as JSON: the same tree as the text of `anf`, for compilers and tools that would rather not
//! write or read that.
//!
//! `docs/anf-json.md` shows the format, `docs/anf.schema.json` is its JSON Schema. In short:
//!
//! ```text
//! module   {"anf": 1, "positions", "types", "sums", "globals", "foreigns", "imports", "funs", "entry"}
//! fun      {"name", "params", "results", "pos", "body"}; in a module also "export" and "define"
//! binder   {"name", "type"}
//! body     {"lets": [let, ...], "tail": tail}
//! let      {"kind": "op", "dst": [binder, ...], "op", "args": [atom, ...], "pos"}, and what the
//!          operation has besides; or of kind call, callcc, handle, funs, join, cont
//! tail     {"kind": "ret", "args"}; or of kind tailcall, jump, if, switch, case, raise, throw,
//!          unreachable
//! atom     "x" is a variable, {"i64": 5} a constant
//! type     "i64", {"array": type}, {"tuple": [type, {"mut": type}]}, {"fun": {"params", "results"}}
//! ```
//! Names are strings without escapes of their own, `x.3` is variable 3, and scopes are those of the
//! text. What is written here is read back to the same module.
//!
//! ```
//! # use kont_anf_json as anf_json;
//! let module = anf::parse(b"anf 1 fun main() -> () { ret } entry main").unwrap();
//! let json = anf_json::show(&module).to_string();
//! assert_eq!(anf_json::read(json.as_bytes()).unwrap().to_string(), module.to_string());
//! ```

mod draft;
pub mod json;
mod read;
mod write;

#[cfg(test)]
mod tests;

pub use read::{read, read_with_spans};
pub use write::show;
