//! Large and strange programs end, soon, with a message or none.

use super::titles;

/// On a thread with a stack like the command's.
fn with_stack(f: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(512 << 20).spawn(f);
    thread.expect("a thread").join().expect("no panic");
}

#[test]
fn exponential_types() {
    let mut text = "fun f0 x = (x, x)\n".to_string();
    for i in 0..12 {
        text.push_str(&format!("fun f{} x = f{i} (f{i} x)\n", i + 1));
    }
    with_stack(move || assert!(titles(&text).is_empty()));
}

#[test]
fn a_tower_of_functors_that_doubles() {
    let mut text = "functor F0 (X : sig end) = struct datatype t = A end\n".to_string();
    for i in 0..40 {
        text.push_str(&format!(
            "functor F{} (X : sig end) = struct structure A = F{i} (X) structure B = F{i} (X) end\n",
            i + 1
        ));
    }
    with_stack(move || assert_eq!(titles(&text), ["too many applications of functors"]));
}

#[test]
fn many_constructors() {
    let names: Vec<String> = (0..5000).map(|i| format!("C{i} of int")).collect();
    let rules: Vec<String> = (0..5000).map(|i| format!("C{i} n => n")).collect();
    let text =
        format!("datatype t = {}\nfun f x = case x of {}", names.join(" | "), rules.join(" | "));
    with_stack(move || assert!(titles(&text).is_empty()));
}

#[test]
fn long_lists() {
    let numbers: Vec<String> = (0..100_000).map(|i| i.to_string()).collect();
    let text = format!("val l = [{}]", numbers.join(", "));
    with_stack(move || assert!(titles(&text).is_empty()));
}

#[test]
fn a_functor_applied_to_itself() {
    let text = "functor F (X : sig end) = struct end structure S = F (F)";
    assert_eq!(titles(text), ["unknown structure"]);
}

#[test]
fn many_functions_in_one_group() {
    let mut text = "fun f0 x = x + 1\n".to_string();
    for i in 0..5000 {
        text.push_str(&format!("and f{} x = f{i} x\n", i + 1));
    }
    with_stack(move || assert!(titles(&text).is_empty()));
}
