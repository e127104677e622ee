//! An independent checker of certificates.
//!
//! A certificate says, for every cluster of a Flow program, what is live where
//! each body begins, and which register each variable gets. This crate decides
//! anew whether that is so, from the program's text as `--emit flow` writes it:
//! the rules of liveness and coherence, and that registers of what is live at once
//! are apart (Schneider, Smolka, Hack: *A Linear First-Order Functional Intermediate
//! Language*). It shares no code with the analyses, and depends on no crate.
//!
//! ```text
//! certificate ::= "kont certificate 1" "rest" hash cluster* ["verdict:" ...]
//! cluster     ::= "cluster" name "hash" hash
//!                 ("live" number*)*             for each body, in the order of the text
//!                 "assign" (number ":" number)*
//!                 "names" n "largest" n "end"
//! ```
//! each on a line of its own. Numbers are those of variables. Hashes are SHA-256, of
//! the lines of a cluster and of the lines that belong to none.
//!
//! Absent on purpose: any trust in the certificate, and any analysis.

mod certificate;
mod rules;
mod sha256;
mod text;

#[cfg(test)]
mod tests;

use certificate::Claim;
use text::Cluster;

/// The first line of a certificate.
pub const HEADER: &str = "kont certificate 1";

/// What came out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// How many clusters there are.
    pub clusters: usize,
    /// Why the certificate is refused; none if it holds.
    pub refusals: Vec<String>,
}

/// The name and hash of each cluster of a program, in order.
pub fn hashes(program: &str) -> Vec<(String, String)> {
    let parts = text::split(program);
    parts.clusters.iter().map(|lines| (text::name_of(lines), hash(lines))).collect()
}

/// The hash of what belongs to no cluster.
pub fn rest_hash(program: &str) -> String {
    hash(&text::split(program).rest)
}

fn hash(lines: &[&str]) -> String {
    let mut state = sha256::Sha256::new();
    for line in lines {
        state.update(line.as_bytes());
        state.update(b"\n");
    }
    state.hex()
}

/// Decides whether a certificate holds of a program.
///
/// # Errors
/// If one of the two is not what it should be.
pub fn verify(certificate: &str, program: &str) -> Result<Verdict, String> {
    let (rest, claims) = certificate::read(certificate)?;
    let parts = text::split(program);
    let mut refusals = Vec::new();
    if hash(&parts.rest) != rest {
        refusals.push("the declarations are not those of the certificate".to_owned());
    }
    if claims.len() != parts.clusters.len() {
        let (have, want) = (parts.clusters.len(), claims.len());
        refusals.push(format!("the program has {have} clusters, the certificate {want}"));
    }
    for (lines, claim) in parts.clusters.iter().zip(&claims) {
        let name = text::name_of(lines);
        if name != claim.name || hash(lines) != claim.hash {
            refusals.push(format!("{name}: not the cluster of the certificate ({})", claim.name));
            continue;
        }
        let cluster = text::read(lines).map_err(|why| format!("{name}: {why}"))?;
        refusals.extend(decide(&cluster, claim).into_iter().map(|why| format!("{name}: {why}")));
    }
    Ok(Verdict { clusters: parts.clusters.len(), refusals })
}

fn decide(cluster: &Cluster, claim: &Claim) -> Vec<String> {
    if claim.live.len() != cluster.bodies.len() {
        let (have, want) = (claim.live.len(), cluster.bodies.len());
        return vec![format!("{have} live sets for {want} bodies")];
    }
    let mut refusals = rules::bound_once(cluster);
    refusals.extend(rules::liveness(cluster, claim));
    if refusals.is_empty() {
        refusals.extend(rules::coherence(cluster, claim));
        refusals.extend(rules::assignment(cluster, claim));
    }
    refusals
}
