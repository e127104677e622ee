//! Text to syntax, by recursive descent.

use base::{LocatedError, Span};

/// The deepest nesting of expressions.
const MAX_NESTING: usize = 1000;

/// A statement.
#[derive(Debug)]
pub(crate) enum Statement<'t> {
    /// Binds a name.
    Let(&'t str, Exp<'t>),
    /// Prints a value on a line.
    Print(Exp<'t>),
}

/// An expression, and where it stands; of an operation, where its operator does.
#[derive(Debug)]
pub(crate) struct Exp<'t> {
    pub(crate) kind: Kind<'t>,
    pub(crate) span: Span,
}

#[derive(Debug)]
pub(crate) enum Kind<'t> {
    Int(i64),
    Name(&'t str),
    Negated(Box<Exp<'t>>),
    Op(Op, Box<(Exp<'t>, Exp<'t>)>),
}

/// An operator.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Op {
    Add,
    Sub,
    Mul,
    Div,
}

/// Reads a program.
pub(crate) fn parse(text: &[u8]) -> Result<Vec<Statement<'_>>, LocatedError> {
    let text = std::str::from_utf8(text).map_err(|error| {
        let at = error.valid_up_to();
        LocatedError::new(Span::new(at, at + 1), "not UTF-8", "this is no text")
    })?;
    let mut parser = Parser { text, at: 0, depth: 0 };
    let mut statements = Vec::new();
    while parser.peek()?.is_some() {
        statements.push(parser.statement()?);
    }
    Ok(statements)
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
}

impl<'t> Parser<'t> {
    /// The next token and its place: a word, a number or one character of punctuation.
    fn peek(&mut self) -> Result<Option<(&'t str, Span)>, LocatedError> {
        loop {
            let rest = &self.text[self.at..];
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            if !trimmed.starts_with('#') {
                break;
            }
            self.at += trimmed.find('\n').unwrap_or(trimmed.len());
        }
        let rest = &self.text[self.at..];
        let Some(first) = rest.chars().next() else { return Ok(None) };
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let length = match first {
            '+' | '-' | '*' | '/' | '(' | ')' | '=' | ';' => 1,
            c if is_part(c) => rest.find(|c| !is_part(c)).unwrap_or(rest.len()),
            c => {
                let span = Span::new(self.at, self.at + c.len_utf8());
                return Err(LocatedError::new(
                    span,
                    "unexpected character",
                    "nothing begins like this",
                ));
            }
        };
        Ok(Some((&rest[..length], Span::new(self.at, self.at + length))))
    }

    /// The next token, which there must be.
    fn next(&mut self, wanted: &str) -> Result<(&'t str, Span), LocatedError> {
        let (token, span) = self.peek()?.ok_or_else(|| {
            let end = self.text.len();
            LocatedError::new(Span::new(end, end), "syntax error", format!("{wanted} is missing"))
        })?;
        self.at = span.end;
        Ok((token, span))
    }

    fn expect(&mut self, wanted: &str) -> Result<(), LocatedError> {
        match self.next(wanted)? {
            (token, _) if token == wanted => Ok(()),
            (_, span) => Err(unexpected(span, &format!("`{wanted}`"))),
        }
    }

    /// The operator that comes next, if it is one of these.
    fn operator(&mut self, of: &[(&str, Op)]) -> Result<Option<(Op, Span)>, LocatedError> {
        let Some((token, span)) = self.peek()? else { return Ok(None) };
        let Some((_, op)) = of.iter().find(|(sign, _)| *sign == token) else { return Ok(None) };
        self.at = span.end;
        Ok(Some((*op, span)))
    }

    fn statement(&mut self) -> Result<Statement<'t>, LocatedError> {
        let statement = match self.next("a statement")? {
            ("let", _) => {
                let (name, span) = self.next("a name")?;
                if !is_name(name) {
                    return Err(unexpected(span, "a name"));
                }
                self.expect("=")?;
                Statement::Let(name, self.sum()?)
            }
            ("print", _) => Statement::Print(self.sum()?),
            (_, span) => return Err(unexpected(span, "`let` or `print`")),
        };
        self.expect(";")?;
        Ok(statement)
    }

    fn sum(&mut self) -> Result<Exp<'t>, LocatedError> {
        let mut left = self.product()?;
        while let Some((op, span)) = self.operator(&[("+", Op::Add), ("-", Op::Sub)])? {
            left = Exp { kind: Kind::Op(op, Box::new((left, self.product()?))), span };
        }
        Ok(left)
    }

    fn product(&mut self) -> Result<Exp<'t>, LocatedError> {
        let mut left = self.factor()?;
        while let Some((op, span)) = self.operator(&[("*", Op::Mul), ("/", Op::Div)])? {
            left = Exp { kind: Kind::Op(op, Box::new((left, self.factor()?))), span };
        }
        Ok(left)
    }

    fn factor(&mut self) -> Result<Exp<'t>, LocatedError> {
        let (token, span) = self.next("an expression")?;
        self.depth += 1;
        if self.depth > MAX_NESTING {
            let label = format!("this is inside {MAX_NESTING} others");
            return Err(LocatedError::new(span, "nested too deeply", label));
        }
        let kind = match token {
            "(" => {
                let inner = self.sum()?;
                self.expect(")")?;
                self.depth -= 1;
                return Ok(inner);
            }
            "-" => Kind::Negated(Box::new(self.factor()?)),
            name if is_name(name) => Kind::Name(name),
            number if number.starts_with(|c: char| c.is_ascii_digit()) => {
                let digits = number.bytes().all(|byte| byte.is_ascii_digit());
                let wrong = || unexpected(span, "a number");
                let large = |_| {
                    let label = "a number has 64 bits, with its sign";
                    LocatedError::new(span, "number too large", label)
                };
                Kind::Int(digits.then_some(number).ok_or_else(wrong)?.parse().map_err(large)?)
            }
            _ => return Err(unexpected(span, "an expression")),
        };
        self.depth -= 1;
        Ok(Exp { kind, span })
    }
}

fn is_name(token: &str) -> bool {
    let begins = token.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    begins && token != "let" && token != "print"
}

fn unexpected(span: Span, wanted: &str) -> LocatedError {
    LocatedError::new(span, "syntax error", format!("{wanted} should stand here"))
}
