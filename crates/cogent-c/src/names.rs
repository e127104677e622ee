//! Names of Cogent as names of C.
//!
//! A prime, which C does not have, is written `_prime`. A name that C or every header keeps for
//! itself gets an underscore at its end: the function `double` is `double_` in C. The dot in the
//! name of a lambda is written `_lambda`. Two names may become one by this; whoever declares them
//! reports it.

/// The words of C, also of its later editions and of GNU C.
const KEYWORDS: &[&str] = &[
    "alignas",
    "alignof",
    "asm",
    "auto",
    "bool",
    "break",
    "case",
    "char",
    "const",
    "constexpr",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extern",
    "false",
    "float",
    "for",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "nullptr",
    "register",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "static_assert",
    "struct",
    "switch",
    "thread_local",
    "true",
    "typedef",
    "typeof",
    "typeof_unqual",
    "union",
    "unsigned",
    "void",
    "volatile",
    "while",
];

/// What every header defines, and what C wants to be a function of its own.
pub(crate) const OURS: &[&str] = &[
    "bool_t",
    "likely",
    "main",
    "tag_t",
    "u16",
    "u32",
    "u64",
    "u8",
    "unit_t",
    "unlikely",
    "untyped_func_enum",
];

/// The C name of a function, with whatever tells its instances apart at its end.
pub fn symbol(name: &str) -> String {
    let kept = OURS.contains(&name);
    let name = member(name).replace('.', "_lambda");
    if kept { name + "_" } else { name }
}

/// The C name of a field, of a tag or of a type.
pub(crate) fn member(name: &str) -> String {
    let text = name.replace('\'', "_prime");
    if KEYWORDS.contains(&name) { text + "_" } else { text }
}

/// May a function of C have this name?
pub(crate) fn is_symbol(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes.next().is_some_and(|first| first.is_ascii_alphabetic() || first == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && !KEYWORDS.contains(&name)
}
