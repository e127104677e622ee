//! What the README and the language page show works as written.

use testkit::{Kont, pages};

fn kont() -> Kont {
    Kont::new(env!("CARGO_BIN_EXE_kont"))
}

#[test]
fn tour_of_the_readme() {
    pages::check_commands(&kont(), "README.md");
}

#[test]
fn programs_of_the_language_pages() {
    pages::check_programs(&kont(), "docs/anf.md");
    pages::check_programs(&kont(), "docs/sml.md");
}

#[test]
fn messages_for_thirty_mistakes() {
    pages::check_messages(&kont(), "docs/sml-messages.md");
}

#[test]
fn commands_of_the_guides() {
    pages::check_commands(&kont(), "docs/add-a-pass.md");
}
