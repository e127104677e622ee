//! Pages whose examples are run.
//!
//! ```text
//! A block ```console holds commands (`$ ...`) and what they print; a line `...`
//! stands for any lines. On such a page a block ```sml main.sml is the file main.sml, and a block
//! ```rust examples/mini/src/main.rs is a part of that file of ours.
//! A block ```anf, ```fil, ```scheme or ```sml is a program, and a block ```output after it what it prints.
//! On a page of messages, a block ```sml is a program, and a block ```message after it what `kont check`
//! says about it as the file example.sml.
//! ```

use crate::bless::{bless, difference};
use crate::files::root;
use crate::{Child, Kont, Scratch};

/// A block of a page between lines of three backticks.
#[derive(Debug, PartialEq, Eq)]
pub struct Block {
    /// The word behind the backticks.
    pub kind: String,
    /// The lines between them.
    pub text: String,
    /// The line of the page on which it begins.
    pub line: usize,
}

impl Block {
    /// The file that it is, or is a part of.
    pub fn file(&self) -> Option<&str> {
        self.kind.split_once(' ').map(|(_, file)| file)
    }
}

/// The blocks of a page.
pub fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (i, line) in page.lines().enumerate() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(kind), None) => {
                open =
                    Some(Block { kind: kind.trim().to_owned(), text: String::new(), line: i + 2 });
            }
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some(block)) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) => {}
        }
    }
    blocks
}

fn is_program(block: &Block) -> bool {
    ["anf", "fil", "scheme", "sml"].contains(&block.kind.as_str())
}

/// Runs the programs of a page; each must print what stands below it.
///
/// # Panics
/// Panics if one does not.
pub fn check_programs(kont: &Kont, page: &str) {
    let text = std::fs::read_to_string(root().join(page)).unwrap_or_else(|e| panic!("{page}: {e}"));
    let blocks = blocks(&text);
    let mut programs = 0;
    for (i, block) in blocks.iter().enumerate().filter(|(_, block)| is_program(block)) {
        let ended =
            kont.command(&["eval", "--lang", &block.kind, "-"]).input(block.text.as_bytes()).run();
        let at = format!("{page}:{}", block.line);
        assert_eq!(ended.code, Some(0), "{at}: {}\n{}", ended.status, ended.err());
        if let Some(output) = blocks.get(i + 1).filter(|next| next.kind == "output") {
            assert_eq!(ended.out(), output.text, "{at} prints something else");
        }
        programs += 1;
    }
    assert!(programs > 0, "{page} has no programs");
}

/// Checks the programs in Standard ML of a page; about each must be said what
/// stands in the block `message` below it, which `BLESS=1` replaces.
///
/// # Panics
/// Panics if something else is said.
pub fn check_messages(kont: &Kont, page: &str) {
    let path = root().join(page);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{page}: {e}"));
    let folder = Scratch::new();
    let mut blocks = blocks(&text);
    let mut programs = 0;
    for i in 1..blocks.len() {
        if blocks[i - 1].kind != "sml" || blocks[i].kind != "message" {
            continue;
        }
        std::fs::write(folder.file("example.sml"), &blocks[i - 1].text).expect("a program");
        let said = kont.command(&["check", "example.sml"]).folder(folder.path()).run().err();
        let said = format!("{}\n", said.trim_end());
        if !bless() {
            let at = format!("{page}:{}", blocks[i].line);
            let (wanted, got) = (blocks[i].text.as_bytes(), said.as_bytes());
            assert_eq!(blocks[i].text, said, "{at}: {}", difference(wanted, got));
        }
        blocks[i].text = said;
        programs += 1;
    }
    assert!(programs > 0, "{page} has no programs");
    if bless() {
        std::fs::write(&path, with_blocks(&text, &blocks)).expect("the page");
    }
}

/// A page with other texts in its blocks.
fn with_blocks(page: &str, blocks: &[Block]) -> String {
    let mut blocks = blocks.iter();
    let (mut result, mut inside) = (String::new(), false);
    for line in page.lines() {
        let fence = line.starts_with("```");
        if fence || !inside {
            result.push_str(line);
            result.push('\n');
        }
        if fence && !inside {
            result.push_str(blocks.next().map_or("", |block| &block.text));
        }
        inside ^= fence;
    }
    result
}

