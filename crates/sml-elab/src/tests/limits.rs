//! Large and strange programs end, soon, with a message or none.

use super::titles;

/// On a thread with a stack like the command's.
fn with_stack(f: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(512 << 20).spawn(f);
    thread.expect("a thread").join().expect("no panic");
}

/// Functions of which each applies the one before twice.
fn tower(height: usize) -> String {
    let mut text = "fun f0 x = (x, x)\n".to_string();
    for i in 0..height {
        text.push_str(&format!("fun f{} x = f{i} (f{i} x)\n", i + 1));
    }
    text
}

#[test]
fn exponential_types() {
    with_stack(|| assert!(titles(&tower(12)).is_empty()));
    // One message: uses of the function go on with any type.
    with_stack(|| assert_eq!(titles(&tower(60)), ["type is too large"]));
}

#[test]
fn exponential_types_in_nested_declarations() {
    let mut text = "val z = let val f = fn x => (x, x) in ".to_string();
    text.push_str(&"let val f = fn x => f (f x) in ".repeat(60));
    text.push_str("f 1 ");
    text.push_str(&"end ".repeat(61));
    with_stack(move || assert_eq!(titles(&text), ["type is too large"]));
}

#[test]
fn exponentially_many_type_variables() {
    let mut text = "fun id x = x val x0 = (id, id)\n".to_string();
    for i in 0..60 {
        text.push_str(&format!("val x{} = (x{i}, x{i})\n", i + 1));
    }
    // A further message where functions that went on with any type have doubled often enough.
    with_stack(move || {
        let titles = titles(&text);
        assert!((1..10).contains(&titles.len()), "{titles:?}");
        assert!(titles.iter().all(|title| title == "type is too large"), "{titles:?}");
    });
}

/// A signature contains another twice, that another twice, and so on. A functor with such a
/// parameter, and a structure that matches it, make only the parts that are looked at.
#[test]
fn a_tower_of_signatures_that_doubles() {
    let mut text = "signature S0 = sig val x : int list end\n".to_string();
    for i in 0..40 {
        let next = i + 1;
        text.push_str(&format!(
            "signature S{next} = sig structure A : S{i} structure B : S{i} end\n"
        ));
    }
    text.push_str(&format!("functor F (X : S40) = struct val y = X.{}x end\n", "A.".repeat(40)));
    text.push_str("functor G (X : S40) = F (X)\n");
    with_stack(move || assert_eq!(titles(&text), [""; 0]));
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
