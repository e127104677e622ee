//! A large module to measure the compiler with: 5,000 functions of 20
//! bindings each.
//!
//! Functions of five kinds take turns: arithmetic with branches and join
//! points, lists, closures, packed arrays and floating point, tuples with
//! exceptions. Each calls two others. They come in groups of ten, which are
//! recursive through one another, as in a small module; groups call later
//! groups. The entry reaches all, and most have several callers; otherwise the
//! optimiser would drop functions or merge the module into one. A counter that
//! falls at every call keeps the run itself short. The same text comes out
//! every time.

use base::rng::Rng;

/// Functions of the module, without the entry.
pub(super) const FUNCTIONS: usize = 5_000;

/// Bindings of each function.
const BINDINGS: usize = 20;

/// Bindings of the module, without those of the entry.
pub(super) const LETS: usize = FUNCTIONS * BINDINGS;

/// Functions that are recursive through one another.
const GROUP: usize = 10;

/// The text of the module.
pub(super) fn module() -> String {
    let mut text = HEADER.to_owned();
    let mut random = Rng::new(1);
    for i in 0..FUNCTIONS {
        let (one, two) = callees(i, &mut random);
        let function = TEMPLATES[i % TEMPLATES.len()]
            .replace("@self", &format!("f{i}"))
            .replace("@one", &format!("f{one}"))
            .replace("@two", &format!("f{two}"))
            .replace("@a", &(3 + random.below(1000)).to_string())
            .replace("@b", &(5 + random.below(1000)).to_string())
            .replace("@c", &(7 + random.below(1000)).to_string());
        text.push_str(&function);
    }
    text.push_str(ENTRY);
    text
}

/// The two functions that a function calls: the next of its group; and the next but one, or a
/// function of a later group, so that groups hang below the first as a tree.
fn callees(i: usize, random: &mut Rng) -> (usize, usize) {
    const GROUPS: usize = FUNCTIONS / GROUP;
    let (group, member) = (i / GROUP, i % GROUP);
    let one = group * GROUP + (member + 1) % GROUP;
    let child = group * (GROUP / 2) + member / 2 + 1;
    let two = if member % 2 == 1 || group + 1 == GROUPS {
        group * GROUP + (member + 2) % GROUP
    } else if child < GROUPS {
        child * GROUP + member
    } else {
        (group + 1 + random.below(GROUPS - group - 1)) * GROUP + member
    };
    (one, two)
}

const HEADER: &str = "\
anf 1
; Generated: see xtask/src/bench/generate.rs.
sum list = nil | cons(i64, list)
";

const ENTRY: &str = r#"
fun main() -> () {
  r: i64 = call f0 4 1
  s: str = i64.to.str r 10
  () = print s
  () = print "\n"
  ret
}
entry main
"#;

/// Functions with 20 bindings each; all have the same type.
const TEMPLATES: &[&str] = &[ARITHMETIC, LIST, CLOSURE, ARRAY, EXCEPTION];

const ARITHMETIC: &str = "
fun @self(n: i64, a: i64) -> (i64) {
  stop: i1 = sle.i64 n 0
  if stop { ret a } else {
    m: i64 = sub.i64 n 1
    b: i64 = mul.i64 a @a
    c: i64 = add.i64 b @b
    d: i64 = and.i64 c 1023
    e: i64 = sadd.i64 d n
    low: i64 = and.i64 e 1
    odd: i1 = ne.i64 low 0
    join done(r: i64) {
      s: i64 = xor.i64 r d
      t: i64 = ssub.i64 s @c
      u: i64 = call @one m t
      v: i64 = and.i64 u 65535
      w: i64 = sadd.i64 v n
      ret w
    }
    if odd {
      x: i64 = call @two m e
      y: i64 = and.i64 x 4095
      z: i64 = sadd.i64 y 1
      jump done z
    } else {
      x: i64 = shl.i64 e 2
      y: i64 = or.i64 x @a
      z: i64 = smul.i64 y 3
      z': i64 = ssub.i64 z 1
      jump done z'
    }
  }
}
";

