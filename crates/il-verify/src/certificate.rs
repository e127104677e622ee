//! Reading of certificates.

use crate::HEADER;
use std::collections::HashMap;

/// What a certificate says about a cluster.
#[derive(Debug, Default)]
pub(crate) struct Claim {
    pub(crate) name: String,
    pub(crate) hash: String,
    /// What is live where each body begins, in ascending order.
    pub(crate) live: Vec<Vec<u32>>,
    /// The register of each variable.
    pub(crate) assign: HashMap<u32, u32>,
    /// How many registers there are.
    pub(crate) names: usize,
}

/// The hash of the declarations, and what is said about each cluster.
pub(crate) fn read(text: &str) -> Result<(String, Vec<Claim>), String> {
    let mut lines = text.lines().enumerate();
    if lines.next().map(|(_, line)| line) != Some(HEADER) {
        return Err("this is no certificate".to_owned());
    }
    let (mut rest, mut claims, mut open) = (String::new(), Vec::new(), None::<Claim>);
    for (i, line) in lines {
        let wrong = || format!("line {} of the certificate is wrong", i + 1);
        let (word, tail) = line.split_once(' ').unwrap_or((line, ""));
        match (word, &mut open) {
            ("rest", None) => rest = tail.to_owned(),
            ("verdict:", None) => {}
            ("cluster", None) => open = Some(Claim { name: tail.to_owned(), ..Claim::default() }),
            ("hash", Some(claim)) => claim.hash = tail.to_owned(),
            ("live", Some(claim)) => {
                let set: Result<Vec<u32>, _> = tail.split_whitespace().map(str::parse).collect();
                let set = set.map_err(|_| wrong())?;
                if !set.is_sorted_by(|a, b| a < b) {
                    return Err(wrong());
                }
                claim.live.push(set);
            }
            ("assign", Some(claim)) => {
                for pair in tail.split_whitespace() {
                    let (var, name) = pair.split_once(':').ok_or_else(wrong)?;
                    let (var, name) =
                        (var.parse().map_err(|_| wrong())?, name.parse().map_err(|_| wrong())?);
                    claim.assign.insert(var, name);
                }
            }
            ("names", Some(claim)) => {
                let count = tail.split(' ').next().and_then(|n| n.parse().ok());
                claim.names = count.ok_or_else(wrong)?;
            }
            ("end", Some(_)) => claims.extend(open.take()),
            _ => return Err(wrong()),
        }
    }
    if open.is_some() {
        return Err("the certificate ends too early".to_owned());
    }
    Ok((rest, claims))
}
