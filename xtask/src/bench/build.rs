//! Makes runnable tasks of the entries: compiles ours and the peers'.

use super::child::Task;
use super::generate;
use super::repl;
use super::suite::{Entry, Peer, Subject};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The paths of a run.
pub(super) struct Places {
    /// The command under test.
    pub(super) kont: PathBuf,
    /// The programs.
    pub(super) sources: PathBuf,
    /// The folder of executables.
    pub(super) work: PathBuf,
}

/// Our side of an entry.
pub(super) fn ours(entry: &Entry, places: &Places) -> Result<Task, String> {
    let ending = match entry.subject {
        Subject::Sml | Subject::Basis | Subject::Control | Subject::Server(_) => "sml",
        Subject::Scheme => "scm",
        Subject::Cogent(_) => "cogent",
        Subject::Program | Subject::Run | Subject::Compile(_) => "anf",
        Subject::Repl(measure) => return repl::task(entry.name, measure, None, places),
    };
    let source = places.sources.join(format!("{}.{ending}", entry.name));
    match entry.subject {
        Subject::Program | Subject::Sml | Subject::Basis | Subject::Scheme => {
            kont(&source, &places.work.join(entry.name.replace('/', "-")), places)
        }
        Subject::Control => {
            let program = places.work.join(format!("{}.sml", entry.name.replace('/', "-")));
            write(&program, &behind_prelude(&source)?)?;
            kont(&program, &program.with_extension(""), places)
        }
        Subject::Cogent(repetitions) => {
            let executable = places.work.join(entry.name.replace('/', "-"));
            cogent(entry.name, "-O2", places, &executable)?;
            Ok(Task::new(executable, &[repetitions]))
        }
        Subject::Server(connections) => server(entry, connections, places),
        Subject::Run => Ok(Task::new(&places.kont, &["run", &source.to_string_lossy()])),
        Subject::Compile(level) => {
            let module = places.work.join("generated.anf");
            write(&module, &generate::module())?;
            let level = format!("-O{level}");
            Ok(Task::new(&places.kont, &["run", &level, &module.to_string_lossy()]))
        }
        Subject::Repl(measure) => repl::task(entry.name, measure, None, places),
    }
}

/// Our executable of a program.
fn kont(source: &Path, executable: &Path, places: &Places) -> Result<Task, String> {
    let mut build = Command::new(&places.kont);
    checked(build.args(["build", "-O2"]).arg(source).arg("-o").arg(executable))?;
    Ok(Task::new(executable, &[]))
}

/// Our server is one of the examples.
fn server(entry: &Entry, connections: u32, places: &Places) -> Result<Task, String> {
    let name = entry.program();
    let file = Path::new(name).with_extension("sml");
    let examples = places.sources.with_file_name("examples");
    let source = examples.join(file.file_name().unwrap_or_default());
    let built = kont(&source, &places.work.join(name.replace('/', "-")), places)?;
    Ok(built.with_clients(connections))
}

/// The peer's side.
pub(super) fn theirs(entry: &Entry, peer: Peer, places: &Places) -> Result<Task, String> {
    let name = entry.name;
    if let Subject::Repl(measure) = entry.subject {
        return repl::task(name, measure, Some(peer), places);
    }
    match peer {
        Peer::C => {
            let executable = places.work.join(format!("{}-c", name.replace('/', "-")));
            c(name, "-O2", places, &executable)?;
            match entry.subject {
                Subject::Cogent(repetitions) => Ok(Task::new(executable, &[repetitions])),
                Subject::Program
                | Subject::Sml
                | Subject::Basis
                | Subject::Scheme
                | Subject::Control
                | Subject::Server(_)
                | Subject::Run
                | Subject::Repl(_)
                | Subject::Compile(_) => Ok(Task::new(executable, &[])),
            }
        }
        Peer::OCaml => ocaml(name, places),
        Peer::Chez if entry.subject == Subject::Scheme => {
            let source = places.work.join(format!("{}-chez.ss", name.replace('/', "-")));
            let read = |name: &str| read(&places.sources.join(name));
            let program = read("scheme/chez-prelude.scm")? + &read(&format!("{name}.scm"))?;
            write(&source, &program)?;
            chez(&source)
        }
        Peer::Chez => {
            let source = places.work.join(format!("{}.ss", name.replace('/', "-")));
            write(&source, &behind_prelude(&places.sources.join(format!("{name}.ss")))?)?;
            chez(&source)
        }
        Peer::SmlNj => sml_nj(name, "smlnj", "$/basis.cm", places),
        Peer::Cml => sml_nj(name, "cml", "$cml/basis.cm\n  $cml/cml.cm", places),
        Peer::PolyMl => poly_ml(name, places),
        Peer::KontRun => {
            let source = places.sources.join(format!("{name}.sml"));
            Ok(Task::new(&places.kont, &["run", "-O2", &source.to_string_lossy()]))
        }
        Peer::Go => {
            let built = go(entry.program(), places)?;
            Ok(match entry.subject.connections() {
                Some(connections) => built.with_clients(connections),
                None => built,
            })
        }
    }
}