/// Runs the commands of a page, in order, in one folder that has the examples.
///
/// # Panics
/// Panics if one prints something else.
pub fn check_commands(kont: &Kont, page: &str) {
    let text = std::fs::read_to_string(root().join(page)).unwrap_or_else(|e| panic!("{page}: {e}"));
    let folder = Scratch::new();
    std::os::unix::fs::symlink(root().join("examples"), folder.file("examples")).expect("a link");
    let bin = kont.path.parent().expect("a folder").to_string_lossy().into_owned();
    let path = format!("{bin}:{}", std::env::var("PATH").unwrap_or_default());
    for block in blocks(&text) {
        match block.file() {
            Some(file) if root().join(file).exists() => check_part(page, &block, file),
            Some(file) => drop(folder.write(file, &block.text)),
            None => (),
        }
        if block.kind != "console" {
            continue;
        }
        for (command, wanted) in commands(&block.text) {
            let script = format!("{{ {command}; }} 2>&1");
            let shell = Child::new("bash").args(["-c", &script]).env("PATH", &path);
            let ended = shell.folder(folder.path()).run();
            let at = format!("{page}:{}: $ {command}", block.line);
            let got = ended.out();
            assert!(matches(&wanted, &got), "{at}\nprints\n{got}\nexpected\n{wanted}");
        }
    }
}

/// The lines of the block stand in the file as they are.
fn check_part(page: &str, block: &Block, file: &str) {
    let whole =
        std::fs::read_to_string(root().join(file)).unwrap_or_else(|e| panic!("{file}: {e}"));
    let is_part = format!("\n{whole}").contains(&format!("\n{}", block.text));
    assert!(is_part, "{page}:{}: {file} has no such lines:\n{}", block.line, block.text);
}

/// The commands of a block and what they print.
fn commands(block: &str) -> Vec<(String, String)> {
    let mut commands: Vec<(String, String)> = Vec::new();
    for line in block.lines() {
        if let Some(command) = line.strip_prefix("$ ") {
            commands.push((command.to_owned(), String::new()));
        } else if let Some((_, output)) = commands.last_mut() {
            output.push_str(line);
            output.push('\n');
        }
    }
    commands
}

/// True if the text matches, with `...` for any lines.
fn matches(wanted: &str, got: &str) -> bool {
    let wanted: Vec<&str> = wanted.lines().map(str::trim_end).collect();
    let got: Vec<&str> = got.lines().map(str::trim_end).collect();
    lines_match(&wanted, &got)
}

fn lines_match(wanted: &[&str], got: &[&str]) -> bool {
    match wanted.split_first() {
        None => got.is_empty(),
        Some((&"...", rest)) => (0..=got.len()).any(|skip| lines_match(rest, &got[skip..])),
        Some((line, rest)) => got.first() == Some(line) && lines_match(rest, &got[1..]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_with_gaps() {
        assert!(matches("a\n...\nd\n", "a\nb\nc\nd\n"));
        assert!(matches("...\n", ""));
        assert!(!matches("a\n...\nd\n", "a\nb\n"));
        assert!(!matches("a\n", "a\nb\n"));
    }

    #[test]
    fn blocks_are_replaced() {
        let page = "a\n```sml\nval x = 1\n```\nb\n```message\nold\nlines\n```\n";
        let mut found = blocks(page);
        assert_eq!(with_blocks(page, &found), page);
        found[1].text = "new\n".to_owned();
        let wanted = "a\n```sml\nval x = 1\n```\nb\n```message\nnew\n```\n";
        assert_eq!(with_blocks(page, &found), wanted);
    }

    #[test]
    fn commands_and_output() {
        let block = "$ one\n1\n$ two\n$ three\n3\n";
        let wanted = [("one", "1\n"), ("two", ""), ("three", "3\n")];
        assert_eq!(commands(block), wanted.map(|(a, b)| (a.to_owned(), b.to_owned())));
    }
}
