//! `cargo xtask suite`: runs the programs of a folder and lists those that do not print what is
//! expected. It knows no suite: what is in the folder is all there is.

use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The options of the command line.
struct Suite {
    folder: PathBuf,
    /// Lines of what is expected that contain one of these are not printed; they say that
    /// the exit code is not 0.
    nonzero: Vec<String>,
    /// The longest time that a program may take on the clock.
    limit: Duration,
    /// Given to `kont build`.
    flags: Vec<String>,
}

impl Suite {
    fn new(args: &[String]) -> Result<Suite, String> {
        let mut suite = Suite {
            folder: PathBuf::new(),
            nonzero: Vec::new(),
            limit: Duration::from_secs(60),
            flags: Vec::new(),
        };
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            let mut value = || args.next().cloned().ok_or(format!("{arg} needs a value"));
            match arg.as_str() {
                "--nonzero" => suite.nonzero.push(value()?),
                "--seconds" => {
                    let seconds = value()?.parse().map_err(|_| "--seconds needs a number")?;
                    suite.limit = Duration::from_secs(seconds);
                }
                flag if flag.starts_with('-') => suite.flags.push(flag.to_owned()),
                folder => suite.folder = PathBuf::from(folder),
            }
        }
        Ok(suite)
    }

    /// The names of the programs, in order.
    fn names(&self) -> Result<Vec<String>, String> {
        let wrong = |e| format!("{}: {e}", self.folder.display());
        let mut names = Vec::new();
        for entry in std::fs::read_dir(&self.folder).map_err(wrong)? {
            let name = entry.map_err(wrong)?.file_name().to_string_lossy().into_owned();
            names.extend(name.strip_suffix(".sml").map(str::to_owned));
        }
        names.sort_unstable();
        Ok(names)
    }

    /// The fault of a program, if it has one; without `NAME.ok` only that it is rejected or does
    /// not succeed.
    fn fault(&self, kont: &Path, name: &str) -> Result<Option<String>, String> {
        let folder = Scratch::new()?;
        let program = folder.0.join("program");
        let build = Command::new(kont)
            .arg("build")
            .args(&self.flags)
            .arg(format!("{name}.sml"))
            .arg("-o")
            .arg(&program)
            .current_dir(&self.folder)
            .output()
            .map_err(|e| format!("{}: {e}", kont.display()))?;
        if !build.status.success() {
            return Ok(Some(format!("is rejected: {}", first_line(&build.stderr))));
        }
        let outputs = [folder.0.join("out"), folder.0.join("err")];
        let create = |path: &Path| std::fs::File::create(path).map_err(|e| e.to_string());
        let child = Command::new(&program)
            .arg0(format!("./{name}"))
            .current_dir(&self.folder)
            .stdin(Stdio::null())
            .stdout(create(&outputs[0])?)
            .stderr(create(&outputs[1])?)
            .spawn()
            .map_err(|e| format!("{name}: {e}"))?;
        let Some(code) = wait(child, self.limit)? else {
            return Ok(Some(format!("takes more than {} s", self.limit.as_secs())));
        };
        let read = |path: &Path| std::fs::read(path).map_err(|e| e.to_string());
        let (out, err) = (read(&outputs[0])?, read(&outputs[1])?);
        let said = first_line(&err);
        let Ok(expected) = std::fs::read(self.folder.join(format!("{name}.ok"))) else {
            return Ok((code != 0).then(|| format!("exit code {code}: {said}")));
        };
        let (expected, fails) = self.printed(&expected);
        Ok(match fault(&expected, &out) {
            Some(fault) if code != 0 => Some(format!("{fault}; exit code {code}: {said}")),
            Some(fault) => Some(fault),
            None if fails != (code != 0) => Some(format!("exit code {code}: {said}")),
            None => None,
        })
    }

    /// The output of a program that does what is expected, and whether it is to fail.
    fn printed(&self, expected: &[u8]) -> (Vec<u8>, bool) {
        let is_mark = |line: &&[u8]| {
            let line = String::from_utf8_lossy(line);
            self.nonzero.iter().any(|mark| line.contains(mark))
        };
        let lines: Vec<&[u8]> = expected.split_inclusive(|byte| *byte == b'\n').collect();
        let printed: Vec<&[u8]> = lines.iter().copied().filter(|line| !is_mark(line)).collect();
        (printed.concat(), printed.len() < lines.len())
    }
}

