//! Texts that are included.

use crate::core::Place;
use crate::error::{Fail, Outcome};
use crate::expand::Expander;
use crate::stx::Stx;
use diag::SourceId;

impl Expander<'_> {
    /// The forms of the files that `include` names.
    pub(crate) fn include(&mut self, names: &[Stx], fold: bool, place: Place) -> Outcome<Vec<Stx>> {
        let mut forms = Vec::new();
        for name in names {
            let Some(file) = name.string() else {
                return Err(Fail::new(
                    name.place,
                    "malformed include",
                    "a file's name is a string",
                ));
            };
            self.step(place)?;
            let text = self.loader.include(name.place.source, file);
            let text = text.map_err(|why| Fail::new(name.place, "unreadable file", why))?;
            self.included(text.source, name.place)?;
            let read = self.read(text.source, &text.bytes, fold);
            forms.extend(read.map_err(|mut errors| {
                let first = errors.remove(0);
                self.errors_later(errors);
                Fail(Box::new(first))
            })?);
        }
        Ok(forms)
    }

    /// Notes that a text is included, which must not include itself.
    fn included(&mut self, source: SourceId, place: Place) -> Outcome<()> {
        let mut from = Some(place.source);
        while let Some(outer) = from {
            if outer == source {
                let label = "the file includes itself";
                return Err(Fail::new(place, "endless include", label));
            }
            from = self.includes.get(&outer).copied();
        }
        self.includes.insert(source, place.source);
        Ok(())
    }
}
