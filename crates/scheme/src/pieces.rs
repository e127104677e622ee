//! What a program evaluates when it runs, as units of their own.

use crate::USUAL_LIMIT;
use crate::files::Files;
use crate::library;
use diag::Sources;
use front::{Driver, Evaluator, Piece, Program, Request};
use scheme_expand::Text;

/// The name of the text of a piece. What begins as the names of library texts do stands in no
/// message: the program's own text has the call that evaluates.
const NAME: &str = "lib/scheme/<eval>";

/// The compiler of pieces.
pub(crate) struct Pieces {
    texts: Vec<Text>,
    /// The built-in library, from the first piece on.
    library: Option<scheme_expand::Pieces>,
    sources: Sources,
    count: usize,
}

impl Pieces {
    /// A compiler for a program that this request is about.
    pub(crate) fn boxed(request: &Request, driver: &mut dyn Driver) -> Box<dyn Evaluator> {
        let mut files = Files::new(request, driver);
        let texts = library::TEXTS.iter().map(|text| files.builtin(text)).collect();
        let sources = driver.sources().clone();
        Box::new(Pieces { texts, library: None, sources, count: 0 })
    }
}

impl Evaluator for Pieces {
    fn compile(&mut self, text: &[u8]) -> Option<Piece> {
        if self.library.is_none() {
            self.library = scheme_expand::Pieces::new(&self.texts, USUAL_LIMIT);
        }
        let mut sources = self.sources.clone();
        let source = sources.add(NAME, text);
        let text = Text { source, bytes: text.to_vec() };
        let piece = self.library.as_ref()?.expand(&text, scheme_lower::PIECE_ROOTS)?;
        self.count += 1;
        let function = format!("eval {}", self.count);
        let (module, wants) = scheme_lower::lower_piece(&piece, &function, &sources);
        Some(Piece { program: Program::Anf(module), function, wants })
    }
}
