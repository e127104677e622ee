//! Certificates: for every cluster its live sets and a register assignment,
//! to be decided again by somebody else.

use driver::{Beside, Failure};
use flow::assign::{assign, class};
use flow::{Liveness, Unit};
use std::fmt::Write;

/// The file that `kont build --certify` writes.
pub const CERTIFICATE: Beside =
    Beside { what: "a certificate", ending: ".cert", make: certificate };

/// The certificate of a unit whose clusters are renamed apart, with the
/// verdict of the independent checker.
fn certificate(unit: &Unit) -> Result<String, Failure> {
    if let Some(violation) = flow::bound_once(unit).first() {
        let hint = "a certificate is of clusters whose variables are bound once";
        return Err(Failure::with_hint(violation.what.clone(), hint));
    }
    let text = unit.to_string();
    let claims: Vec<String> = unit.clusters.values().map(|cluster| claim(unit, cluster)).collect();
    let unjudged: String = claims.iter().map(|claim| format!("cluster\n{claim}end\n")).collect();
    let verdict = il_verify::decide(&format!("{}\n{unjudged}", il_verify::HEADER), &text)
        .map_err(|why| Failure::bug(format!("the certificate cannot be read: {why}")))?;
    let refusals: Vec<String> = verdict.all_refusals().collect();
    if !refusals.is_empty() {
        return Err(Failure::bug(format!("the certificate is refused: {}", refusals.join("; "))));
    }
    let mut out = format!("{}\nrest {}\n", il_verify::HEADER, verdict.rest);
    for (cluster, claim) in verdict.clusters.iter().zip(&claims) {
        let il_verify::ClusterVerdict { name, hash, .. } = cluster;
        // Writing to a string does not fail.
        let _ = write!(out, "cluster {name}\nhash {hash}\n{claim}verdict yes\nend\n");
    }
    out.push_str("verdict yes\n");
    Ok(out)
}

/// The claim about a cluster.
fn claim(unit: &Unit, cluster: &flow::Cluster) -> String {
    let live = Liveness::of(cluster);
    let assignment = assign(&live, |var| class(unit.vars[var].kind));
    let mut out = String::new();
    for body in 0..live.outline().bodies.len() {
        out.push_str("live");
        live.at_body(body).iter().for_each(|var| {
            // Writing to a string does not fail.
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
    let _ = writeln!(out, "\nnames {count} largest {largest}");
    out
}
