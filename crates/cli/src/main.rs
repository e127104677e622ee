//! The kont command.
fn main() {}
