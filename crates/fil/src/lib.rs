//! FIL, the language of Oosting's *A fast instruction language for functional programs*, in its
//! own notation: from text to ANF.
//!
//! A file holds one `CExp`, as Haskell's `read` takes it with the instances that are derived:
//! ```text
//! data AExp = LitTrue | LitFalse | Ident String | Number Integer | LitStr String
//!           | AAdd AExp AExp | ASub AExp AExp | AMul AExp AExp | ADiv AExp AExp
//!           | AGt AExp AExp | ALt AExp AExp | AEq AExp AExp
//!           | ABsl AExp AExp | ABsr AExp AExp | AXor AExp AExp
//!           | Lam [String] CExp
//! data Funcall = Call String [AExp] | Atom AExp
//! data CExp = Let String Funcall CExp | If AExp CExp CExp | FC Funcall
//! ```
//! ```text
//! lex      text to tokens
//! parse    tokens to syntax, with located errors
//! rename   every binding gets a name of its own; unbound names are found
//! lift     functions move to the top
//! lower    ANF, with positions
//! library  what programs call, in ANF
//! print    syntax to text
//! ```
//! Values are numbers without limit, strings, booleans and functions; operands are evaluated from
//! left to right, arguments before the function is looked at. A function that `Let` binds sees its
//! own name, any other right-hand side the older binding of it. What a program does wrong when it
//! runs raises `Error`, which nothing handles, with a message that begins with the place.
//!
//! Absent on purpose: comments, which `read` does not know, and anything that goes on after the
//! one term.

mod lex;
mod library;
mod lift;
mod lower;
mod parse;
mod print;
mod rename;
mod syntax;
#[cfg(test)]
mod tests;

use base::LocatedError;
use front::{Driver, FrontEnd, Parsed, Refusal, Request, Stage};
use syntax::{Body, Names};

/// The front end.
pub static FRONT_END: Fil = Fil;

/// FIL as a front end.
#[derive(Debug)]
pub struct Fil;

impl FrontEnd for Fil {
    fn name(&self) -> &'static str {
        "fil"
    }

    fn title(&self) -> &'static str {
        "FIL"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["fil"]
    }

    fn stage(&self) -> Stage {
        Stage::Anf
    }

    fn check(&self, request: &Request, driver: &mut dyn Driver) -> Result<(), Refusal> {
        with_text(request, driver, |_, text| Program::parse(text)).map(drop)
    }

    fn read(&self, request: &Request, driver: &mut dyn Driver) -> Result<Parsed, Refusal> {
        let module = with_text(request, driver, |name, text| {
            Ok(Program::parse(text)?.lift().lower(name, text))
        })?;
        Ok(front::Program::Anf(module).into())
    }

    /// The program after each step.
    fn print(&self, request: &Request, driver: &mut dyn Driver) -> Result<Option<String>, Refusal> {
        let text = with_text(request, driver, |name, text| {
            let renamed = Program::parse(text)?;
            let mut out = format!("; renamed: every name is bound once\n{renamed}");
            let lifted = renamed.lift();
            out += &format!(
                "\n; lifted: the functions, which see one another, and the body\n{lifted}"
            );
            let module = lifted.lower(name, text);
            out += &format!("\n; lowered: ANF\n{module}");
            Ok(out)
        });
        text.map(Some)
    }
}

fn with_text<T>(
    request: &Request,
    driver: &mut dyn Driver,
    f: impl FnOnce(&str, &[u8]) -> Result<T, Vec<LocatedError>>,
) -> Result<T, Refusal> {
    let id = request.texts[0].source;
    driver.watch(FRONT_END.name(), id);
    let source = driver.sources().get(id);
    f(&source.name, &source.bytes).map_err(|errors| Refusal::located(id, errors))
}

/// A program whose names are bound once each. It prints as FIL.
pub struct Program {
    body: Body,
    names: Names,
}

impl Program {
    /// Reads a program, and renames it.
    ///
    /// # Errors
    /// The first mistake in the notation, or every unbound name.
    pub fn parse(text: &[u8]) -> Result<Program, Vec<LocatedError>> {
        let (mut body, mut names) = parse::parse(text).map_err(|error| vec![error])?;
        rename::rename(&mut body, &mut names)?;
        Ok(Program { body, names })
    }

    /// Moves its functions to the top.
    pub fn lift(self) -> Lifted {
        let Program { body, mut names } = self;
        Lifted { program: lift::lift(body, &mut names), names }
    }
}

impl std::fmt::Display for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&print::body(&self.names, &self.body))
    }
}

/// A program whose functions are at the top.
pub struct Lifted {
    program: lift::Program,
    names: Names,
}

impl Lifted {
    /// Its ANF. The name of the file and its text are for positions.
    pub fn lower(&self, file: &str, text: &[u8]) -> anf::Module {
        lower::lower(&self.program, &self.names, file, text)
    }
}

impl std::fmt::Display for Lifted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for lift::Function { name, lam, .. } in &self.program.funs {
            let name = print::quoted(self.names.text(*name));
            write!(f, "{name} = {}", print::function(&self.names, lam))?;
        }
        f.write_str(&print::body(&self.names, &self.program.main))
    }
}
