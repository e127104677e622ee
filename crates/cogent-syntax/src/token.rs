//! Tokens: what the lexer makes and the parser reads.

use crate::ast::Place;
use base::Name;

/// A token.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    /// The place where it was written; of a macro's text, the place where the macro was used.
    pub(crate) place: Place,
    /// From 1. A bar belongs to the bars in its column, and column 1 begins a definition.
    pub(crate) column: u32,
}

impl Token {
    /// True if the token is this symbol.
    pub(crate) fn is(&self, sym: Sym) -> bool {
        self.kind == Kind::Sym(sym)
    }
}

/// The forms of tokens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// `x`: a name that begins with a small letter.
    Lower(Name),
    /// `X`: a name that begins with a capital.
    Upper(Name),
    Int(u64),
    Char(u8),
    String(Box<[u8]>),
    /// `<file>` behind `include`.
    Angled(Name),
    Sym(Sym),
    /// Text that could not be read; there is a message about it.
    Bad,
    Eof,
}

impl Kind {
    /// The name that the token is, if it is one.
    pub(crate) fn name(&self) -> Option<&Name> {
        if let Kind::Lower(name) | Kind::Upper(name) = self { Some(name) } else { None }
    }

    /// For messages: "`let`", "the end of the text".
    pub(crate) fn describe(&self) -> String {
        match self {
            Kind::Lower(name) | Kind::Upper(name) => format!("`{name}`"),
            Kind::Int(_) => "a number".into(),
            Kind::Char(_) => "a character".into(),
            Kind::String(_) | Kind::Angled(_) => "a string".into(),
            Kind::Sym(sym) => format!("`{}`", sym.text()),
            Kind::Bad => "what cannot be read".into(),
            Kind::Eof => "the end of the text".into(),
        }
    }
}

/// Names every symbol once.
macro_rules! symbols {
    ($($name:ident $text:literal,)*) => {
        /// A reserved word or a symbol.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Sym {
            $($name,)*
        }

        impl Sym {
            /// As it is written.
            pub(crate) fn text(self) -> &'static str {
                match self {
                    $(Sym::$name => $text,)*
                }
            }

            /// The symbol that is written like this.
            pub(crate) fn find(text: &str) -> Option<Sym> {
                match text {
                    $($text => Some(Sym::$name),)*
                    _ => None,
                }
            }
        }
    };
}

symbols! {
    Let "let",
    In "in",
    Type "type",
    Include "include",
    All "all",
    Take "take",
    Put "put",
    Inline "inline",
    Upcast "upcast",
    Variant "variant",
    Record "record",
    At "at",
    After "after",
    Rec "rec",
    Layout "layout",
    Pointer "pointer",
    Using "using",
    LittleEndian "LE",
    BigEndian "BE",
    If "if",
    Then "then",
    Else "else",
    Not "not",
    Complement "complement",
    And "and",
    True "True",
    False "False",
    O "o",
    LParen "(",
    RParen ")",
    LBracket "[",
    RBracket "]",
    LBrace "{",
    RBrace "}",
    Comma ",",
    Semi ";",
    Under "_",
    Backslash "\\",
    BitAnd ".&.",
    BitOr ".|.",
    BitXor ".^.",
    AndAnd "&&",
    OrOr "||",
    GreaterEq ">=",
    LessEq "<=",
    EqualEqual "==",
    NotEqual "/=",
    // Of conditions of the preprocessor only.
    BangEqual "!=",
    ShiftRight ">>",
    ShiftLeft "<<",
    Arrow "->",
    LikelyArrow "=>",
    UnlikelyArrow "~>",
    BarGreater "|>",
    ColonLess ":<",
    ColonTilde ":~",
    MinusColon "-:",
    DotDot "..",
    Plus "+",
    Minus "-",
    Star "*",
    Slash "/",
    Percent "%",
    Greater ">",
    Less "<",
    Colon ":",
    Equal "=",
    Bang "!",
    Dot ".",
    Hash "#",
    Dollar "$",
    Bar "|",
    AtSign "@",
}
