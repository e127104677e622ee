//! What an executable can do without: the linker puts a small function in the place of one that the
//! program has no use for, and drops all that only this one needed.
//!
//! First of all that is what `std` does when Rust code panics: it prints backtraces, for which it
//! reads debug information, a third of a megabyte of code, though the runtime only says what
//! happened and ends the process. `std` has no setting for that, and the names of its functions
//! carry a hash, so they are looked up in the archive. If they have other names one day, executables
//! are larger and all else stays as it is.

use std::fs::File;
use std::io::Read;
use std::path::Path;

/// A function, and the one that is to stand in its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replaced {
    /// The symbol of the function.
    pub symbol: String,
    /// The symbol of the other one, which the runtime's archive must have.
    pub by: String,
}

impl Replaced {
    /// A function and the other one.
    pub fn new(symbol: impl Into<String>, by: impl Into<String>) -> Replaced {
        Replaced { symbol: symbol.into(), by: by.into() }
    }

    /// Arguments for a linker. References from other objects than its own go to the symbol
    /// `__wrap_` of a wrapped one.
    pub(crate) fn arguments(&self) -> [String; 3] {
        let Replaced { symbol, by } = self;
        let define = format!("--defsym=__wrap_{symbol}={by}");
        [format!("--undefined={by}"), format!("--wrap={symbol}"), define]
    }
}

/// The ends of the names of functions of `std`, and what stands in their place.
const OF_STD: [(&str, &str); 2] =
    [("rust_begin_unwind", abi::PANICKED), ("rust_alloc_error_handler", abi::EXHAUSTED)];

/// The start of an archive.
const MAGIC: &[u8] = b"!<arch>\n";
/// The bytes of the header of a member; ten of them say how long it is, in digits.
const HEADER: usize = 60;

/// What may be replaced where these are linked: of what is asked for, and of `std`, that for which
/// an archive among them has the other function.
pub(crate) fn replaced(inputs: &[impl AsRef<Path>], asked: &[Replaced]) -> Vec<Replaced> {
    let Some(names) = inputs.iter().find_map(|input| index(input.as_ref())) else {
        return Vec::new();
    };
    let names: Vec<&str> = names.split('\0').collect();
    let of_std = OF_STD.iter().flat_map(|(end, by)| {
        let symbols = names.iter().filter(move |name| name.ends_with(end));
        symbols.map(|symbol| Replaced::new(*symbol, *by))
    });
    let all = asked.iter().cloned().chain(of_std);
    all.filter(|replaced| names.contains(&replaced.by.as_str())).collect()
}

/// The symbols that an archive has, as its index lists them: each ends in a zero byte.
fn index(path: &Path) -> Option<String> {
    let mut file = File::open(path).ok()?;
    let mut start = [0; MAGIC.len() + HEADER];
    file.read_exact(&mut start).ok()?;
    let header = start.strip_prefix(MAGIC)?;
    if !header.starts_with(b"/ ") {
        return None;
    }
    let length = std::str::from_utf8(&header[48..58]).ok()?.trim_end().parse().ok()?;
    let mut index = Vec::new();
    file.take(length).read_to_end(&mut index).ok()?;
    // First the number of symbols, then the place of the member of each, then the names.
    let count = u32::from_be_bytes(*index.first_chunk()?);
    let names = usize::try_from(count).ok()?.checked_add(1)?.checked_mul(4)?;
    Some(String::from_utf8_lossy(index.get(names..)?).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn archive(name: &str, symbols: &[&str]) -> std::path::PathBuf {
        let mut names: Vec<u8> = (symbols.len() as u32).to_be_bytes().to_vec();
        names.extend(vec![0; 4 * symbols.len()]);
        names.extend(symbols.iter().flat_map(|name| [name.as_bytes(), b"\0"].concat()));
        let mut bytes = MAGIC.to_vec();
        bytes.extend(format!("{:<48}{:<10}`\n", "/", names.len()).as_bytes());
        bytes.extend(names);
        let path = std::env::temp_dir().join(format!("kont-{}-{name}", std::process::id()));
        std::fs::write(&path, bytes).expect("a file");
        path
    }

    #[test]
    fn functions_are_replaced_if_the_archive_has_the_others() {
        let std = "_RNvCsfL_7___rustc17rust_begin_unwind";
        let whole = archive("whole", &["kont_none", std, "kont_panicked"]);
        let old = archive("old", &[std, "kont_main"]);
        let asked = [Replaced::new("kont_some", "kont_none")];
        let panics = Replaced::new(std, "kont_panicked");
        assert_eq!(replaced(&[&whole], &asked), [asked[0].clone(), panics]);
        assert_eq!(replaced(&[&old], &asked), []);
        assert_eq!(replaced(&[Path::new("/dev/null"), Path::new("/no/such")], &asked), []);
        std::fs::remove_file(whole).expect("it is there");
        std::fs::remove_file(old).expect("it is there");
    }
}
