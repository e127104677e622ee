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

/// The names that every header defines, and `main`, whose type is fixed in C.
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

/// The C name of a function. The name of an instance of a polymorphic function includes what
/// tells it apart from the others: `f_0`.
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

#[cfg(test)]
mod tests {
    use super::{is_symbol, symbol};

    #[test]
    fn symbols_are_names_of_c() {
        let names = ["f", "f'", "f''_0", "f.1", "int", "int'", "int_0", "u8", "main", "auto.2"];
        let symbols = names.map(symbol);
        let expected = [
            "f",
            "f_prime",
            "f_prime_prime_0",
            "f_lambda1",
            "int_",
            "int_prime",
            "int_0",
            "u8_",
            "main_",
            "auto_lambda2",
        ];
        assert_eq!(symbols, expected);
        assert!(symbols.iter().all(|name| is_symbol(name) && symbol(name) == *name));
    }
}
