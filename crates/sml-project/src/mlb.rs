//! The syntax of ML Basis files.
//!
//! ```text
//! basdec ::= basis B = basexp and ...      basexp ::= bas basdec end
//!          | open B ...                             | B
//!          | local basdec in basdec end             | let basdec in basexp end
//!          | structure A = B and ...       also signature, functor; `A` is `A = A`
//!          | path                          of a file, or as a string
//!          | ann "annotation" ... in basdec end
//!          | basdec [;] basdec
//! ```

use super::word::{Kind, Word, Words};
use diag::{Diagnostic, SourceId};
use sml_elab::Namespace;

/// The greatest depth of nested declarations.
const MAX_NESTING: u32 = 1000;

/// A declaration.
pub(crate) enum Dec {
    /// `basis B = ... and ...`.
    Basis(Vec<(Word, Exp)>),
    /// `open B C`.
    Open(Vec<Word>),
    /// `local ... in ... end`.
    Local(Vec<Dec>, Vec<Dec>),
    /// `structure A = B and ...`: new and old names.
    Modules(Namespace, Vec<(Word, Word)>),
    /// A path.
    File(Word),
    /// `ann "..." in ... end`.
    Ann(Vec<Word>, Vec<Dec>),
}

/// An expression.
pub(crate) enum Exp {
    /// `bas ... end`.
    Bas(Vec<Dec>),
    /// `B`.
    Id(Word),
    /// `let ... in ... end`.
    Let(Vec<Dec>, Box<Exp>),
}

const RESERVED: [&str; 12] = [
    "and",
    "ann",
    "bas",
    "basis",
    "end",
    "functor",
    "in",
    "let",
    "local",
    "open",
    "signature",
    "structure",
];

/// Reads an ML Basis file.
pub(crate) fn parse(source: SourceId, text: &[u8]) -> Result<Vec<Dec>, Diagnostic> {
    let words = Words::new(source, text, b";=")?;
    let mut parser = Parser { words, depth: 0 };
    let decs = parser.decs()?;
    if parser.words.peek().kind == Kind::End {
        return Ok(decs);
    }
    Err(parser.words.expected("a declaration or a file"))
}

type Parsed<T> = Result<T, Diagnostic>;

struct Parser {
    words: Words,
    depth: u32,
}

fn is_path(word: &Word) -> bool {
    word.kind == Kind::Quoted || word.text.contains(['.', '/', '$'])
}

fn is_reserved(text: &str) -> bool {
    RESERVED.contains(&text)
}

impl Parser {
    /// Declarations, up to a word that begins none.
    fn decs(&mut self) -> Parsed<Vec<Dec>> {
        self.depth += 1;
        if self.depth > MAX_NESTING {
            let word = self.words.peek();
            return Err(Diagnostic::error("this is nested too deeply").at(
                self.words.source,
                word.span,
                format!("more than {MAX_NESTING} levels"),
            ));
        }
        let mut decs = Vec::new();
        loop {
            if self.words.pass(";") {
                continue;
            }
            match self.dec()? {
                Some(dec) => decs.push(dec),
                None => break,
            }
        }
        self.depth -= 1;
        Ok(decs)
    }

    fn dec(&mut self) -> Parsed<Option<Dec>> {
        let word = self.words.peek().clone();
        if word.kind == Kind::Sign || word.kind == Kind::End {
            return Ok(None);
        }
        if is_path(&word) {
            return Ok(Some(Dec::File(self.words.next())));
        }
        let namespace = match word.text.as_str() {
            "structure" => Namespace::Structure,
            "signature" => Namespace::Signature,
            "functor" => Namespace::Functor,
            "basis" => return self.bases().map(Some),
            "open" => return self.open().map(Some),
            "local" => return self.local().map(Some),
            "ann" => return self.ann().map(Some),
            _ => return Ok(None),
        };
        self.words.next();
        let mut binds = Vec::new();
        loop {
            let new = self.name("a name")?;
            let old = if self.words.pass("=") { self.name("a name")? } else { new.clone() };
            binds.push((new, old));
            if !self.words.pass("and") {
                return Ok(Some(Dec::Modules(namespace, binds)));
            }
        }
    }

    /// A name of a module or a basis.
    fn name(&mut self, what: &str) -> Parsed<Word> {
        let word = self.words.peek();
        if word.kind != Kind::Plain || is_path(word) || is_reserved(&word.text) {
            return Err(self.words.expected(what));
        }
        Ok(self.words.next())
    }

    fn bases(&mut self) -> Parsed<Dec> {
        self.words.next();
        let mut binds = Vec::new();
        loop {
            let name = self.name("the name of a basis")?;
            self.words.demand("=", None)?;
            binds.push((name, self.exp()?));
            if !self.words.pass("and") {
                return Ok(Dec::Basis(binds));
            }
        }
    }

    fn exp(&mut self) -> Parsed<Exp> {
        let begun = self.words.peek().clone();
        if self.words.pass("bas") {
            let decs = self.decs()?;
            self.words.demand("end", Some(&begun))?;
            return Ok(Exp::Bas(decs));
        }
        if self.words.pass("let") {
            let decs = self.decs()?;
            self.words.demand("in", Some(&begun))?;
            self.depth += 1;
            let exp = self.exp()?;
            self.depth -= 1;
            self.words.demand("end", Some(&begun))?;
            return Ok(Exp::Let(decs, Box::new(exp)));
        }
        self.name("`bas`, `let` or the name of a basis").map(Exp::Id)
    }

    fn open(&mut self) -> Parsed<Dec> {
        self.words.next();
        let mut names = vec![self.name("the name of a basis")?];
        while let Ok(name) = self.name("") {
            names.push(name);
        }
        Ok(Dec::Open(names))
    }

    fn local(&mut self) -> Parsed<Dec> {
        let begun = self.words.next();
        let hidden = self.decs()?;
        self.words.demand("in", Some(&begun))?;
        let shown = self.decs()?;
        self.words.demand("end", Some(&begun))?;
        Ok(Dec::Local(hidden, shown))
    }

    fn ann(&mut self) -> Parsed<Dec> {
        let begun = self.words.next();
        let mut annotations = Vec::new();
        while self.words.peek().kind == Kind::Quoted {
            annotations.push(self.words.next());
        }
        if annotations.is_empty() {
            return Err(self.words.expected("an annotation, as a string,"));
        }
        self.words.demand("in", Some(&begun))?;
        let decs = self.decs()?;
        self.words.demand("end", Some(&begun))?;
        Ok(Dec::Ann(annotations, decs))
    }
}