fn first_line(text: &[u8]) -> String {
    String::from_utf8_lossy(text).lines().next().unwrap_or_default().to_owned()
}

/// The first difference between what is expected and what a program printed.
fn fault(expected: &[u8], out: &[u8]) -> Option<String> {
    if out == expected {
        return None;
    }
    let lines = |text: &[u8]| -> Vec<String> {
        String::from_utf8_lossy(text).split('\n').map(str::to_owned).collect()
    };
    let (out, expected) = (lines(out), lines(expected));
    let line = (0..).find(|line| out.get(*line) != expected.get(*line)).unwrap_or_default();
    let shown = |lines: &[String]| match lines.get(line) {
        Some(text) => format!("`{}`", text.chars().take(60).collect::<String>()),
        None => "nothing".to_owned(),
    };
    Some(format!("line {} is {}, not {}", line + 1, shown(&out), shown(&expected)))
}

/// The exit code, or nothing if it took too long; then it is ended.
fn wait(mut child: Child, limit: Duration) -> Result<Option<i32>, String> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().map_err(|e| e.to_string())? {
            return Ok(Some(status.code().unwrap_or(-1)));
        }
        if start.elapsed() > limit {
            child.kill().and_then(|()| child.wait()).map_err(|e| e.to_string())?;
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// A folder that is removed again.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Result<Scratch, String> {
        let folder = std::env::temp_dir().join(format!("kont-suite-{}", std::process::id()));
        std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        Ok(Scratch(folder))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What is left behind is in the folder of temporary files.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Builds the command, runs all programs, and lists those that differ.
pub(crate) fn run(root: &Path, args: &[String]) -> Result<(), String> {
    let suite = Suite::new(args)?;
    let names = suite.names()?;
    let build = ["build", "--quiet", "--release", "-p", "kont-cli", "-p", "kont-runtime"];
    crate::fuzz::cargo(root, &build, &[])?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from);
    let kont = target.join("release/kont");
    let mut wrong = 0;
    for name in &names {
        if let Some(fault) = suite.fault(&kont, name)? {
            println!("{name}: {fault}");
            wrong += 1;
        }
    }
    println!("{} of {} programs do what is expected", names.len() - wrong, names.len());
    if wrong == 0 { Ok(()) } else { Err(format!("{wrong} differ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_is_told() {
        assert_eq!(fault(b"a\nb\n", b"a\nb\n"), None);
        assert_eq!(fault(b"a\nb\n", b"a\nc\n").as_deref(), Some("line 2 is `c`, not `b`"));
        assert_eq!(fault(b"a", b"a\nb").as_deref(), Some("line 2 is `b`, not nothing"));
    }

    #[test]
    fn the_command_line() {
        let args = ["--nonzero", "Failed.", "suite", "-O0", "--seconds", "5"];
        let suite = Suite::new(&args.map(str::to_owned)).expect("it is right");
        assert_eq!(suite.folder, PathBuf::from("suite"));
        assert_eq!(suite.limit.as_secs(), 5);
        assert_eq!(suite.printed(b"a\nit Failed. so\nb\n"), (b"a\nb\n".to_vec(), true));
        assert_eq!(suite.printed(b"failed"), (b"failed".to_vec(), false));
        assert_eq!(suite.flags, ["-O0"]);
        assert!(Suite::new(&["--seconds".to_owned()]).is_err());
    }
}
