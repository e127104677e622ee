//! The kernel for Jupyter: a folder with a description and a program in Python, which has
//! `kont repl --protocol` do the work.
//!
//! The program needs Python and the package `ipykernel`. It is installed for one Python, as Jupyter
//! does it: what the kernel needs can be in another place than what Jupyter needs.

use driver::{Failure, Output};
use serde_json::{Value, json};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The program.
const PROGRAM: &str = include_str!("kernel.py");

/// The files of a kernel, by name.
const FILES: [&str; 2] = ["kernel.json", "kernel.py"];

/// The place where kernels are installed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// In the user's folder.
    User,
    /// Below a folder such as `/usr/local`.
    Prefix(PathBuf),
    /// Where the Python that runs the kernel is installed, such as a virtual environment.
    Python,
}

/// A kernel: its place, its name, and the Python that runs it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kernel {
    /// The place.
    pub place: Place,
    /// The name that Jupyter knows it by.
    pub name: String,
    /// The name that is shown.
    pub title: String,
    /// The Python that runs it, if it is not `python3`.
    pub python: Option<PathBuf>,
}

impl Kernel {
    /// Writes its files; gives their folder, and warnings.
    ///
    /// # Errors
    /// If the name is none, or the system refuses.
    pub fn install(&self) -> Result<(PathBuf, Vec<String>), Failure> {
        let folder = self.folder()?;
        if folder.exists() && !is_ours(&folder) {
            return Err(not_ours(&folder));
        }
        let description = self.description()?;
        std::fs::create_dir_all(&folder).map_err(|error| {
            Failure::plain(format!("cannot make {}: {error}", folder.display()))
        })?;
        for (name, text) in FILES.into_iter().zip([description.as_str(), PROGRAM]) {
            Output::File(folder.join(name)).write(text.as_bytes())?;
        }
        Ok((folder, self.warnings()))
    }

    /// Removes its files; gives their folder.
    ///
    /// # Errors
    /// If there is no such kernel, or the system refuses.
    pub fn uninstall(&self) -> Result<PathBuf, Failure> {
        let folder = self.folder()?;
        if !folder.exists() {
            let title = format!("there is no kernel in {}", folder.display());
            let hint = "say where: --prefix DIR or --sys-prefix, and --name NAME";
            return Err(Failure::with_hint(title, hint));
        }
        if !is_ours(&folder) {
            return Err(not_ours(&folder));
        }
        std::fs::remove_dir_all(&folder).map_err(|error| {
            Failure::plain(format!("cannot remove {}: {error}", folder.display()))
        })?;
        Ok(folder)
    }

    /// The description, as it is installed.
    ///
    /// # Errors
    /// If it is not known where the command is.
    pub fn description(&self) -> Result<String, Failure> {
        let kont = std::env::current_exe()
            .map_err(|error| Failure::plain(format!("cannot find the command: {error}")))?;
        let python = self.python_path().unwrap_or_else(|| self.python_name());
        let words = [python.as_path(), Path::new("{resource_dir}/kernel.py"), &kont];
        let mut argv: Vec<_> = words.map(|word| word.to_string_lossy().into_owned()).to_vec();
        argv.extend(["-f".to_owned(), "{connection_file}".to_owned()]);
        let description = json!({
            "argv": argv,
            "display_name": self.title,
            "language": "sml",
            "interrupt_mode": "signal",
            "metadata": { "debugger": false, "kont": env!("CARGO_PKG_VERSION") },
        });
        Ok(format!("{description:#}\n"))
    }

