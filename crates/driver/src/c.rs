//! C that a program is linked with: `--with FILE.c`.
//!
//! A C compiler of LLVM's version translates each file, and code generation puts it into the unit
//! before LLVM's passes. The program's header and the C library of its language are in a temporary
//! folder, where the compiler finds them.

use crate::output::reason;
use crate::{Activity, Failure, Session};
use codegen_llvm::{CCode, Cpu, OptLevel};
use front::Header;
use process::TemporaryFolder;
use std::ffi::OsString;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The C compiler, whose bitcode is that of the LLVM we are built with.
const COMPILER: &str = "clang-22";
/// The folder of the program's header.
const OWN: &str = "header";
/// The folder of the library.
const LIBRARY: &str = "library";

impl Session {
    /// Refuses files that are no C, or not there, before much is done.
    pub(crate) fn check_c(&self) -> Result<(), Failure> {
        for file in &self.options.with {
            let name = file.display();
            if file.extension().is_none_or(|ending| ending != "c") {
                return Err(Failure::Usage(format!("--with takes C, FILE.c; what is {name}?")));
            }
            if let Err(error) = file.metadata() {
                let why = reason(&error);
                return Err(Failure::Usage(format!("cannot read {name}: {why}")));
            }
        }
        Ok(())
    }

    /// Has the C of the command line compiled, with the program's header.
    pub(crate) fn compile_c(&self, cpu: Cpu) -> Result<Vec<CCode>, Failure> {
        if self.options.with.is_empty() {
            return Ok(Vec::new());
        }
        self.enter(Activity::CompilingC);
        let place = process::temporary_folder();
        let refused = |error: io::Error| {
            Failure::plain(format!("cannot write to {}: {}", place.display(), reason(&error)))
        };
        let mut folder = TemporaryFolder::new().map_err(refused)?;
        if let Some(header) = &self.header {
            write_header(&mut folder, header).map_err(refused)?;
        }
        let output = folder.write("c.bc", b"").map_err(refused)?;
        let mut arguments = self.arguments(cpu);
        arguments.extend(includes(folder.path(), self.header.as_ref()));
        let with = self.options.with.iter();
        with.map(|file| self.compile_file(file, &arguments, &output)).collect()
    }

    fn compile_file(
        &self,
        file: &Path,
        arguments: &[OsString],
        output: &Path,
    ) -> Result<CCode, Failure> {
        let mut command = Command::new(COMPILER);
        command.args(arguments).arg("-o").arg(output).arg("--").arg(file);
        let ended = process::output(&mut command).map_err(|error| {
            if error.kind() != ErrorKind::NotFound {
                return Failure::plain(format!("cannot start {COMPILER}: {}", reason(&error)));
            }
            Failure::with_hint(
                format!("no C compiler for {}: there is no {COMPILER}", file.display()),
                format!("on Debian `apt install {COMPILER}`"),
            )
        })?;
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        if !ended.status.success() {
            return Err(Failure::Said(said));
        }
        if !said.is_empty() {
            self.enter(Activity::Done);
            // A warning that cannot be shown changes nothing.
            let _ = io::stderr().write_all(said.as_bytes());
        }
        let bitcode = std::fs::read(output).map_err(|error| {
            Failure::plain(format!("cannot read what {COMPILER} wrote: {}", reason(&error)))
        })?;
        Ok(CCode { file: file.display().to_string(), bitcode })
    }

    /// The arguments by which C is compiled like the program.
    fn arguments(&self, cpu: Cpu) -> Vec<OsString> {
        let options = &self.options;
        // Code generation runs the passes.
        let fixed = ["-c", "-emit-llvm", "-Xclang", "-disable-llvm-passes", "-fPIC"];
        let mut arguments: Vec<OsString> = fixed.map(OsString::from).into();
        let level = match options.level {
            OptLevel::O0 => "-O0",
            OptLevel::O1 => "-O1",
            OptLevel::O2 => "-O2",
            OptLevel::O3 => "-O3",
            OptLevel::Os => "-Os",
        };
        arguments.push(level.into());
        if options.debug {
            arguments.push("-g".into());
        }
        if let Some(target) = &options.target {
            arguments.push(format!("--target={target}").into());
        }
        match cpu {
            Cpu::Baseline => {}
            Cpu::Host if cfg!(target_arch = "x86_64") => arguments.push("-march=native".into()),
            Cpu::Host => arguments.push("-mcpu=native".into()),
        }
        arguments
    }
}

fn write_header(folder: &mut TemporaryFolder, header: &Header) -> io::Result<()> {
    folder.write(&format!("{OWN}/{}", header.name), header.text.as_bytes())?;
    for (name, text) in header.library {
        folder.write(&format!("{LIBRARY}/{name}"), text.as_bytes())?;
    }
    Ok(())
}

/// The places where C finds what it includes: the program's header first, the library last. What
/// is made of them does not depend on the name of the temporary folder.
fn includes(folder: &Path, header: Option<&Header>) -> Vec<OsString> {
    let Some(header) = header else { return Vec::new() };
    let mut map = OsString::from("-ffile-prefix-map=");
    map.push(folder);
    map.push("=kont");
    let mut arguments = vec![map];
    let places = header.folders.iter().cloned();
    let places: Vec<PathBuf> = std::iter::once(folder.join(OWN)).chain(places).collect();
    for place in places.into_iter().chain([folder.join(LIBRARY)]) {
        arguments.extend(["-I".into(), place.into_os_string()]);
    }
    arguments.extend(header.macros.iter().map(|name| format!("-D{name}").into()));
    arguments
}
