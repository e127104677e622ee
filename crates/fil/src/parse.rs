//! Tokens to syntax, as Haskell's derived `Read` goes: a constructor with fields stands in
//! parentheses where it is an argument, and any term may stand in more of them.
//!
//! Parentheses and the bodies of `Let` are loops here, so that a hundred thousand of them need no
//! stack; what is nested otherwise is so at most [`MAX_NESTING`] deep.

use crate::lex::{Lexer, Token};
use crate::syntax::{AExp, Body, End, Funcall, Ident, Kind, Lam, Let, Name, Names, Op};
use base::{LocatedError, Span};
use num_bigint::BigInt;

/// The deepest nesting of operators, branches and functions.
pub(crate) const MAX_NESTING: usize = 10_000;

type Parsed<T> = Result<T, LocatedError>;

/// Reads a program, and its names.
///
/// # Errors
/// The first thing that is wrong with it.
pub(crate) fn parse(text: &[u8]) -> Parsed<(Body, Names)> {
    let mut lexer = Lexer::new(text)?;
    let token = lexer.next()?;
    let mut parser = Parser { lexer, token, names: Names::default(), depth: 0 };
    let body = parser.cexp(Place::Alone)?;
    match parser.token {
        (Token::End, _) => Ok((body, parser.names)),
        (Token::Close, span) => Err(LocatedError::new(span, UNBALANCED, "nothing opens this")),
        (_, span) => Err(LocatedError::new(span, SYNTAX, "the program has ended before this")),
    }
}

const SYNTAX: &str = "syntax error";
const UNBALANCED: &str = "unbalanced parentheses";

/// Where a term stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Alone: as the program, in parentheses, or in a list.
    Alone,
    /// As an argument of a constructor, where one with fields needs parentheses.
    Argument,
}

/// The types of terms, with their constructors.
const TYPES: [(&str, &[&str]); 3] = [
    (
        "AExp",
        &[
            "LitTrue", "LitFalse", "Ident", "Number", "LitStr", "AAdd", "ASub", "AMul", "ADiv",
            "AGt", "ALt", "AEq", "ABsl", "ABsr", "AXor", "Lam",
        ],
    ),
    ("Funcall", &["Call", "Atom"]),
    ("CExp", &["Let", "If", "FC"]),
];

struct Parser<'t> {
    lexer: Lexer<'t>,
    /// The next token and its place.
    token: (Token<'t>, Span),
    names: Names,
    depth: usize,
}

impl<'t> Parser<'t> {
    fn advance(&mut self) -> Parsed<(Token<'t>, Span)> {
        let next = self.lexer.next()?;
        Ok(std::mem::replace(&mut self.token, next))
    }

    fn eat(&mut self, wanted: &Token<'_>) -> Parsed<Option<Span>> {
        if self.token.0 == *wanted { Ok(Some(self.advance()?.1)) } else { Ok(None) }
    }

    /// Parentheses that open here.
    fn opens(&mut self, opens: &mut Vec<Span>) -> Parsed<()> {
        while let Some(span) = self.eat(&Token::Open)? {
            opens.push(span);
        }
        Ok(())
    }

    /// The ends of as many parentheses.
    fn closes(&mut self, opens: Vec<Span>) -> Parsed<()> {
        for open in opens.into_iter().rev() {
            if self.eat(&Token::Close)?.is_some() {
                continue;
            }
            if self.token.0 == Token::End {
                return Err(LocatedError::new(open, UNBALANCED, "nothing closes this"));
            }
            return Err(self.unexpected("`)`"));
        }
        Ok(())
    }

    fn unexpected(&self, wanted: &str) -> LocatedError {
        let label = if self.token.0 == Token::End {
            format!("the text ends where {wanted} should stand")
        } else {
            format!("{wanted} should stand here")
        };
        LocatedError::new(self.token.1, SYNTAX, label)
    }

