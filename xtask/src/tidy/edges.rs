//! The table of crates and the crates of ours that they may depend on. An edge that is not in
//! it is a violation.

use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// Allowed dependencies among our crates. Test dependencies are not restricted.
const EDGES: &[(&str, &[&str])] = &[
    ("abi", &[]),
    ("base", &[]),
    ("process", &["host"]),
    ("faults", &[]),
    ("host", &["abi"]),
    ("diag", &["base"]),
    ("pass", &["base"]),
    // What the three languages share, from the text kit to the values of their interpreters, which
    // ask the host for the world.
    ("text", &["base"]),
    ("c-abi", &[]),
    ("types", &["abi", "base", "c-abi", "text"]),
    ("prim", &["abi", "base", "c-abi", "host", "text", "types"]),
    ("values", &["abi", "base", "c-abi", "host", "prim", "types"]),
    // The languages: never one another, never diag.
    ("anf", &["abi", "base", "c-abi", "host", "pass", "prim", "text", "types", "values"]),
    // ANF in another notation, for front ends and the driver.
    ("anf-json", &["anf", "base", "c-abi", "prim", "text", "types"]),
    ("cps", &["base", "c-abi", "host", "pass", "prim", "text", "types", "values"]),
    (
        "flow",
        &["abi", "base", "c-abi", "faults", "host", "pass", "prim", "text", "types", "values"],
    ),
    ("cps-opt", &["cps", "abi", "base", "faults", "pass", "prim", "types"]),
    ("flow-opt", &["flow", "base", "faults", "pass", "prim", "types"]),
    ("lower", &["anf", "cps", "flow", "abi", "base", "faults", "pass", "prim", "types"]),
    ("codegen-llvm", &["flow", "abi", "base", "c-abi", "faults", "prim", "types"]),
    ("jit", &["codegen-llvm", "abi", "runtime", "host"]),
    ("link", &["codegen-llvm", "abi", "process"]),
    // What a front end is: it knows the stages, and nobody who comes before or after them.
    ("front", &["anf", "anf-json", "base", "cps", "diag", "flow"]),
    // IL enters at Flow. Whoever checks certificates shares nothing with who makes them.
    ("il", &["base", "diag", "faults", "flow", "front", "text"]),
    ("il-verify", &[]),
    ("il-commands", &["diag", "driver", "flow", "front", "il", "il-verify"]),
    // Front ends end at ANF. Of Standard ML, only lowering knows ANF, and the rest of the
    // compiler sees `sml` alone.
    ("sml-syntax", &["base", "diag", "faults"]),
    ("sml-elab", &["base", "diag", "faults", "prim", "sml-syntax", "text", "types"]),
    ("sml-project", &["base", "diag", "sml-elab", "sml-syntax"]),
    ("sml-lower", &["anf", "base", "diag", "faults", "prim", "sml-elab", "sml-syntax", "types"]),
    ("sml", &["diag", "front", "sml-elab", "sml-lower", "sml-project"]),
    // Cogent, of which the syntax knows nothing of the rest.
    ("cogent-syntax", &["base", "diag"]),
    ("cogent-check", &["base", "cogent-syntax", "diag"]),
    ("cogent-c", &["base", "c-abi", "cogent-check", "cogent-syntax", "diag"]),
    (
        "cogent-lower",
        &[
            "anf",
            "base",
            "c-abi",
            "cogent-c",
            "cogent-check",
            "cogent-syntax",
            "diag",
            "prim",
            "types",
        ],
    ),
    (
        "cogent",
        &[
            "base",
            "c-abi",
            "cogent-c",
            "cogent-check",
            "cogent-lower",
            "cogent-syntax",
            "diag",
            "front",
        ],
    ),
    // Scheme: data are read without any knowledge of what they mean.
    ("scheme-syntax", &["base", "diag"]),
    ("scheme-expand", &["base", "diag", "prim", "scheme-syntax"]),
    ("scheme-lower", &["anf", "base", "diag", "prim", "scheme-expand", "scheme-syntax", "types"]),
    ("scheme", &["anf", "base", "diag", "front", "scheme-expand", "scheme-lower"]),
    ("fil", &["anf", "base", "diag", "front", "prim", "types"]),
    ("calc", &["anf", "base", "front", "prim", "types"]),
    // The guide's language has a command of its own.
    ("mini", &["anf", "base", "diag", "driver", "front", "prim", "types"]),
    ("runtime", &["abi", "faults", "host"]),
    // Stages, and no language.
    (
        "driver",
        &[
            "abi",
            "anf",
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
            "values",
        ],
    ),
    // Sessions in Standard ML.
    ("repl", &["base", "diag", "driver", "front", "host", "process", "sml"]),
    // The languages are listed here, and nowhere else.
    (
        "cli",
        &[
            "calc",
            "cogent",
            "driver",
            "diag",
            "fil",
            "front",
            "il",
            "il-commands",
            "process",
            "repl",
            "scheme",
            "sml",
        ],
    ),
    ("xtask", &["base"]),
    // The harness drives the command from outside.
    ("testkit", &[]),
    // Every language, and native code through the command.
    (
        "fuzz",
        &[
            "abi",
            "anf",
            "anf-json",
            "base",
            "c-abi",
            "cogent-c",
            "cogent-check",
            "cogent-lower",
            "cogent-syntax",
            "cps",
            "cps-opt",
            "diag",
            "faults",
            "fil",
            "flow",
            "flow-opt",
            "host",
            "il",
            "lower",
            "pass",
            "prim",
            "scheme",
            "scheme-syntax",
            "sml",
            "testkit",
            "types",
            "values",
        ],
    ),
];

