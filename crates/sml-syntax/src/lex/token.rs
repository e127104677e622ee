//! The kinds of tokens, and the reserved words and symbols.

use crate::names::Sym;
use base::{Span, bug};

/// A token and its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    /// First byte.
    pub(crate) start: u32,
    /// After the last byte.
    pub(crate) end: u32,
}

impl Token {
    /// The bytes of the token.
    pub(crate) fn span(self) -> Span {
        Span::new(self.start as usize, self.end as usize)
    }
}

/// Declares [`Kind`] with its reserved words and symbols.
macro_rules! kinds {
    (words { $($word:ident $text:literal,)* } symbols { $($symbol:ident $sign:literal,)* }) => {
        /// The kind of a token.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(missing_docs)]
        pub(crate) enum Kind {
            /// A word that is not reserved.
            Id(Sym),
            /// A symbolic identifier.
            Symbol(Sym),
            /// A structure's name with a dot behind it.
            Qualifier(Sym),
            /// `'a`: the name has its quotes.
            TyVar(Sym),
            /// A special constant: the index of its value.
            Lit(u32),
            /// `_prim`, in library text.
            Prim,
            /// `_overload`, in library text.
            Overload,
            /// Bytes that form no token, and have been reported.
            Bad,
            /// The end of the text.
            Eof,
            /// `#[`.
            HashBracket,
            $($word,)*
            $($symbol,)*
        }

        impl Kind {
            /// The text of a reserved word or symbol.
            pub(crate) fn text(self) -> Option<&'static str> {
                match self {
                    $(Kind::$word => Some($text),)*
                    $(Kind::$symbol => Some($sign),)*
                    Kind::HashBracket => Some("#["),
                    Kind::Prim => Some("_prim"),
                    Kind::Overload => Some("_overload"),
                    Kind::Id(_) | Kind::Symbol(_) | Kind::Qualifier(_) | Kind::TyVar(_) => None,
                    Kind::Lit(_) | Kind::Bad | Kind::Eof => None,
                }
            }

            /// The text of a token that is known to be a reserved word or symbol.
            pub(crate) fn fixed_text(self) -> &'static str {
                self.text().unwrap_or_else(|| bug!("{self:?} is no reserved word or symbol"))
            }
        }

        /// The reserved word with these letters.
        pub(super) fn reserved_word(text: &[u8], library: bool) -> Option<Kind> {
            if !(2..=9).contains(&text.len()) || text[0] > b'w' {
                return None;
            }
            // `as_bytes` of a literal is a constant, which a pattern cannot be.
            $(if text == $text.as_bytes() { return Some(Kind::$word); })*
            match text {
                b"_prim" if library => Some(Kind::Prim),
                b"_overload" if library => Some(Kind::Overload),
                _ => None,
            }
        }
    };
}

kinds! {
    words {
        Val "val", End "end", Of "of", Let "let", In "in", Fun "fun", Fn "fn", If "if",
        Then "then", Else "else", Case "case", Structure "structure", Struct "struct",
        Type "type", Datatype "datatype", And "and", Andalso "andalso", Orelse "orelse",
        Op "op", Open "open", Local "local", Exception "exception", Raise "raise",
        Handle "handle", Signature "signature", Sig "sig", Functor "functor", Where "where",
        As "as", Rec "rec", Infix "infix", Infixr "infixr", Nonfix "nonfix", While "while",
        Do "do", With "with", Withtype "withtype", Abstype "abstype", Eqtype "eqtype",
        Include "include", Sharing "sharing",
    }
    symbols {
        LParen "(", RParen ")", LBracket "[", RBracket "]", LBrace "{", RBrace "}",
        Comma ",", Semi ";", Ellipsis "...", Wild "_", Colon ":", Bar "|", Equals "=",
        DoubleArrow "=>", Arrow "->", Hash "#", Opaque ":>",
    }
}

/// The reserved symbol with this text.
pub(super) fn reserved_symbol(text: &[u8]) -> Option<Kind> {
    match text {
        b":" => Some(Kind::Colon),
        b"|" => Some(Kind::Bar),
        b"=" => Some(Kind::Equals),
        b"=>" => Some(Kind::DoubleArrow),
        b"->" => Some(Kind::Arrow),
        b"#" => Some(Kind::Hash),
        b":>" => Some(Kind::Opaque),
        _ => None,
    }
}