const LIST: &str = "
fun @self(n: i64, a: i64) -> (i64) {
  stop: i1 = sle.i64 n 0
  if stop { ret a } else {
    m: i64 = sub.i64 n 1
    nil: list = con.list.nil
    b: i64 = call @one m a
    one: list = con.list.cons b nil
    c: i64 = and.i64 b @a
    two: list = con.list.cons c one
    d: i64 = call @two m c
    e: i64 = and.i64 d 7
    some: i1 = sgt.i64 e 3
    join end(l: list) {
      case l {
        nil => { ret @b }
        cons(x, t) => {
          y: i64 = sadd.i64 x @c
          case t {
            nil => {
              y': i64 = and.i64 y 255
              ret y'
            }
            cons(z, u) => {
              v: i64 = xor.i64 y z
              v': i64 = and.i64 v 65535
              big: i1 = sgt.i64 v' @a
              if big {
                w: i64 = ssub.i64 v' @b
                ret w
              } else { ret v' }
            }
          }
        }
      }
    }
    if some {
      three: list = con.list.cons e two
      four: list = con.list.cons @c three
      jump end four
    } else {
      f: i64 = sadd.i64 e 1
      g: list = con.list.cons f two
      jump end g
    }
  }
}
";

const CLOSURE: &str = "
fun @self(n: i64, a: i64) -> (i64) {
  stop: i1 = sle.i64 n 0
  if stop { ret a } else {
    m: i64 = sub.i64 n 1
    b: i64 = and.i64 a 4095
    c: i64 = sadd.i64 b @a
    fun step(x: i64) -> (fun(i64) -> (i64)) {
      d: i64 = smul.i64 x 3
      e: i64 = add.i64 d c
      fun inner(y: i64) -> (i64) {
        z: i64 = xor.i64 y e
        z': i64 = and.i64 z 4095
        w: i64 = call @one m z'
        w': i64 = and.i64 w 4095
        v: i64 = sadd.i64 w' b
        ret v
      }
      ret inner
    }
    f: fun(i64) -> (i64) = call step @b
    g: i64 = call f a
    h: i64 = and.i64 g 1
    odd: i1 = eq.i64 h 1
    join pick(k: fun(i64) -> (i64)) {
      r: i64 = call k g
      s: i64 = call @two m r
      t: i64 = ssub.i64 s @c
      u: i64 = and.i64 t 65535
      ret u
    }
    if odd {
      k: fun(i64) -> (i64) = call step g
      jump pick k
    } else {
      jump pick f
    }
  }
}
";

const ARRAY: &str = "
fun @self(n: i64, a: i64) -> (i64) {
  stop: i1 = sle.i64 n 0
  if stop { ret a } else {
    m: i64 = sub.i64 n 1
    v: array(f64) = array.new 8 1.5
    b: i64 = and.i64 a 7
    x: f64 = s2f.i64.f64 a
    y: f64 = fmul.f64 x 0.25
    () = array.set v b y
    join loop(i: i64, s: f64) {
      more: i1 = slt.i64 i 8
      if more {
        z: f64 = array.get v i
        t: f64 = fadd.f64 s z
        j: i64 = add.i64 i 1
        jump loop j t
      } else {
        w: f64 = fmin.f64 s 1000.0
        k: i64 = f2i.floor.f64.i64 w
        k': i64 = and.i64 k @a
        c: i64 = call @one m k'
        d: i64 = call @two m c
        e: i64 = and.i64 d 65535
        low: i1 = slt.i64 e @b
        if low {
          f: i64 = sadd.i64 e @c
          ret f
        } else {
          g: i64 = ssub.i64 e 1
          ret g
        }
      }
    }
    jump loop 0 0.0
  }
}
";

const EXCEPTION: &str = "
fun @self(n: i64, a: i64) -> (i64) {
  stop: i1 = sle.i64 n 0
  if stop { ret a } else {
    m: i64 = sub.i64 n 1
    over: exncon() = builtin.Overflow
    p: (i64, i64, i64) = tuple a n @a
    b: i64 = get.0 p
    r: i64 = handle {
      c: i64 = smul.i64 b @b
      d: i64 = call @one m c
      e: i64 = sadd.i64 d @c
      q: (i64, i64) = tuple e c
      f: i64 = get.0 q
      ret f
    } with x {
      is: i1 = exn.is over x
      if is {
        g: i64 = get.2 p
        h: i64 = and.i64 g 255
        ret h
      } else {
        raise x
      }
    }
    s: i64 = and.i64 r 65535
    t: i64 = call @two m s
    u: i64 = and.i64 t 1023
    u': i64 = xor.i64 u s
    v: i64 = get.1 p
    w: i64 = sadd.i64 u' v
    ret w
  }
}
";

#[cfg(test)]
mod tests {
    use super::*;

    fn bindings(text: &str) -> usize {
        text.lines().filter(|line| line.contains(" = ") && !line.starts_with("sum ")).count()
    }

    #[test]
    fn every_kind_has_as_many_bindings() {
        for template in TEMPLATES {
            assert_eq!(bindings(template), BINDINGS, "{template}");
        }
    }

    #[test]
    fn the_module_is_of_the_promised_size_and_always_the_same() {
        let text = module();
        assert_eq!(bindings(&text), LETS + bindings(ENTRY));
        assert_eq!(text.lines().filter(|line| line.starts_with("fun f")).count(), FUNCTIONS);
        assert!(!text.contains('@'));
        assert_eq!(text, module());
    }

    #[test]
    fn the_entry_reaches_all_and_few_have_one_caller() {
        let mut random = Rng::new(1);
        let calls: Vec<(usize, usize)> = (0..FUNCTIONS).map(|i| callees(i, &mut random)).collect();
        let (mut callers, mut seen, mut open) =
            (vec![0; FUNCTIONS], vec![false; FUNCTIONS], vec![0]);
        while let Some(i) = open.pop() {
            if !std::mem::replace(&mut seen[i], true) {
                let (one, two) = calls[i];
                callers[one] += 1;
                callers[two] += 1;
                open.extend([one, two]);
            }
        }
        assert!(seen.iter().all(|seen| *seen));
        assert!(callers.iter().filter(|callers| **callers < 2).count() < FUNCTIONS / 4);
    }
}