    /// Goes one level down, with the place of the term there.
    fn enter(&mut self) -> Parsed<()> {
        self.depth += 1;
        if self.depth <= MAX_NESTING {
            return Ok(());
        }
        let label = format!("this is inside {MAX_NESTING} others");
        Err(LocatedError::new(self.token.1, "nested too deeply", label))
    }

    /// The constructor of a term of this type, of which parentheses have been passed.
    fn constructor(&mut self, ty: &str) -> Parsed<(&'t str, Span)> {
        let (Token::Word(word), span) = self.token else {
            return Err(self.unexpected(&format!("a term of type {ty}")));
        };
        let made = TYPES.iter().find(|(_, constructors)| constructors.contains(&word));
        match made {
            Some((made, _)) if *made == ty => {
                self.advance()?;
                Ok((word, span))
            }
            Some((made, _)) => Err(misplaced(span, word, made, ty)),
            None => {
                let label = format!("`{word}` is no constructor of FIL");
                Err(LocatedError::new(span, "unknown constructor", label))
            }
        }
    }

    /// Demands parentheses around a constructor with fields that is an argument.
    fn fields(&self, place: Place, opens: bool, word: &str, span: Span) -> Parsed<()> {
        if opens || place == Place::Alone {
            return Ok(());
        }
        let label = format!("`{word}` has fields: as an argument, it stands in parentheses");
        Err(LocatedError::new(span, SYNTAX, label))
    }

    fn cexp(&mut self, mut place: Place) -> Parsed<Body> {
        self.enter()?;
        let (mut lets, mut opens) = (Vec::new(), Vec::new());
        let end = loop {
            let outside = opens.len();
            self.opens(&mut opens)?;
            let (word, span) = self.constructor("CExp")?;
            self.fields(place, opens.len() > outside, word, span)?;
            match word {
                "Let" => {
                    let name = self.name()?;
                    let rhs = self.funcall()?;
                    lets.push(Let { name: name.name, rhs });
                    place = Place::Argument;
                }
                "If" => {
                    let condition = self.aexp(Place::Argument)?;
                    let then = self.cexp(Place::Argument)?;
                    let els = self.cexp(Place::Argument)?;
                    break End::If(condition, Box::new(then), Box::new(els));
                }
                _ => break End::Call(self.funcall()?),
            }
        };
        self.closes(opens)?;
        self.depth -= 1;
        Ok(Body { lets, end })
    }

    /// A function call, which is always an argument.
    fn funcall(&mut self) -> Parsed<Funcall> {
        let mut opens = Vec::new();
        self.opens(&mut opens)?;
        let (word, span) = self.constructor("Funcall")?;
        self.fields(Place::Argument, !opens.is_empty(), word, span)?;
        let call = match word {
            "Call" => {
                let callee = self.name()?;
                let args = self.list("a term of type AExp", |p| p.aexp(Place::Alone))?;
                Funcall::Call(callee, args)
            }
            _ => Funcall::Atom(self.aexp(Place::Argument)?),
        };
        self.closes(opens)?;
        Ok(call)
    }

    fn aexp(&mut self, place: Place) -> Parsed<AExp> {
        self.enter()?;
        let mut opens = Vec::new();
        self.opens(&mut opens)?;
        let (word, mut span) = self.constructor("AExp")?;
        if !matches!(word, "LitTrue" | "LitFalse") {
            self.fields(place, !opens.is_empty(), word, span)?;
        }
        let op = Op::ALL.into_iter().find(|op| op.name() == word);
        let kind = match (word, op) {
            (_, Some(op)) => {
                let left = self.aexp(Place::Argument)?;
                Kind::Op(op, Box::new([left, self.aexp(Place::Argument)?]))
            }
            ("LitTrue", _) => Kind::Truth(true),
            ("LitFalse", _) => Kind::Truth(false),
            ("Ident", _) => {
                let ident = self.name()?;
                span = ident.span;
                Kind::Ident(ident.name)
            }
            ("Number", _) => Kind::Number(self.number()?),
            ("LitStr", _) => Kind::Str(self.string()?.0.into()),
            (_, None) => {
                let params = self.list("a string", Parser::name)?;
                Kind::Lam(Lam { params, body: Box::new(self.cexp(Place::Argument)?) })
            }
        };
        self.closes(opens)?;
        self.depth -= 1;
        Ok(AExp { kind, span })
    }

