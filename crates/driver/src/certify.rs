//! Certificates: for every cluster its live sets and a register assignment,
//! to be decided again by somebody else.

use crate::{Emit, Failure, Output, bug};
use flow::assign::{assign, class};
use flow::{Liveness, Unit};
use std::fmt::Write;
use std::path::PathBuf;

/// Where the certificate goes: next to the first output.
pub(crate) fn path(outputs: &[(Emit, Output)]) -> Result<PathBuf, Failure> {
    match outputs.first() {
        Some((_, Output::File(path))) => {
            let mut path = path.clone().into_os_string();
            path.push(".cert");
            Ok(path.into())
        }
        Some((_, Output::Stdout)) | None => {
            Err(Failure::Usage("a certificate goes next to a file; say -o".to_owned()))
        }
    }
}

/// The certificate of a unit whose clusters are renamed apart, with the
/// verdict of the independent checker.
pub(crate) fn certificate(unit: &Unit) -> Result<String, Failure> {
    if let Some(violation) = flow::bound_once(unit).first() {
        let hint = "a certificate is of clusters whose variables are bound once";
        return Err(Failure::with_hint(violation.clone(), hint));
    }
    let text = unit.to_string();
    let hashes = il_verify::hashes(&text);
    let mut out = format!("{}\nrest {}\n", il_verify::HEADER, il_verify::rest_hash(&text));
    for (cluster, (name, hash)) in unit.clusters.values().zip(hashes) {
        let live = Liveness::of(cluster);
        let assignment = assign(&live, |var| class(unit.vars[var].kind));
        // Writing to a string does not fail.
        let _ = writeln!(out, "cluster {name}\nhash {hash}");
        for body in 0..live.outline().bodies.len() {
            let _ = write!(out, "live");
            live.at_body(body).iter().for_each(|var| {
                let _ = write!(out, " {}", var.0);
            });
            out.push('\n');
        }
        let mut names: Vec<(u32, u32)> =
            assignment.names.iter().map(|(var, name)| (var.0, name.0)).collect();
        names.sort_unstable();
        out.push_str("assign");
        for (var, name) in names {
            let _ = write!(out, " {var}:{name}");
        }
        let (count, largest) = (assignment.count, assignment.largest);
        let _ = writeln!(out, "\nnames {count} largest {largest}\nend");
    }
    match il_verify::verify(&out, &text) {
        Ok(verdict) if verdict.refusals.is_empty() => {
            let _ = writeln!(out, "verdict: yes, {} clusters", verdict.clusters);
            Ok(out)
        }
        Ok(verdict) => {
            Err(bug::found(format!("the certificate is refused: {}", verdict.refusals.join("; "))))
        }
        Err(why) => Err(bug::found(format!("the certificate cannot be read: {why}"))),
    }
}
