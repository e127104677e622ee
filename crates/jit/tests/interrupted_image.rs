//! An interrupt of the process, which every program in it would heed: a test of its own.

mod common;

use common::session::{BASE, image, load, pass};
use runtime::Outcome;

#[test]
fn an_image_goes_on_after_an_interrupt() {
    let mut image = image();
    load(&mut image, "base", BASE);
    let spinning = "
known spin(n: i64) return k {
  () = check 0 k
  apply spin n return k
}
fun main() return k { apply spin 1 return k }
entry main
";
    let unit = load(&mut image, "spinning", spinning);
    image.runtime().catch_interrupts();
    let process = std::process::id().to_string();
    let kill = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(200));
        std::process::Command::new("kill").args(["-INT", &process]).status().expect("it is sent");
    });
    assert_eq!(image.run(unit), Outcome::Interrupted);
    kill.join().expect("it was sent");
    image.release(unit);
    pass(&mut image, 1, "x: ref = record.0 \"after\"");
    image.sweep().expect("memory is given back");
    assert_eq!(image.len(), 2);
}