    /// A number, with a sign or without. Haskell's `read` takes signs without parentheses, too.
    fn number(&mut self) -> Parsed<BigInt> {
        let mut opens = Vec::new();
        self.opens(&mut opens)?;
        let negative = self.eat(&Token::Minus)?.is_some();
        let (Token::Number(number), _) = &self.token else {
            return Err(self.unexpected("a whole number"));
        };
        let number = if negative { -number } else { number.clone() };
        self.advance()?;
        self.closes(opens)?;
        Ok(number)
    }

    /// A string, and where it begins: in quotes, or as a list of characters.
    fn string(&mut self) -> Parsed<(Vec<u8>, Span)> {
        let mut opens = Vec::new();
        self.opens(&mut opens)?;
        let span = self.token.1;
        let text = if let Token::Str(text) = &mut self.token.0 {
            let text = std::mem::take(text);
            self.advance()?;
            text
        } else if self.token.0 == Token::OpenBracket {
            self.list("a character", Parser::character)?.concat()
        } else {
            return Err(self.unexpected("a string"));
        };
        self.closes(opens)?;
        Ok((text, span))
    }

    fn character(&mut self) -> Parsed<Vec<u8>> {
        let mut opens = Vec::new();
        self.opens(&mut opens)?;
        let Token::Char(text) = &mut self.token.0 else {
            return Err(self.unexpected("a character"));
        };
        let text = std::mem::take(text);
        self.advance()?;
        self.closes(opens)?;
        Ok(text)
    }

    fn name(&mut self) -> Parsed<Ident> {
        let (text, span) = self.string()?;
        let name: Name = self.names.intern(&text);
        Ok(Ident { name, span })
    }

    /// A list, whose elements stand alone.
    fn list<T>(
        &mut self,
        wanted: &str,
        element: impl Fn(&mut Self) -> Parsed<T>,
    ) -> Parsed<Vec<T>> {
        let mut opens = Vec::new();
        self.opens(&mut opens)?;
        if self.eat(&Token::OpenBracket)?.is_none() {
            return Err(self.unexpected("`[`"));
        }
        let mut elements = Vec::new();
        if self.eat(&Token::CloseBracket)?.is_none() {
            loop {
                if matches!(self.token.0, Token::Comma | Token::CloseBracket) {
                    return Err(self.unexpected(wanted));
                }
                elements.push(element(self)?);
                if self.eat(&Token::CloseBracket)?.is_some() {
                    break;
                }
                if self.eat(&Token::Comma)?.is_none() {
                    return Err(self.unexpected("`,` or `]`"));
                }
            }
        }
        self.closes(opens)?;
        Ok(elements)
    }
}

/// An error about a constructor of another type.
fn misplaced(span: Span, word: &str, made: &str, wanted: &str) -> LocatedError {
    let label =
        format!("`{word}` makes a term of type {made}, and one of type {wanted} should stand here");
    let error = LocatedError::new(span, "a term of the wrong shape", label);
    match (made, wanted) {
        ("AExp", "Funcall") => error.with_hint(format!("write `(Atom ({word} ...))`")),
        ("AExp", "CExp") => error.with_hint(format!("write `(FC (Atom ({word} ...)))`")),
        ("Funcall", "CExp") => error.with_hint(format!("write `(FC ({word} ...))`")),
        ("Funcall", "AExp") if word == "Call" => {
            error.with_hint("bind the result of the call with `Let`, and use its name here")
        }
        _ => error,
    }
}
