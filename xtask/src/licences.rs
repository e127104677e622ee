//! The list of the packages that Kont is made from, with their licences: `THIRD-PARTY.md`.
//!
//! The packages are those of `cargo tree` for the platform that Kont runs on, which needs no
//! network. Whether their licences will do is `cargo-deny`'s business (`deny.toml`).

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

const LIST: &str = "THIRD-PARTY.md";
const PLATFORM: &str = "x86_64-unknown-linux-gnu";

const HEAD: &str = "\
# Third-party packages

Kont is made from these packages, all under permissive licences, as `make lint` checks. `cargo xtask licences` writes this list, and a test checks that it is current.

The command also loads LLVM (Apache-2.0 WITH LLVM-exception) as a shared library of the system. The command and the runtime contain Rust's standard library (MIT OR Apache-2.0).
";

/// A package of somebody else.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Package {
    licence: String,
    repository: String,
}

/// Packages by name and version.
type Packages = BTreeMap<String, Package>;

/// Writes the list.
pub(crate) fn run(root: &Path) -> Result<(), String> {
    let list = list(root)?;
    std::fs::write(root.join(LIST), list).map_err(|e| format!("{LIST}: {e}"))
}

/// The text of the list.
fn list(root: &Path) -> Result<String, String> {
    let runtime = packages(root, &["-p", "kont-runtime", "-e", "normal"])?;
    let command = packages(root, &["-p", "kont-cli", "-e", "normal"])?;
    let all = packages(root, &["--workspace", "-e", "normal,build,dev"])?;
    let except = |all: &Packages, some: &Packages| -> Packages {
        all.iter()
            .filter(|(name, _)| !some.contains_key(*name))
            .map(|(name, package)| (name.clone(), package.clone()))
            .collect()
    };
    let mut text = HEAD.to_owned();
    section(&mut text, "In every executable that Kont makes, and in the command", &runtime);
    section(&mut text, "In the command", &except(&command, &runtime));
    section(&mut text, "For building and testing", &except(&all, &command));
    Ok(text)
}

fn section(text: &mut String, title: &str, packages: &Packages) {
    text.push_str(&format!(
        "\n## {title}\n\n| package | licence | source |\n| --- | --- | --- |\n"
    ));
    for (name, Package { licence, repository }) in packages {
        text.push_str(&format!("| {name} | {licence} | {repository} |\n"));
    }
}

/// The packages of others that `cargo tree` names.
fn packages(root: &Path, args: &[&str]) -> Result<Packages, String> {
    let output = Command::new("cargo")
        .args(["tree", "--offline", "--locked", "--prefix", "none", "--no-dedupe"])
        .args(["--target", PLATFORM, "--format", "{p}|{l}|{r}"])
        .args(args)
        .current_dir(root)
        .output()
        .map_err(|e| format!("cannot run cargo: {e}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    Ok(read(&String::from_utf8_lossy(&output.stdout)))
}

/// The packages in lines `name vVERSION (...)|licence|repository`. Ours stand in
/// a folder, which is then in the parentheses.
fn read(text: &str) -> Packages {
    let mut packages = Packages::new();
    for line in text.lines().filter(|line| !line.contains("(/")) {
        let mut fields = line.split('|');
        let (Some(name), Some(licence), Some(repository)) =
            (fields.next(), fields.next(), fields.next())
        else {
            continue;
        };
        let name: Vec<&str> = name.split_whitespace().take(2).collect();
        let [licence, repository] = [licence, repository].map(|field| field.trim().to_owned());
        packages.insert(name.join(" "), Package { licence, repository });
    }
    packages
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_current() {
        let root = crate::root();
        let list = list(&root).unwrap_or_else(|message| panic!("\n{message}"));
        let written = std::fs::read_to_string(root.join(LIST)).unwrap_or_default();
        assert!(list == written, "{LIST} is out of date: run `cargo xtask licences`");
    }

    #[test]
    fn reads_packages_of_others() {
        let text = "kont-x v0.1.0 (/home/k/crates/x)|MIT|\n\
                    syn v2.0.1|MIT OR Apache-2.0|https://example.org/syn\n\
                    q v1.0.0 (proc-macro)|MIT|\n\n";
        let found = read(text);
        let names: Vec<&str> = found.keys().map(String::as_str).collect();
        assert_eq!(names, ["q v1.0.0", "syn v2.0.1"]);
        assert_eq!(found["syn v2.0.1"].repository, "https://example.org/syn");
    }
}
