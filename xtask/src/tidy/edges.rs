//! Which crate may depend on which. An edge that is not in the table is a
//! violation.

use std::path::Path;

/// Allowed dependencies among our crates. Test dependencies are not restricted.
const EDGES: &[(&str, &[&str])] = &[
    ("abi", &[]),
    ("base", &[]),
    ("process", &["host"]),
    ("faults", &[]),
    ("host", &["abi"]),
    ("diag", &["base"]),
    ("pass", &["base"]),
    // What the three languages share; host is what their interpreters ask of the world.
    ("prim", &["abi", "base", "host"]),
    // The languages: never one another, never diag.
    ("anf", &["abi", "base", "host", "pass", "prim"]),
    ("cps", &["base", "host", "pass", "prim"]),
    ("flow", &["abi", "base", "host", "pass", "prim"]),
    ("anf-opt", &["anf", "base", "pass", "prim"]),
    ("cps-opt", &["cps", "base", "faults", "pass", "prim"]),
    ("flow-opt", &["flow", "base", "faults", "pass", "prim"]),
    ("lower", &["anf", "cps", "flow", "abi", "base", "faults", "pass", "prim"]),
    ("codegen-llvm", &["flow", "abi", "base", "faults", "prim"]),
    ("jit", &["codegen-llvm", "abi", "runtime"]),
    ("link", &["codegen-llvm", "abi", "process"]),
    // What a front end is: it knows the stages, and nobody who comes before or after them.
    ("front", &["anf", "base", "cps", "diag", "flow"]),
    // IL enters at Flow. Whoever checks certificates shares nothing with who makes them.
    ("il", &["base", "diag", "flow", "front", "prim"]),
    ("il-verify", &[]),
    ("il-commands", &["diag", "driver", "flow", "front", "il", "il-verify"]),
    // Front ends end at ANF. Of Standard ML, only lowering knows ANF, and the rest of the
    // compiler sees `sml` alone.
    ("sml-syntax", &["base", "diag", "faults"]),
    ("sml-elab", &["base", "diag", "faults", "prim", "sml-syntax"]),
    ("sml-project", &["base", "diag", "sml-elab", "sml-syntax"]),
    ("sml-lower", &["anf", "base", "diag", "faults", "prim", "sml-elab", "sml-syntax"]),
    ("sml", &["anf", "base", "diag", "front", "sml-elab", "sml-lower", "sml-project"]),
    // Cogent, of which the syntax knows nothing of the rest.
    ("cogent-syntax", &["base", "diag"]),
    ("cogent-check", &["base", "cogent-syntax", "diag"]),
    ("calc", &["anf", "base", "front", "prim"]),
    ("runtime", &["abi", "faults", "host"]),
    // Stages, and no language.
    (
        "driver",
        &[
            "abi",
            "anf",
            "anf-opt",
            "base",
            "codegen-llvm",
            "cps",
            "cps-opt",
            "diag",
            "flow",
            "flow-opt",
            "front",
            "host",
            "jit",
            "link",
            "lower",
            "pass",
            "prim",
            "process",
            "runtime",
        ],
    ),
    // The languages are listed here, and nowhere else.
    ("cli", &["calc", "driver", "diag", "front", "il", "il-commands", "process", "sml"]),
    ("xtask", &[]),
    // The harness drives the command from outside.
    ("testkit", &[]),
    // Every language, and native code through the command.
    (
        "fuzz",
        &[
            "abi", "anf", "anf-opt", "base", "cps", "cps-opt", "diag", "faults", "flow",
            "flow-opt", "host", "il", "lower", "pass", "prim", "sml", "testkit",
        ],
    ),
];

/// Edges of the workspace that the table does not have.
pub(super) fn check(root: &Path) -> Result<Vec<String>, String> {
    let mut violations = Vec::new();
    for (name, manifest) in manifests(root)? {
        let Some((_, allowed)) = EDGES.iter().find(|(n, _)| *n == name) else {
            violations
                .push(format!("{name}: not in the table of crate edges (xtask/src/tidy/edges.rs)"));
            continue;
        };
        for dependency in dependencies(&manifest) {
            let ours = EDGES.iter().any(|(n, _)| *n == dependency);
            if ours && !allowed.contains(&dependency) {
                violations.push(format!("{name}: may not depend on {dependency}"));
            }
        }
    }
    Ok(violations)
}

fn manifests(root: &Path) -> Result<Vec<(String, String)>, String> {
    let mut folders = vec![root.join("runtime"), root.join("xtask")];
    for entry in std::fs::read_dir(root.join("crates")).map_err(|e| e.to_string())? {
        folders.push(entry.map_err(|e| e.to_string())?.path());
    }
    folders.sort();
    let mut manifests = Vec::new();
    for folder in folders {
        let path = folder.join("Cargo.toml");
        let text =
            std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        manifests.push((name, text));
    }
    Ok(manifests)
}

/// The names in `[dependencies]`.
fn dependencies(manifest: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut inside = false;
    for line in manifest.lines() {
        if line.starts_with('[') {
            inside = line == "[dependencies]";
        } else if inside {
            names.extend(line.split(['.', ' ', '=']).next().filter(|name| !name.is_empty()));
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_dependencies_only() {
        let manifest = "[package]\nname = \"x\"\n[dependencies]\nanf.workspace = true\nlibc = \"1\"\n\n\
                        [dev-dependencies]\ncps.workspace = true\n";
        assert_eq!(dependencies(manifest), ["anf", "libc"]);
    }
}
