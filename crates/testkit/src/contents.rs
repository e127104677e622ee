//! Checks of every page: long ones begin with a table of contents, and links lead somewhere.

use crate::bless::{bless, difference};
use crate::files::root;
use std::path::{Path, PathBuf};

/// Pages of more lines than this have a table of contents.
const LONG: usize = 100;

/// The pages of the workspace: those in its folder and in `docs`.
pub fn pages() -> Vec<PathBuf> {
    let entries = [root(), root().join("docs")].map(|folder| folder.read_dir().expect("a folder"));
    let paths = entries.into_iter().flatten().map(|entry| entry.expect("an entry").path());
    let mut pages: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|end| end == "md")).collect();
    pages.sort();
    pages
}

/// The lines of a page that are not in a block between backticks.
fn prose(page: &str) -> impl Iterator<Item = &str> {
    let mut inside = false;
    page.lines().filter(move |line| {
        let fence = line.starts_with("```");
        inside ^= fence;
        !fence && !inside
    })
}

/// The headings of a page, with the number of their `#`.
fn headings(page: &str) -> impl Iterator<Item = (usize, &str)> {
    prose(page).filter_map(|line| {
        let text = line.trim_start_matches('#');
        let level = line.len() - text.len();
        Some((level, text.strip_prefix(' ')?)).filter(|_| level > 0)
    })
}

/// The name by which a link finds a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// The page with the table of contents that it should have, before its first section.
fn with_contents(page: &str) -> String {
    let Some(start) = page.find("\n## ").map(|at| at + 1) else { return page.to_owned() };
    let before: Vec<&str> = page[..start].lines().filter(|l| !l.starts_with("- [")).collect();
    let sections = headings(page).filter(|(level, _)| *level == 2);
    let entries: Vec<String> =
        sections.map(|(_, text)| format!("- [{text}](#{})\n", anchor(text))).collect();
    format!("{}\n\n{}\n{}", before.join("\n").trim_end(), entries.concat(), &page[start..])
}

/// Compares the table of contents of each long page in `docs` with its sections; `BLESS=1`
/// writes it.
///
/// # Panics
/// Panics if one is missing or differs.
pub fn check_contents() {
    for path in pages().iter().filter(|path| path.starts_with(root().join("docs"))) {
        let page = std::fs::read_to_string(path).expect("a page");
        if page.lines().count() <= LONG {
            continue;
        }
        let wanted = with_contents(&page);
        if bless() {
            std::fs::write(path, &wanted).expect("the page");
        } else if wanted != page {
            let where_ = difference(wanted.as_bytes(), page.as_bytes());
            panic!("{}: {where_}\nrun with BLESS=1 to write the contents", path.display());
        }
    }
}

/// Follows the links of a page to files and sections of this workspace; gives those that lead
/// nowhere.
pub fn broken_links(path: &Path) -> Vec<String> {
    let page = std::fs::read_to_string(path).expect("a page");
    let text: Vec<&str> = prose(&page).collect();
    let text = text.join("\n");
    let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let inner = links.filter(|link| !link.contains("://"));
    inner.filter(|link| !leads_somewhere(path, &page, link)).map(str::to_owned).collect()
}

fn leads_somewhere(path: &Path, page: &str, link: &str) -> bool {
    let (file, section) = link.split_once('#').unwrap_or((link, ""));
    let target = path.parent().expect("a folder").join(file);
    let text = match file {
        "" => page.to_owned(),
        _ if section.is_empty() => return target.exists(),
        _ => std::fs::read_to_string(target).unwrap_or_default(),
    };
    headings(&text).any(|(_, heading)| anchor(heading) == section)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_are_added_and_replaced() {
        let page = "# P\n\nIntro.\n\n## One `x`\n\n```sh\n## no\n```\n\n## Two, three\n";
        let wanted = "# P\n\nIntro.\n\n- [One `x`](#one-x)\n- [Two, three](#two-three)\n\n\
            ## One `x`\n\n```sh\n## no\n```\n\n## Two, three\n";
        assert_eq!(with_contents(page), wanted);
        assert_eq!(with_contents(wanted), wanted);
        assert_eq!(
            with_contents(&wanted.replace("One", "First")),
            wanted.replace("One", "First").replace("one-x", "first-x")
        );
    }

    #[test]
    fn links_lead_to_files_and_sections() {
        let page = root().join("README.md");
        let text = "# A b\n";
        assert!(leads_somewhere(&page, text, "#a-b"));
        assert!(!leads_somewhere(&page, text, "#b"));
        assert!(leads_somewhere(&page, text, "docs/sml.md#projects"));
        assert!(!leads_somewhere(&page, text, "docs/sml.md#nowhere"));
        assert!(!leads_somewhere(&page, text, "docs/nothing.md"));
    }
}
