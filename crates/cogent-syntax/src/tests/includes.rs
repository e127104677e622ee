//! Files that include others.

use super::read_files;
use crate::program::Options;
use expect_test::{Expect, expect};

fn check(files: &[(&str, &str)], folders: &[&str], expect: Expect) {
    let files: Vec<(&str, &[u8])> =
        files.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
    let folders = folders.iter().map(Into::into).collect();
    let result = read_files(&files, &Options { folders, defines: Vec::new() });
    expect.assert_eq(&format!("{}{}", result.read.program, result.messages()));
}

#[test]
fn each_file_once_where_it_is_included_first() {
    check(
        &[
            ("src/a.cogent", "type A\ninclude \"sub/b.cogent\"\ninclude <c.cogent>\ntype D\n"),
            ("src/sub/b.cogent", "type B\ninclude <c.cogent>\ninclude \"b2.cogent\"\n"),
            ("src/sub/b2.cogent", "type B2\ninclude \"b.cogent\"\n"),
            ("lib/c.cogent", "type C\n"),
        ],
        &["none", "lib"],
        expect![[r"
            type A
            type B
            type C
            type B2
            type D
        "]],
    );
}

#[test]
fn messages_name_the_file() {
    check(
        &[
            (
                "a.cogent",
                "include \"b.cogent\"\ninclude <b.cogent>\ninclude \"c.cogent\"\ninclude \"locked\"\ninclude\n",
            ),
            ("b.cogent", "type b\n"),
        ],
        &["lib"],
        expect![[r#"
            error: expected `"file"` or `<file>`, found the end of the text
              ┌─ a.cogent:5:1
              │
            5 │ include
              │ ^^^^^^^ `"file"` or `<file>` should follow this

            error: expected the name of a type, found `b`
              ┌─ b.cogent:1:6
              │
            1 │ type b
              │      ^ the name of a type should stand here
              │
              = hint: such a name begins with a capital

            error: cannot find `b.cogent`
              ┌─ a.cogent:2:1
              │
            2 │ include <b.cogent>
              │ ^^^^^^^^^^^^^^^^^^ no folder of `-I` has such a file

            error: cannot find `c.cogent`
              ┌─ a.cogent:3:1
              │
            3 │ include "c.cogent"
              │ ^^^^^^^^^^^^^^^^^^ there is no such file beside this one, nor in the folders of `-I`

            error: cannot read `locked`
              ┌─ a.cogent:4:1
              │
            4 │ include "locked"
              │ ^^^^^^^^^^^^^^^^ permission denied

        "#]],
    );
}

#[test]
fn macros_end_with_their_file_except_through_hash_include() {
    check(
        &[
            ("a.cogent", "#include \"m.h\"\ninclude \"b.cogent\"\na : T\na = M\n"),
            ("b.cogent", "b : T\nb = M\n"),
            ("m.h", "#define M 1\n"),
        ],
        &[],
        expect![[r"
            b : T
            b = M
            a : T
            a = 1
        "]],
    );
}

#[test]
fn files_that_include_each_other_end() {
    check(
        &[("a.cogent", "#include \"a.cogent\"\n#include \"a.cogent\"\n")],
        &[],
        expect![[r#"
        error: files include each other without end
          ┌─ a.cogent:1:1
          │
        1 │ #include "a.cogent"
          │ ^^^^^^^^ does the file include itself?

    "#]],
    );
    let text = |next: usize| format!("#include \"{next}\"\n#include \"{next}\"\n");
    let files: Vec<(String, String)> = (0..60).map(|i| (i.to_string(), text(i + 1))).collect();
    let mut files: Vec<(&str, &[u8])> =
        files.iter().map(|(name, text)| (name.as_str(), text.as_bytes())).collect();
    files.push(("60", b"type A\n"));
    let result = read_files(&files, &Options::default());
    let titles: Vec<&str> = result.read.diagnostics.iter().map(|each| &*each.title).collect();
    assert_eq!(titles, ["files include each other without end"]);
}
