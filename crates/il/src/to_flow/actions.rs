//! The actions that native code knows. What follows an action is a local
//! function, which the loop of the action jumps to when it is done.
//!
//! In the templates, `@` is the variable, `$` begins the number of a name, and the
//! rest of the body stands before `}}}`.

use super::{Job, Writer};

/// The digits of a number, from its end, into the buffer; then they are written.
const PRINT: &str = "
() = array.set.u[i8] buffer.1 23 10:i8
neg.$: i1 = slt.i64 @ 0
fun go.$() {
}}}
fun write.$1(p.$1: i64) {
  l.$1: i64 = sub.i64 24 p.$1
  w.$1: i64 = io.write 1 buffer.1 p.$1 l.$1
  q.$1: i64 = add.i64 p.$1 w.$1
  e.$1: i1 = slt.i64 q.$1 24
  if e.$1 { jump write.$1 q.$1 } else { jump go.$ }
}
fun digits.$2(u.$2: i64, p.$2: i64) {
  d.$2: i64 = urem.i64 u.$2 10
  s.$2: i64 = add.i64 d.$2 48
  b.$2: i8 = trunc.i64.i8 s.$2
  () = array.set.u[i8] buffer.1 p.$2 b.$2
  v.$2: i64 = uquot.i64 u.$2 10
  o.$2: i64 = sub.i64 p.$2 1
  if v.$2 { jump digits.$2 v.$2 o.$2 } else {
    if neg.$ {
      () = array.set.u[i8] buffer.1 o.$2 45:i8
      jump write.$1 o.$2
    } else { jump write.$1 p.$2 }
  }
}
if neg.$ {
  m.$: i64 = sub.i64 0 @
  jump digits.$2 m.$ 22
} else { jump digits.$2 @ 22 }";

/// Space, an optional `-`, digits, and one byte of space or the end.
const READ: &str = "
fun go.$(@: i64) {
}}}
fun finish.$1(a.$1: i64, g.$1: i64) {
  if g.$1 {
    m.$1: i64 = sub.i64 0 a.$1
    jump go.$ m.$1
  } else { jump go.$ a.$1 }
}
fun bad.$2() {
  BAD
}
fun digits.$3(a.$3: i64, g.$3: i64, any.$3: i64) {
  n.$3: i64 = io.read 0 buffer.1 0 1
  b.$3: i8 = array.get.u[i8] buffer.1 0
  c.$3: i64 = zext.i8.i64 b.$3
  d.$3: i64 = sub.i64 c.$3 48
  y.$3: i1 = ult.i64 d.$3 10
  if n.$3 {
    if y.$3 {
      t.$3: i64 = mul.i64 a.$3 10
      s.$3: i64 = add.i64 t.$3 d.$3
      jump digits.$3 s.$3 g.$3 1
    } else {
      z.$3: i1 = ule.i64 c.$3 32
      h.$3: i1 = ne.i64 any.$3 0
      o.$3: i1 = and.i1 z.$3 h.$3
      if o.$3 { jump finish.$1 a.$3 g.$3 } else { jump bad.$2 }
    }
  } else {
    if any.$3 { jump finish.$1 a.$3 g.$3 } else { jump bad.$2 }
  }
}
fun skip.$4() {
  n.$4: i64 = io.read 0 buffer.1 0 1
  b.$4: i8 = array.get.u[i8] buffer.1 0
  c.$4: i64 = zext.i8.i64 b.$4
  if n.$4 {
    d.$4: i64 = sub.i64 c.$4 48
    y.$4: i1 = ult.i64 d.$4 10
    if y.$4 { jump digits.$3 d.$4 0 1 } else {
      z.$4: i1 = ule.i64 c.$4 32
      if z.$4 { jump skip.$4 } else {
        i.$4: i1 = eq.i64 c.$4 45
        if i.$4 { jump digits.$3 0 1 0 } else { jump bad.$2 }
      }
    }
  } else { jump bad.$2 }
}
jump skip.$4";

impl Writer<'_> {
    /// Prints a number and a line end; what is written next follows it.
    pub(super) fn print(&mut self, value: &str) {
        let text = self.numbered(PRINT).replace('@', value);
        self.expand(&text);
    }

    /// Reads a number; what is written next follows it.
    pub(super) fn read(&mut self, name: &str, place: &str) {
        let before = std::mem::take(&mut self.out);
        self.stuck(place, "standard input has no number for `@read`");
        let bad = std::mem::replace(&mut self.out, before);
        let text = self.numbered(READ);
        // The name may be `BAD`, and the message may contain `@`.
        let (before, after) = text.split_once("BAD").expect("the template has `BAD`");
        self.expand(&[&before.replace('@', name), &*bad, &after.replace('@', name)].concat());
    }

    /// Writes what a template has become up to `}}}`, where the rest of the body stands.
    fn expand(&mut self, text: &str) {
        let (first, second) = text.split_once("}}}").expect("every template has `}}}`");
        self.line(first);
        self.jobs.push(Job::Close(format!("}}{second}")));
    }

    /// Numbers the names `x.$n` of a template: each gets a number of its own.
    fn numbered(&mut self, text: &str) -> String {
        let mut numbers: std::collections::BTreeMap<&str, usize> =
            std::collections::BTreeMap::new();
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = rest.find(".$") {
            let start = rest[..at].rfind(|c: char| !c.is_ascii_alphanumeric()).map_or(0, |i| i + 1);
            let after = &rest[at + 2..];
            let digits = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
            let name = &rest[start..at + 2 + digits];
            let number = *numbers.entry(name).or_insert_with(|| {
                self.next += 1;
                self.next - 1
            });
            out.push_str(&rest[..=at]);
            out.push_str(&number.to_string());
            rest = &rest[at + 2 + digits..];
        }
        out.push_str(rest);
        out
    }
}
