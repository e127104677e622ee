//! Tokens by the longest match.

use super::{Kind, lex};
use crate::names::Names;
use diag::Sources;
use expect_test::{Expect, expect};

/// The texts of all tokens, with a word for their kind, and the errors.
#[expect(clippy::wildcard_enum_match_arm, reason = "all others are reserved words and symbols")]
fn tokens(text: &str, expect: Expect) {
    let mut names = Names::new();
    let source = Sources::new().add("a.sml", text);
    let lexed = lex(source, text.as_bytes(), &mut names, false);
    let mut out = String::new();
    for token in &lexed.tokens {
        let span = token.span();
        let kind = match token.kind {
            Kind::Id(_) => "id",
            Kind::Symbol(_) => "sym",
            Kind::Qualifier(_) => "qual",
            Kind::TyVar(_) => "tyvar",
            Kind::Lit(_) => "lit",
            Kind::Bad => "BAD",
            Kind::Eof => continue,
            _ => "",
        };
        let text = text[span.start..span.end].escape_default();
        out.push_str(&format!("{kind}`{text}` "));
    }
    for error in &lexed.errors {
        out.push_str(&format!("\n{}", error.title));
    }
    expect.assert_eq(&out);
}

#[test]
fn longest_match() {
    tokens("x=>y=->:>:::==> ##:", expect!["id`x` `=>` id`y` sym`=->:>:::==>` sym`##:` "]);
    tokens(
        "~1 -1 ~~1 +~1 ~x a~1 ~",
        expect![
            "lit`~1` sym`-` lit`1` sym`~~` lit`1` sym`+~` lit`1` sym`~` id`x` id`a` lit`~1` sym`~` "
        ],
    );
    tokens(
        "0x 0xg 0w 0wx 0wg 0b2 ~0w1 1e 1e~ 1.e5 1.5.2 1_ 1__2 _1 00 0x_",
        expect![[r#"
        lit`0` id`x` lit`0` id`xg` lit`0` id`w` lit`0` id`wx` lit`0` id`wg` lit`0` id`b2` lit`~0` id`w1` lit`1` id`e` lit`1` id`e` sym`~` lit`1` BAD`.` id`e5` lit`1.5` BAD`.` lit`2` lit`1` `_` lit`1__2` `_` lit`1` lit`00` lit`0` id`x_` 
        `.` means nothing here
        `.` means nothing here"#]],
    );
    tokens(
        "A.b A.B.c A. b A .b A.+b A.1 A... x.y.z'",
        expect![[r#"
            qual`A` id`b` qual`A` qual`B` id`c` id`A` BAD`.` id`b` id`A` BAD`.` id`b` qual`A` sym`+` id`b` id`A` BAD`.` lit`1` id`A` `...` qual`x` qual`y` id`z\'` 
            `.` means nothing here
            `.` means nothing here
            `.` means nothing here"#]],
    );
    tokens(
        "'a ''a 'a' a' ' '1 _a a_b",
        expect![[
            r#"tyvar`\'a` tyvar`\'\'a` tyvar`\'a\'` id`a\'` tyvar`\'` tyvar`\'1` `_` id`a` id`a_b` "#
        ]],
    );
    tokens(
        "#\"a\" # \"a\" #a #1 #[ ##[ #+",
        expect![[r#"lit`#\"a\"` `#` lit`\"a\"` `#` id`a` `#` lit`1` `#[` sym`##` `[` sym`#+` "#]],
    );
    tokens("(*)*) (* (* *) *) *) (**) ( * )", expect!["sym`*` `)` `(` sym`*` `)` "]);
    tokens(
        "val valx x_val structure struct sig end with withtype",
        expect!["`val` id`valx` id`x_val` `structure` `struct` `sig` `end` `with` `withtype` "],
    );
    tokens(
        ". .. ... .... ....",
        expect![[r#"
            BAD`.` BAD`..` `...` `...` BAD`.` `...` BAD`.` 
            `.` means nothing here
            `.` means nothing here
            `.` means nothing here
            `.` means nothing here"#]],
    );
}

#[test]
fn what_is_no_token() {
    tokens(
        "a \u{e9}\u{e9} b \x01\x02 c",
        expect![[r#"
            id`a` BAD`\u{e9}\u{e9}` id`b` BAD`\u{1}\u{2}` id`c` 
            a character outside ASCII
            a control character"#]],
    );
    tokens(
        "A.let A.=> A._ x",
        expect![[r#"
        BAD`A.` `let` BAD`A.` `=>` BAD`A.` `_` id`x` 
        nothing can stand behind this dot
        nothing can stand behind this dot
        nothing can stand behind this dot"#]],
    );
    tokens(
        "\"a\nb \"c\\",
        expect![[r#"
            BAD`\"a` id`b` BAD`\"c\\` 
            a string is not closed
            an unknown escape in a string
            a string is not closed"#]],
    );
    tokens(
        "\"a\\ b\" \"c\\\n d\" e",
        expect![[r#"
            lit`\"a\\ b\"` lit`\"c\\\n d\"` id`e` 
            a gap in a string is not closed
            a gap in a string is not closed"#]],
    );
    tokens(
        "\"\t\" #\"\" #\"\\999\"",
        expect![[r#"
            lit`\"\t\"` lit`#\"\"` lit`#\"\\999\"` 
            a control character in a string
            a character literal has exactly one character
            an escape is out of range"#]],
    );
    tokens(
        "\0ELF",
        expect![[r#"
            BAD`\u{0}ELF` 
            this is not a text file"#]],
    );
}

/// Bytes above 127 are taken as they are.
#[test]
fn any_encoding_in_strings() {
    let text = b"(* \xE4 \xFF *) \"\xE4\xC3\xA4\"";
    let lexed = lex(Sources::new().add("a.sml", &text[..]), text, &mut Names::new(), false);
    assert!(lexed.errors.is_empty());
    assert_eq!(lexed.lits, [crate::ast::Lit::String(vec![0xE4, 0xC3, 0xA4])]);
}
