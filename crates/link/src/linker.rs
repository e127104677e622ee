//! Linkers: a C compiler, which knows where the C library is, or LLVM's linker
//! with the files that a C compiler would have added.

use crate::{Error, Replaced, Symbols};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

/// C compilers, the best first.
const COMPILERS: [&str; 4] = ["cc", "gcc", "clang-22", "clang"];
/// Linkers that take the same arguments.
const LINKERS: [&str; 3] = ["ld.lld-22", "ld.lld", "ld"];
/// The libraries of the system that the runtime needs.
const LIBRARIES: [&str; 3] = ["-lm", "-ldl", "-lpthread"];

/// Links the inputs with the first linker that there is.
pub(crate) fn run(
    inputs: &[PathBuf],
    output: &Path,
    symbols: Symbols,
    replaced: &[Replaced],
) -> Result<(), Error> {
    let replaced: Vec<String> = replaced.iter().flat_map(Replaced::arguments).collect();
    let strip = match symbols {
        Symbols::Keep => None,
        Symbols::Strip => Some("-s"),
    };
    for compiler in COMPILERS {
        let mut command = Command::new(compiler);
        command.args(inputs).args(["-static-libgcc", "-Wl,--gc-sections"]);
        command.args(replaced.iter().map(|argument| format!("-Wl,{argument}")));
        command.args(strip).args(LIBRARIES).arg("-o").arg(output);
        if let Some(result) = try_command(&mut command) {
            return result;
        }
    }
    if let Some(system) = System::find() {
        for linker in LINKERS {
            let mut command = Command::new(linker);
            system.arguments(command.args(strip).args(&replaced), inputs, output);
            if let Some(result) = try_command(&mut command) {
                return result;
            }
        }
    }
    Err(Error::NoLinker(COMPILERS.iter().chain(&LINKERS).map(|name| (*name).to_owned()).collect()))
}

/// Runs a command; nothing where there is no such program.
fn try_command(command: &mut Command) -> Option<Result<(), Error>> {
    let result = process::output(command);
    let failed = |output: String| Error::Failed { command: format!("{command:?}"), output };
    match result {
        Ok(output) if output.status.success() => Some(Ok(())),
        Ok(output) => Some(Err(failed(String::from_utf8_lossy(&output.stderr).into_owned()))),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => Some(Err(failed(error.to_string()))),
    }
}

/// The place where a system without a C compiler keeps the C library.
struct System {
    /// The directory of `crt1.o` and `libc.so`.
    libraries: PathBuf,
    /// The directory of `crtbeginS.o` and `libgcc.a`.
    gcc: PathBuf,
    /// The program that loads the executable.
    loader: PathBuf,
}

impl System {
    fn find() -> Option<System> {
        let (triple, loader) = match std::env::consts::ARCH {
            "x86_64" => ("x86_64-linux-gnu", "/lib64/ld-linux-x86-64.so.2"),
            "aarch64" => ("aarch64-linux-gnu", "/lib/ld-linux-aarch64.so.1"),
            _ => return None,
        };
        let libraries = [format!("/usr/lib/{triple}"), "/usr/lib64".into(), "/usr/lib".into()];
        let libraries = libraries.map(PathBuf::from);
        let libraries = libraries.into_iter().find(|place| place.join("Scrt1.o").is_file())?;
        let versions = std::fs::read_dir(format!("/usr/lib/gcc/{triple}")).ok()?;
        let versions = versions.flatten().map(|entry| entry.path());
        let gcc = versions.filter(|place| place.join("crtbeginS.o").is_file()).max()?;
        Some(System { libraries, gcc, loader: PathBuf::from(loader) })
    }

    fn arguments(&self, command: &mut Command, inputs: &[PathBuf], output: &Path) {
        let crt = |name: &str| self.libraries.join(name);
        command.args(["-pie", "--gc-sections", "--eh-frame-hdr", "-dynamic-linker"]);
        command.arg(&self.loader).arg("-o").arg(output);
        command.args([crt("Scrt1.o"), crt("crti.o"), self.gcc.join("crtbeginS.o")]);
        command.arg("-L").arg(&self.libraries).arg("-L").arg(&self.gcc);
        command.args(inputs).args(LIBRARIES);
        command.args(["-lgcc", "-lgcc_eh", "-lc", "-lgcc"]);
        command.args([self.gcc.join("crtendS.o"), crt("crtn.o")]);
    }
}
