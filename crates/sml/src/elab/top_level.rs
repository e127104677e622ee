//! The tables of the library: which file binds what, and where the names of the
//! top-level environment come from.

/// A file of the library.
pub(crate) struct File {
    /// Its name in messages and positions.
    pub(crate) name: &'static str,
    /// Its text.
    pub(crate) text: &'static [u8],
    /// The structures that it binds.
    pub(crate) structures: &'static [&'static str],
    /// The structures that it binds for other files of the library only.
    pub(crate) internal: &'static [&'static str],
    /// The signatures that it binds.
    pub(crate) signatures: &'static [&'static str],
    /// The functors that it binds.
    pub(crate) functors: &'static [&'static str],
    /// The values of the top-level environment that it binds itself.
    pub(crate) values: &'static [&'static str],
}

macro_rules! file {
    ($name:literal: $($kind:ident $names:expr),*) => {
        File {
            $($kind: &$names,)*
            ..File {
                name: concat!("lib/sml/", $name),
                text: include_bytes!(concat!("../../../../lib/sml/", $name)),
                structures: &[],
                internal: &[],
                signatures: &[],
                functors: &[],
                values: &[],
            }
        }
    };
}

/// All files.
pub(crate) const FILES: &[File] = &[
    file!("overload.sml": values ["+", "-", "*", "div", "mod", "/", "~", "abs", "<", "<=", ">", ">=", "<>"]),
    file!("general.sml": structures ["General"]),
    file!("bool.sml": structures ["Bool"]),
    file!("option.sml": structures ["Option"]),
    file!("list.sml": structures ["List"]),
    file!("int.sml": structures ["Int"]),
    file!("intinf.sml": structures ["IntInf"]),
    file!("word.sml": structures ["Word", "Word8"]),
    file!("real.sml": structures ["Real"]),
    file!("char.sml": structures ["Char"]),
    file!("string.sml": structures ["String"]),
    file!("vector.sml": structures ["Vector", "Array"]),
    file!("text-io.sml": structures ["TextIO"]),
];

/// Which structures the values of the top-level environment come from, and whether they
/// are constructors. `a b` is member `b` under the name `a`.
pub(crate) const VALUES: &[(&str, &[&str], bool)] = &[
    (
        "General",
        &[
            "Bind",
            "Chr",
            "Div",
            "Domain",
            "Fail",
            "Match",
            "Overflow",
            "Size",
            "Span",
            "Subscript",
            "LESS",
            "EQUAL",
            "GREATER",
        ],
        true,
    ),
    ("General", &["!", ":=", "before", "exnMessage", "exnName", "ignore", "o"], false),
    ("Option", &["Option", "NONE", "SOME"], true),
    ("Option", &["getOpt", "isSome", "valOf"], false),
    ("List", &["Empty"], true),
    ("List", &["@", "app", "foldl", "foldr", "hd", "length", "map", "null", "rev", "tl"], false),
    ("Bool", &["not"], false),
    ("Real", &["ceil", "floor", "round", "trunc", "real fromInt"], false),
    ("Char", &["chr", "ord"], false),
    ("String", &["^", "concat", "explode", "implode", "size", "str", "substring"], false),
    ("Vector", &["vector fromList"], false),
    ("TextIO", &["print"], false),
];

/// Which structures the types of the top-level environment come from; the others are
/// there without text.
pub(crate) const TYPES: &[(&str, &str)] = &[("General", "order"), ("Option", "option")];
