//! Reading of certificates.

use crate::HEADER;
use crate::map::Map;

/// The contents of a certificate.
#[derive(Debug, Default)]
pub(crate) struct Certificate {
    /// The hash of the declarations.
    pub(crate) rest: String,
    pub(crate) claims: Vec<Claim>,
    /// True if it says that all of this holds.
    pub(crate) says_yes: bool,
}

/// The claim of a certificate about a cluster.
#[derive(Debug, Default)]
pub(crate) struct Claim {
    pub(crate) name: String,
    pub(crate) hash: String,
    /// The variables that are live where each body begins, in ascending order.
    pub(crate) live: Vec<Vec<u32>>,
    /// The register of each variable.
    pub(crate) assign: Map<u32, u32>,
    /// The number of registers.
    pub(crate) names: usize,
    /// The number of variables in the largest live set.
    pub(crate) largest: usize,
    /// True if the certificate says that this holds.
    pub(crate) says_yes: bool,
}

/// Reads a certificate.
pub(crate) fn read(text: &str) -> Result<Certificate, String> {
    let mut lines = text.lines().enumerate();
    if lines.next().map(|(_, line)| line) != Some(HEADER) {
        return Err("this is no certificate".to_owned());
    }
    let (mut certificate, mut open) = (Certificate::default(), None::<Claim>);
    for (i, line) in lines {
        let (word, tail) = line.split_once(' ').unwrap_or((line, ""));
        let read = match (word, &mut open) {
            _ if certificate.says_yes => None,
            ("rest", None) if certificate.rest.is_empty() => {
                certificate.rest = tail.into();
                Some(())
            }
            ("verdict", None) => yes(tail, &mut certificate.says_yes),
            ("cluster", None) => {
                open = Some(Claim { name: tail.to_owned(), ..Claim::default() });
                Some(())
            }
            ("end", Some(_)) => {
                certificate.claims.extend(open.take());
                Some(())
            }
            (_, Some(claim)) => claim.line(word, tail),
            (_, None) => None,
        };
        read.ok_or_else(|| format!("line {} of the certificate is wrong", i + 1))?;
    }
    if open.is_some() {
        return Err("the certificate ends too early".to_owned());
    }
    Ok(certificate)
}

/// The only way to write this certificate.
fn written(certificate: &Certificate) -> String {
    let mut out = format!("{HEADER}\nrest {}\n", certificate.rest);
    for claim in &certificate.claims {
        out.push_str(&format!("cluster {}\nhash {}\n", claim.name, claim.hash));
        for set in &claim.live {
            let vars: String = set.iter().map(|var| format!(" {var}")).collect();
            out.push_str(&format!("live{vars}\n"));
        }
        let mut pairs: Vec<_> = claim.assign.iter().collect();
        pairs.sort_unstable();
        let pairs: String = pairs.iter().map(|(var, name)| format!(" {var}:{name}")).collect();
        out.push_str(&format!("assign{pairs}\nnames {} largest {}\n", claim.names, claim.largest));
        out.push_str(if claim.says_yes { "verdict yes\nend\n" } else { "end\n" });
    }
    out.push_str(if certificate.says_yes { "verdict yes\n" } else { "" });
    out
}

/// Refuses a certificate that is not written as it is written when it is made.
pub(crate) fn one_form(certificate: &Certificate, text: &str) -> Result<(), String> {
    let written = written(certificate);
    if written == text {
        return Ok(());
    }
    let same = written
        .split_inclusive('\n')
        .zip(text.split_inclusive('\n'))
        .take_while(|(a, b)| a == b)
        .count();
    Err(format!("line {} of the certificate is not as certificates are written", same + 1))
}

fn yes(text: &str, says_yes: &mut bool) -> Option<()> {
    *says_yes = text == "yes";
    says_yes.then_some(())
}

impl Claim {
    /// Takes in a line; nothing if it is wrong.
    fn line(&mut self, word: &str, tail: &str) -> Option<()> {
        match word {
            "hash" => self.hash = tail.to_owned(),
            "live" => {
                let set: Result<Vec<u32>, _> = tail.split_whitespace().map(str::parse).collect();
                let set = set.ok().filter(|set| set.is_sorted_by(|a, b| a < b))?;
                self.live.push(set);
            }
            "assign" => {
                for pair in tail.split_whitespace() {
                    let (var, name) = pair.split_once(':')?;
                    let before = self.assign.insert(var.parse().ok()?, name.parse().ok()?);
                    before.is_none().then_some(())?;
                }
            }
            "names" => {
                let (names, largest) = tail.split_once(" largest ")?;
                (self.names, self.largest) = (names.parse().ok()?, largest.parse().ok()?);
            }
            "verdict" => yes(tail, &mut self.says_yes)?,
            _ => return None,
        }
        Some(())
    }
}
