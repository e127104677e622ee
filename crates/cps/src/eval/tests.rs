//! Deep recursion, continuations entered twice, handlers.

use super::*;
use host::TestHost;

fn run(source: &str) -> (Ending, String) {
    let module = crate::parse(source.as_bytes()).unwrap();
    assert_eq!(crate::check(&module), []);
    let mut host = TestHost::default();
    let ending = eval(&module, &mut host);
    (ending, host.output_text())
}

#[test]
fn deep_recursion_is_heap() {
    let (ending, output) = run("cps 1
        fun sum(n: i64) return k: cont(i64) {
          z: i1 = eq.i64 n 0
          if z { jump k 0 } else {
            m: i64 = sub.i64 n 1
            cont j(r: i64) { s: i64 = sadd.i64 r n  jump k s }
            call sum m return j
          }
        }
        fun main() return k: cont() {
          cont j(r: i64) { s: str = i64.to.str r 10  () = print s  jump k }
          call sum 300000 return j
        }
        entry main");
    assert_eq!((ending, output.as_str()), (Ending::Done, "45000150000"));
}

#[test]
fn a_continuation_may_be_entered_twice() {
    let (ending, output) = run("cps 1
        fun main() return k: cont() {
          n: ref(i64) = ref 0
          cont j(x: i64) {
            first: cont(i64) = capture j
            y: i64 = add.i64 x 10
            cont show(d: i64) {
              z: i64 = add.i64 d y
              s: str = i64.to.str z 10
              () = print s
              c: i64 = deref n
              i: i64 = add.i64 c 1
              () = assign n i
              done: i1 = sge.i64 i 3
              if done { jump k } else { throw first i }
            }
            jump show 0
          }
          jump j 5
        }
        entry main");
    assert_eq!((ending, output.as_str()), (Ending::Done, "151112"));
}

#[test]
fn handlers_and_spread_elements() {
    let (ending, output) = run("cps 1
        fun main() return k: cont() {
          old: cont(exn) = gethandler
          a: array(#(i64, str)) = array.lit 1 \"one\" 2 \"two\"
          cont h(e: exn) {
            sethandler old
            s: str = exn.message e
            () = print s
            () = array.set a 0 3 \"three\"
            (m: i64, t: str) = array.get a 0
            () = print t
            raise e
          }
          sethandler h
          (n: i64, u: str) = array.get a 1
          () = print u
          (p: i64, q: str) = array.get a 2
          jump k
        }
        entry main");
    assert_eq!(ending, Ending::Uncaught { message: "Subscript".to_owned(), trace: vec![] });
    assert_eq!(output, "twoSubscriptthree");
}
