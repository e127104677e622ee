//! Names that other languages have, or that the library has in a structure.

/// The hint for a name of another language: its equivalent in Standard ML.
pub(crate) fn foreign_name(name: &str) -> Option<&'static str> {
    Some(match name {
        "&&" => "conjunction is `andalso`",
        "||" | "or" => "disjunction is `orelse`",
        "==" => "equality is `=`",
        "!=" => "inequality is `<>`",
        "++" => "lists are joined with `@`, strings with `^`",
        "%" => "the remainder is `mod`",
        "printf" | "println" | "print_string" | "print_endline" => {
            "strings are printed with `print`"
        }
        "None" => "did you mean `NONE`?",
        "Some" => "did you mean `SOME`?",
        "True" => "did you mean `true`?",
        "False" => "did you mean `false`?",
        "self" | "this" => "there are no objects in Standard ML",
        "null" => "a value that may be missing is an `option`: `NONE` or `SOME x`",
        "return" => "there is no `return`: a function gives the value of its body",
        "use" => {
            "the files of a program are named on the command line, `kont build a.sml b.sml -o \
             prog`, or listed in a project, `prog.mlb`"
        }
        "exportFn" | "exportML" => EXPORT,
        _ => return None,
    })
}

/// True of names that are infix operators in other languages.
pub(crate) fn is_operator(name: &str) -> bool {
    matches!(name, "&&" | "||" | "or" | "==" | "!=" | "++" | "%")
}

/// The hint for `exportFn` and `exportML`.
const EXPORT: &str = "`kont build` writes the executable: call the main function at the end of \
                      the program, whose files a project lists, `prog.mlb`";

/// The hint for a name that a structure of the library lacks: its name there, or its place.
pub(crate) fn member(structure: &str, name: &str) -> Option<&'static str> {
    Some(match (structure, name) {
        ("String", "length" | "len") => "the length of a string is `String.size`",
        ("Substring", "length") => "the length of a substring is `Substring.size`",
        ("List", "size") => "the length of a list is `List.length`",
        ("Array", "size") => "the length of an array is `Array.length`",
        ("Vector", "size") => "the length of a vector is `Vector.length`",
        ("String", "split") => "a string is split with `String.tokens` or `String.fields`",
        ("String", "toUpper") => "this is `String.map Char.toUpper`",
        ("String", "toLower") => "this is `String.map Char.toLower`",
        ("List", "member" | "mem" | "contains") => {
            "whether `x` is in a list is `List.exists (fn y => x = y)`"
        }
        ("List", "fold" | "reduce") => "a list is folded with `List.foldl` or `List.foldr`",
        ("TextIO", "readLine") => "a line is read with `TextIO.inputLine`",
        ("SMLofNJ", "exportFn" | "exportML") => EXPORT,
        _ => return None,
    })
}

/// Names of structures of the library that are often written without the structure.
const IN_STRUCTURES: &[(&str, &[&str])] = &[
    (
        "List",
        &[
            "all",
            "drop",
            "exists",
            "filter",
            "find",
            "last",
            "mapPartial",
            "nth",
            "partition",
            "revAppend",
            "take",
        ],
    ),
    ("ListPair", &["zip", "unzip"]),
    ("String", &["fields", "isPrefix", "isSubstring", "isSuffix", "tokens", "translate"]),
    (
        "Char",
        &[
            "isAlpha",
            "isAlphaNum",
            "isDigit",
            "isLower",
            "isSpace",
            "isUpper",
            "toLower",
            "toUpper",
        ],
    ),
    ("Math", &["atan", "cos", "exp", "ln", "log10", "pi", "pow", "sin", "sqrt", "tan"]),
    ("TextIO", &["inputLine", "openIn", "openOut", "output", "stdErr", "stdIn", "stdOut"]),
];

/// The structure of the library in which a name is usually meant.
pub(crate) fn usual_structure(name: &str) -> Option<&'static str> {
    let found = IN_STRUCTURES.iter().find(|(_, members)| members.contains(&name));
    found.map(|(structure, _)| *structure)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Compilation;
    use diag::Sources;

    /// The library has all that is suggested.
    #[test]
    fn suggestions_exist() {
        for (structure, members) in IN_STRUCTURES {
            let mut sources = Sources::new();
            let uses = members.iter().map(|name| format!("val _ = {structure}.{name}\n"));
            let text: String = uses.collect();
            let source = sources.add("a.sml", text.as_bytes());
            let said = Compilation::new(&mut sources).add(source, text.as_bytes());
            assert!(said.is_empty(), "{said:?}");
        }
    }
}
