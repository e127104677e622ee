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
//! certificate ::= "kont certificate 2" "rest" hash cluster* "verdict" "yes"
//! cluster     ::= "cluster" name "hash" hash
//!                 ("live" number*)*             for each body, in the order of the text
//!                 "assign" (number ":" number)*
//!                 "names" n "largest" n
//!                 "verdict" "yes"
//!                 "end"
//! ```
//! each on a line of its own, which ends in a line feed, in this order and nothing else, so
//! that there is one text for what is certified. Numbers are those of variables. Hashes are SHA-256, of
//! the lines of a cluster and of the lines that belong to none. The verdicts are what
//! this crate said when the certificate was made; they are decided again here.
//!
//! Absent on purpose: any trust in the certificate, and any analysis.

mod certificate;
mod map;
mod rules;
mod sha256;
mod text;

#[cfg(test)]
mod tests;

use certificate::{Certificate, Claim};
use text::Cluster;

/// The first line of a certificate.
pub const HEADER: &str = "kont certificate 2";

/// The outcome of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// The outcome for each cluster of the program, in order.
    pub clusters: Vec<ClusterVerdict>,
    /// The hash of the lines that belong to none.
    pub rest: String,
    /// The reasons why the certificate is not one of this program; none if it is.
    pub refusals: Vec<String>,
}

/// The outcome for a cluster.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClusterVerdict {
    /// Its name.
    pub name: String,
    /// The hash of its lines.
    pub hash: String,
    /// The reasons why the certificate's claim about it is refused; none if it holds.
    pub refusals: Vec<String>,
}

impl Verdict {
    /// All refusals; those about a cluster begin with its name.
    pub fn all_refusals(&self) -> impl Iterator<Item = String> + '_ {
        let named = self.clusters.iter().flat_map(|cluster| {
            cluster.refusals.iter().map(|why| format!("{}: {why}", cluster.name))
        });
        self.refusals.iter().cloned().chain(named)
    }

    /// True if the certificate holds.
    pub fn is_yes(&self) -> bool {
        self.all_refusals().next().is_none()
    }
}

fn hash(lines: &[&str]) -> String {
    let mut state = sha256::Sha256::new();
    for line in lines {
        state.update(line.as_bytes());
        state.update(b"\n");
    }
    state.hex()
}

/// Decides whether a certificate holds of a program, and says so itself.
///
/// # Errors
/// Fails if the certificate is none.
pub fn verify(certificate: &str, program: &str) -> Result<Verdict, String> {
    let text = certificate;
    let certificate = certificate::read(text)?;
    certificate::one_form(&certificate, text)?;
    let mut verdict = decide_all(&certificate, program);
    if verdict.rest != certificate.rest {
        verdict.refusals.push("the declarations are not those of the certificate".to_owned());
    }
    for (cluster, claim) in verdict.clusters.iter_mut().zip(&certificate.claims) {
        if (&cluster.name, &cluster.hash) != (&claim.name, &claim.hash) {
            let why = format!("not the cluster of the certificate ({})", claim.name);
            cluster.refusals.insert(0, why);
        }
        if !claim.says_yes {
            cluster.refusals.push("the certificate does not say yes".to_owned());
        }
    }
    if !certificate.says_yes {
        verdict.refusals.push("the certificate does not say yes".to_owned());
    }
    Ok(verdict)
}

/// Decides whether what a certificate claims holds of a program: of its
/// clusters, one after another. Names, hashes and verdicts need not stand in it;
/// these are what comes out.
///
/// # Errors
/// Fails if the certificate is none.
pub fn decide(certificate: &str, program: &str) -> Result<Verdict, String> {
    Ok(decide_all(&certificate::read(certificate)?, program))
}

fn decide_all(certificate: &Certificate, program: &str) -> Verdict {
    let parts = text::split(program);
    let mut refusals = Vec::new();
    if let Some(line) = parts.rest.iter().find(|line| !text::is_declaration(line)) {
        refusals.push(format!("`{line}` is not written as --emit flow writes it"));
    }
    let (have, want) = (parts.clusters.len(), certificate.claims.len());
    if have != want {
        refusals.push(format!("the program has {have} clusters, the certificate {want}"));
    }
    let verdict = |(lines, claim): (&Vec<&str>, &Claim)| {
        let refusals = match text::read(lines) {
            Ok(cluster) => decide_cluster(&cluster, claim),
            Err(why) => vec![why],
        };
        ClusterVerdict { name: text::name_of(lines), hash: hash(lines), refusals }
    };
    let clusters = parts.clusters.iter().zip(&certificate.claims).map(verdict).collect();
    Verdict { clusters, rest: hash(&parts.rest), refusals }
}

fn decide_cluster(cluster: &Cluster<'_>, claim: &Claim) -> Vec<String> {
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