/// Edges of the workspace that the table does not have.
pub(super) fn check(root: &Path) -> Result<Vec<String>, String> {
    let output = Command::new("cargo")
        .args(["metadata", "--no-deps", "--offline", "--locked", "--format-version", "1"])
        .current_dir(root)
        .output()
        .map_err(|e| format!("cannot run cargo: {e}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    violations(&output.stdout)
}

/// Violations among the packages of what `cargo metadata` prints.
fn violations(metadata: &[u8]) -> Result<Vec<String>, String> {
    let metadata: Value =
        serde_json::from_slice(metadata).map_err(|e| format!("cargo metadata: {e}"))?;
    let mut violations = Vec::new();
    for package in list(&metadata, "packages")? {
        let name = name(package)?;
        let Some((_, allowed)) = EDGES.iter().find(|(n, _)| *n == name) else {
            violations
                .push(format!("{name}: not in the table of crate edges (xtask/src/tidy/edges.rs)"));
            continue;
        };
        for dependency in list(package, "dependencies")?.iter().filter(|d| d["kind"] != "dev") {
            let dependency = self::name(dependency)?;
            let ours = EDGES.iter().any(|(n, _)| *n == dependency);
            if ours && !allowed.contains(&dependency) {
                violations.push(format!("{name}: may not depend on {dependency}"));
            }
        }
    }
    Ok(violations)
}

fn list<'m>(value: &'m Value, field: &str) -> Result<&'m [Value], String> {
    value[field]
        .as_array()
        .map(Vec::as_slice)
        .ok_or_else(|| format!("cargo metadata: no list `{field}`"))
}

/// The name of a package as the table has it.
fn name(package: &Value) -> Result<&str, String> {
    let name = package["name"].as_str().ok_or("cargo metadata: a package without a name")?;
    Ok(name.strip_prefix("kont-").unwrap_or(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn refuses_edges_that_are_not_in_the_table() {
        let dependencies = json!([
            { "name": "kont-base", "kind": null },
            { "name": "kont-flow", "kind": null },
            { "name": "kont-abi", "kind": "build" },
            { "name": "kont-cps", "kind": "dev" },
            { "name": "libc", "kind": null },
        ]);
        let metadata = json!({ "packages": [
            { "name": "kont-pass", "dependencies": dependencies },
            { "name": "kont-nobody", "dependencies": [] },
        ]});
        let found = violations(metadata.to_string().as_bytes()).expect("metadata");
        let table = "not in the table of crate edges (xtask/src/tidy/edges.rs)";
        assert_eq!(
            found,
            [
                "pass: may not depend on flow".to_owned(),
                "pass: may not depend on abi".to_owned(),
                format!("nobody: {table}"),
            ]
        );
    }
}