/// Builds a program in C.
pub(super) fn c(name: &str, level: &str, places: &Places, to: &Path) -> Result<(), String> {
    let source = places.sources.join(format!("{name}.c"));
    checked(Command::new("clang-22").arg(level).arg(source).arg("-o").arg(to).arg("-lm"))
}

/// Builds a program in Cogent with its helpers in C.
pub(super) fn cogent(name: &str, level: &str, places: &Places, to: &Path) -> Result<(), String> {
    let source = places.sources.join(format!("{name}.cogent"));
    let helpers = places.sources.join(format!("{name}_helpers.c"));
    let mut build = Command::new(&places.kont);
    checked(build.args(["build", level]).arg(source).arg("--with").arg(helpers).arg("-o").arg(to))
}

/// The compiler leaves files beside its source, so it gets a copy.
fn ocaml(name: &str, places: &Places) -> Result<Task, String> {
    let source = places.work.join(format!("{name}.ml"));
    copy(&places.sources.join(format!("{name}.ml")), &source)?;
    let executable = places.work.join(format!("{name}-ml"));
    checked(Command::new("ocamlopt").arg(&source).arg("-o").arg(&executable))?;
    Ok(Task::new(executable, &[]).with_unlimited_stack())
}

/// The compiled program and the script that compiles it are beside the source.
fn chez(source: &Path) -> Result<Task, String> {
    let program = source.with_extension("so");
    let script = source.with_extension("compile.ss");
    let compile = format!(
        "(parameterize ([optimize-level 2] [compile-imported-libraries #t])\n  \
         (compile-program {:?} {:?}))\n",
        source.to_string_lossy(),
        program.to_string_lossy()
    );
    write(&script, &compile)?;
    checked(Command::new("chezscheme").arg("-q").arg("--script").arg(&script))?;
    Ok(Task::new("chezscheme", &["--program", &program.to_string_lossy()]))
}

/// The end of a program in Standard ML. Peers get the program without it, and call `Main.main` when
/// their executable starts: compiling is not measured.
const RUN: &str = "val () = Main.main ()";

/// The peer's program, or that of all, without its last line, and a folder for what is made of it.
fn sml(name: &str, peer: &str, places: &Places) -> Result<(String, PathBuf), String> {
    let own = places.sources.join(format!("{name}-{peer}.sml"));
    let path = if own.exists() { own } else { places.sources.join(format!("{name}.sml")) };
    let shown = path.display();
    let text = behind_prelude(&path)?;
    let Some(program) = text.trim_end().strip_suffix(RUN) else {
        return Err(format!("{shown}: does not end in `{RUN}`"));
    };
    let folder = places.work.join(format!("{}-{peer}", name.replace('/', "-")));
    std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    Ok((program.to_owned(), folder))
}

fn sml_nj(name: &str, peer: &str, library: &str, places: &Places) -> Result<Task, String> {
    let (program, folder) = sml(name, peer, places)?;
    let start = "structure Start = struct\n  \
        fun main (_ : string, _ : string list) = (Main.main (); OS.Process.success)\nend\n";
    write(&folder.join("program.sml"), &program)?;
    write(&folder.join("start.sml"), start)?;
    let group = format!("Group is\n  {library}\n  program.sml\n  start.sml\n");
    write(&folder.join("sources.cm"), &group)?;
    let mut build = Command::new("ml-build");
    checked(build.current_dir(&folder).args(["sources.cm", "Start.main", "heap"]))?;
    let heap = folder.join("heap");
    Ok(Task::new("sml", &[&format!("@SMLload={}", heap.display())]))
}

/// One thread collects garbage: time on the processor counts, not the clock.
fn poly_ml(name: &str, places: &Places) -> Result<Task, String> {
    let (program, folder) = sml(name, "polyml", places)?;
    let source = folder.join("program.sml");
    write(&source, &format!("{program}fun main () = Main.main ();\n"))?;
    let executable = folder.join("program");
    checked(Command::new("polyc").arg("-o").arg(&executable).arg(&source))?;
    Ok(Task::new(executable, &["--gcthreads", "1"]))
}

/// The compiler keeps what it has compiled in a folder of its own, here beside the executable.
fn go(name: &str, places: &Places) -> Result<Task, String> {
    let executable = places.work.join(format!("{}-go", name.replace('/', "-")));
    let mut build = Command::new("go");
    build.env("GOCACHE", places.work.join("go")).args(["build", "-o"]).arg(&executable);
    let source = places.sources.join(format!("{name}.go"));
    checked(build.arg(source.with_file_name("prelude.go")).arg(source))?;
    Ok(Task::new(executable, &[]))
}

/// The text of a program behind the prelude of its folder, if that has one for its language.
fn behind_prelude(path: &Path) -> Result<String, String> {
    let mut prelude = path.with_file_name("prelude");
    prelude.set_extension(path.extension().unwrap_or_default());
    let before = if prelude.exists() { read(&prelude)? } else { String::new() };
    Ok(before + &read(path)?)
}

/// Runs a command that must succeed.
pub(super) fn checked(command: &mut Command) -> Result<(), String> {
    let shown = format!("{command:?}");
    let output = command.output().map_err(|e| format!("{shown}: {e} (try `make bench-setup`)"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("{shown}: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr)))
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    std::fs::copy(from, to).map(drop).map_err(|e| format!("{}: {e}", from.display()))
}