    /// The folder of its files.
    fn folder(&self) -> Result<PathBuf, Failure> {
        let known = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        if self.name.is_empty() || self.name.starts_with('.') || !self.name.chars().all(known) {
            let why =
                format!("`{}` is no name of a kernel: letters, digits, -, _ and .", self.name);
            return Err(Failure::Usage(why));
        }
        let shared = |prefix: &Path| prefix.join("share/jupyter");
        let data = match &self.place {
            Place::User => user_data(|name| std::env::var_os(name)).ok_or_else(|| {
                Failure::plain("it is not known where your files are: HOME is not set")
            })?,
            Place::Prefix(prefix) => shared(prefix),
            Place::Python => shared(Path::new(&self.ask_python("import sys; print(sys.prefix)")?)),
        };
        // What is named, Jupyter names in small letters.
        Ok(data.join("kernels").join(self.name.to_lowercase()))
    }

    fn python_name(&self) -> PathBuf {
        self.python.clone().unwrap_or_else(|| "python3".into())
    }

    /// The whole path of the Python; links are kept, for a virtual environment is told by them.
    fn python_path(&self) -> Option<PathBuf> {
        let name = self.python_name();
        if name.components().count() > 1 {
            return std::path::absolute(name).ok();
        }
        let path = std::env::var_os("PATH")?;
        std::env::split_paths(&path).map(|folder| folder.join(&name)).find(|file| file.is_file())
    }

    /// Runs a line of Python; gives what it prints.
    fn ask_python(&self, line: &str) -> Result<String, Failure> {
        let python = self.python_name();
        let shown = python.display().to_string();
        let output = process::output(Command::new(&python).args(["-c", line]))
            .map_err(|error| Failure::plain(format!("cannot run {shown}: {error}")))?;
        if !output.status.success() {
            return Err(Failure::Said(String::from_utf8_lossy(&output.stderr).into_owned()));
        }
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }

    /// What is missing for the kernel to run.
    fn warnings(&self) -> Vec<String> {
        let shown = self.python_path().unwrap_or_else(|| self.python_name());
        let shown = shown.display();
        let found = process::output(
            Command::new(self.python_name()).args(["-c", "import ipykernel.kernelapp"]),
        );
        match found {
            Err(_) => vec![format!(
                "there is no {shown}, which runs the kernel: install Python 3.9 or later, and its package ipykernel"
            )],
            Ok(output) if !output.status.success() => vec![format!(
                "{shown} has no package ipykernel, which the kernel needs: `{shown} -m pip install ipykernel`, or name another Python with --python"
            )],
            Ok(_) => Vec::new(),
        }
    }
}

/// The folder of Jupyter's data of a user.
fn user_data(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let set = |name| variable(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    set("JUPYTER_DATA_DIR")
        .or_else(|| Some(set("XDG_DATA_HOME")?.join("jupyter")))
        .or_else(|| Some(set("HOME")?.join(".local/share/jupyter")))
}

/// True if a folder has a kernel that this command has written, and nothing else.
fn is_ours(folder: &Path) -> bool {
    let described = std::fs::read(folder.join("kernel.json")).unwrap_or_default();
    let described: Value = serde_json::from_slice(&described).unwrap_or(Value::Null);
    described["metadata"]["kont"].is_string()
}

fn not_ours(folder: &Path) -> Failure {
    Failure::plain(format!("{} is not a kernel of Kont", folder.display()))
}

#[cfg(test)]
mod tests {
    use super::user_data;
    use std::ffi::OsString;
    use std::path::PathBuf;

    fn folder(set: &[(&str, &str)]) -> Option<PathBuf> {
        user_data(|name| set.iter().find(|(n, _)| *n == name).map(|(_, v)| OsString::from(v)))
    }

    #[test]
    fn the_first_variable_counts() {
        let all = [("HOME", "/h"), ("XDG_DATA_HOME", "/x"), ("JUPYTER_DATA_DIR", "/j")];
        assert_eq!(folder(&all), Some("/j".into()));
        assert_eq!(folder(&all[..2]), Some("/x/jupyter".into()));
        assert_eq!(folder(&all[..1]), Some("/h/.local/share/jupyter".into()));
        assert_eq!(folder(&[("HOME", "")]), None);
    }
}
