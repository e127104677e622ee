//! Text to syntax, by recursive descent.
//!
//! ```text
//! program ::= item ";" ...
//! item    ::= "let" name "=" exp | "fun" name "(" name "," ... ")" "=" exp | exp
//! exp     ::= literal | name | Constructor ["(" exp "," ... ")"] | exp "(" exp "," ... ")"
//!           | exp operator exp | "(" exp ")" | "{" item ";" ... "}"
//!           | "if" exp "then" exp "else" exp | "fn" "(" name "," ... ")" "=>" exp
//!           | "match" exp "{" pattern "=>" exp ";" ... "}"
//! pattern ::= literal | "_" | name | Constructor ["(" pattern "," ... ")"]
//! literal ::= digits | "true" | "false" | string
//! ```
//! `==` and `<` bind least, then `++`, then `+` and `-`, then `*` and `/`; all group to the left.
//! The last item of a block is its value. In a string, `\n` is a line break. `#` begins a comment.

use base::{LocatedError, Span};
use prim::Const;

type Result<T> = std::result::Result<T, LocatedError>;

/// The deepest nesting of expressions. A chain of operators or calls is nested, too.
const MAX_NESTING: usize = 10_000;

/// An expression or a pattern, and where it stands; of an operation, where its operator does.
pub(crate) struct Exp<'t> {
    pub(crate) kind: Kind<'t>,
    pub(crate) span: Span,
}

pub(crate) enum Kind<'t> {
    Literal(Const),
    Name(&'t str),
    Con(&'t str, Vec<Exp<'t>>),
    Call(Box<Exp<'t>>, Vec<Exp<'t>>),
    /// An operator, by the library's function, and its operands.
    Operation(&'static str, Box<[Exp<'t>; 2]>),
    If(Box<[Exp<'t>; 3]>),
    Fn(Box<Fun<'t>>),
    Block(Vec<Item<'t>>, Box<Exp<'t>>),
    Match(Box<Exp<'t>>, Vec<[Exp<'t>; 2]>),
}

pub(crate) enum Item<'t> {
    Let(&'t str, Exp<'t>),
    Fun(Fun<'t>),
    Exp(Exp<'t>),
}

pub(crate) struct Fun<'t> {
    pub(crate) name: &'t str,
    pub(crate) span: Span,
    pub(crate) params: Vec<&'t str>,
    pub(crate) body: Exp<'t>,
}

/// The operators: sign, how tightly it binds, and the function of the library.
const OPERATORS: [(&str, u8, &str); 7] = [
    ("==", 0, "equal"),
    ("<", 0, "less"),
    ("++", 1, "concat"),
    ("+", 2, "add"),
    ("-", 2, "sub"),
    ("*", 3, "mul"),
    ("/", 3, "div"),
];
const KEYWORDS: [&str; 9] = ["let", "fun", "fn", "if", "then", "else", "match", "true", "false"];

/// Reads a program.
pub(crate) fn parse(text: &[u8]) -> Result<Vec<Item<'_>>> {
    let text = std::str::from_utf8(text).map_err(|error| {
        let at = error.valid_up_to();
        LocatedError::new(Span::new(at, at + 1), "not UTF-8", "this is no text")
    })?;
    let mut parser = Parser { text, token: "", span: Span::default(), depth: 0 };
    parser.advance()?;
    parser.until("", Parser::item)
}

struct Parser<'t> {
    text: &'t str,
    /// The token that comes next, which is empty at the end of the text, and its place.
    token: &'t str,
    span: Span,
    depth: usize,
}

impl<'t> Parser<'t> {
    /// Goes on to the next token: a word, a number, a string or a sign.
    fn advance(&mut self) -> Result<()> {
        let mut rest = self.text[self.span.end..].trim_start();
        while rest.starts_with('#') {
            rest = rest[rest.find('\n').unwrap_or(rest.len())..].trim_start();
        }
        let at = self.text.len() - rest.len();
        let wrong =
            |length, title| LocatedError::new(Span::new(at, at + length), title, "it begins here");
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let length = match rest.chars().next() {
            None => 0,
            Some('"') => match rest[1..].find(['"', '\n']) {
                Some(end) if rest[1 + end..].starts_with('"') => end + 2,
                Some(_) | None => return Err(wrong(1, "unterminated string")),
            },
            Some(c) if is_part(c) => rest.find(|c| !is_part(c)).unwrap_or(rest.len()),
            Some(_) if ["==", "=>", "++"].iter().any(|sign| rest.starts_with(sign)) => 2,
            Some(c) if "+-*/<=(){},;".contains(c) => 1,
            Some(c) => return Err(wrong(c.len_utf8(), "unexpected character")),
        };
        (self.token, self.span) = (&rest[..length], Span::new(at, at + length));
        Ok(())
    }

    /// The token that comes next, and goes on.
    fn next(&mut self) -> Result<&'t str> {
        let token = self.token;
        self.advance().map(|()| token)
    }

    /// Goes on if this comes next, which it tells.
    fn take(&mut self, token: &str) -> Result<bool> {
        Ok(self.token == token && self.advance().map(|()| true)?)
    }

    fn expect(&mut self, token: &str) -> Result<()> {
        if self.take(token)? { Ok(()) } else { Err(unexpected(self.span, &format!("`{token}`"))) }
    }

    /// Counts a level of nesting.
    fn deeper(&mut self) -> Result<()> {
        self.depth += 1;
        let error = || LocatedError::new(self.span, "nested too deeply", "others are around it");
        if self.depth <= MAX_NESTING { Ok(()) } else { Err(error()) }
    }

    /// Things up to this token, with `,` between them in parentheses and `;` elsewhere.
    fn until<T>(&mut self, end: &str, thing: fn(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let between = if end == ")" { "," } else { ";" };
        let mut things = Vec::new();
        while self.token != end {
            things.push(thing(self)?);
            if self.token != end {
                self.expect(between)?;
            }
        }
        self.advance().map(|()| things)
    }

    fn item(&mut self) -> Result<Item<'t>> {
        if self.take("let")? {
            let name = self.name()?;
            self.expect("=")?;
            return Ok(Item::Let(name, self.exp(0)?));
        }
        if self.take("fun")? {
            let (span, name) = (self.span, self.name()?);
            return Ok(Item::Fun(self.fun(name, span, "=")?));
        }
        Ok(Item::Exp(self.exp(0)?))
    }

    fn name(&mut self) -> Result<&'t str> {
        if is_name(self.token) { self.next() } else { Err(unexpected(self.span, "a name")) }
    }

    /// The parameters and the body of a function.
    fn fun(&mut self, name: &'t str, span: Span, before_body: &str) -> Result<Fun<'t>> {
        self.expect("(")?;
        let params = self.until(")", Self::name)?;
        self.expect(before_body)?;
        Ok(Fun { name, span, params, body: self.exp(0)? })
    }

    /// An expression whose operators bind at least as tightly as this.
    fn exp(&mut self, level: u8) -> Result<Exp<'t>> {
        let depth = self.depth;
        self.deeper()?;
        let mut left = self.operand()?;
        loop {
            let mut span = left.span;
            let operator = OPERATORS.iter().find(|(sign, ..)| *sign == self.token);
            let kind = if self.token == "(" {
                Kind::Call(Box::new(left), self.args()?)
            } else if let Some((_, tightness, function)) = operator.filter(|op| op.1 >= level) {
                span = self.span;
                self.advance()?;
                Kind::Operation(function, Box::new([left, self.exp(tightness + 1)?]))
            } else {
                self.depth = depth;
                return Ok(left);
            };
            left = Exp { kind, span };
            self.deeper()?;
        }
    }

    fn operand(&mut self) -> Result<Exp<'t>> {
        let span = self.span;
        let kind = match self.next()? {
            token @ ("true" | "false") => Kind::Literal(Const::bool(token == "true")),
            "fn" => Kind::Fn(Box::new(self.fun("fn", span, "=>")?)),
            "if" => {
                let cond = self.exp(0)?;
                self.expect("then")?;
                let then = self.exp(0)?;
                self.expect("else")?;
                Kind::If(Box::new([cond, then, self.exp(0)?]))
            }
            "match" => {
                let value = Box::new(self.exp(0)?);
                self.expect("{")?;
                Kind::Match(value, self.until("}", Self::case)?)
            }
            "{" => {
                let mut items = self.until("}", Self::item)?;
                let Some(Item::Exp(last)) = items.pop() else {
                    let label = "its last item is no expression";
                    return Err(LocatedError::new(span, "block without a value", label));
                };
                Kind::Block(items, Box::new(last))
            }
            "(" => {
                let exp = self.exp(0)?;
                return self.expect(")").map(|()| exp);
            }
            token => self.atom(token, span)?,
        };
        Ok(Exp { kind, span })
    }

    fn case(&mut self) -> Result<[Exp<'t>; 2]> {
        let pattern = self.operand()?;
        self.expect("=>")?;
        Ok([pattern, self.exp(0)?])
    }

    /// A literal, a name, or a constructor with its arguments.
    fn atom(&mut self, token: &'t str, span: Span) -> Result<Kind<'t>> {
        match token.chars().next() {
            Some('"') => {
                Ok(Kind::Literal(Const::str(token.trim_matches('"').replace("\\n", "\n"))))
            }
            Some('0'..='9') => {
                let wrong = |_| LocatedError::new(span, "wrong number", "it is none of 63 bits");
                Ok(Kind::Literal(Const::i64(token.parse().map_err(wrong)?)))
            }
            Some('A'..='Z') => Ok(Kind::Con(token, self.args()?)),
            _ if is_name(token) => Ok(Kind::Name(token)),
            _ => Err(unexpected(span, "an expression")),
        }
    }

    fn args(&mut self) -> Result<Vec<Exp<'t>>> {
        if self.take("(")? { self.until(")", |parser| parser.exp(0)) } else { Ok(Vec::new()) }
    }
}

fn is_name(token: &str) -> bool {
    !KEYWORDS.contains(&token) && token.starts_with(|c: char| c.is_ascii_lowercase() || c == '_')
}

fn unexpected(span: Span, wanted: &str) -> LocatedError {
    LocatedError::new(span, "syntax error", format!("{wanted} should stand here"))
}
