//! The side of C: the types, functions that make values and digest them, and one that compares
//! for every signature.

use crate::{ADDEND, FACTOR, TURN, has_register, in_one_register};
use c_abi::{Alternative, CTy, Signature};
use std::collections::HashMap;
use std::fmt::Write;

/// A file of C that defines `check_all`, which prints what is not as it should be and gives the
/// number of such findings.
pub(crate) fn file(signatures: &[Signature]) -> String {
    let mut file = File { text: prelude(), names: HashMap::new() };
    for (i, signature) in signatures.iter().enumerate() {
        file.signature(i, signature);
    }
    let mut text = file.text;
    text += "int check_all(void) {\n";
    for i in 0..signatures.len() {
        let _ = writeln!(text, "  for (u64 seed = 1; seed <= 5; seed++) check{i}(seed);");
    }
    text + "  return findings;\n}\n"
}

fn prelude() -> String {
    format!(
        "#include <stddef.h>
#include <stdio.h>
#include <string.h>
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef void *ptr;
static int findings;
static void expect(int holds, int signature, const char *what, u64 seed) {{
  if (!holds) {{ printf(\"%d: %s, seed %d\\n\", signature, what, (int)seed); findings++; }}
}}
static u64 mix(u64 so_far, u64 word) {{
  so_far ^= word;
  return (so_far << {TURN} | so_far >> (64 - {TURN})) * {FACTOR}u;
}}
static u64 next(u64 *seed) {{ return *seed = *seed * {FACTOR}u + {ADDEND}u; }}
static u64 cells[64];
ptr cell(u64 n) {{
  for (int i = 0; !cells[63] && i < 64; i++) cells[i] = (i + 3) * {FACTOR}u;
  return &cells[n >> 58];
}}
static void scramble(void *to, size_t size, u64 seed) {{
  for (size_t i = 0; i < size; i++) ((u8 *)to)[i] = next(&seed) >> 56;
}}
/* The bytes of a scalar in a register that whoever passes it decides. */
#ifdef __x86_64__
#define EXTENDED(size) ((size) < 4 ? 4 : (size))
#else
#define EXTENDED(size) (size)
#endif
/* What is in a register below so many bytes. */
static u64 lower(u64 raw, u64 bytes) {{ return bytes < 8 ? raw & (((u64)1 << 8 * bytes) - 1) : raw; }}
/* What may be in a register above so many bytes: anything, but not 0. */
static u64 above(u64 bytes) {{ return bytes < 8 ? 0xdeadbeefcafef00du << 8 * bytes : 0; }}
"
    )
}

struct File {
    text: String,
    /// The name in C of a type, by its name in ANF.
    names: HashMap<String, String>,
}

impl File {
    /// The name of a type, which is declared with its functions if it was not.
    fn ty(&mut self, ty: &CTy) -> String {
        let shown = ty.to_string();
        if let Some(name) = self.names.get(&shown) {
            return name.clone();
        }
        let name = match ty {
            CTy::Int(_) | CTy::Ptr => shown.clone(),
            CTy::Bool | CTy::Unit | CTy::Struct(_) | CTy::Tagged(_) => {
                format!("T{}", self.names.len())
            }
        };
        self.names.insert(shown, name.clone());
        let t = &name;
        let functions = match ty {
            CTy::Int(bits) => Functions {
                digest: "return mix(h, *v);".into(),
                make: format!("*v = next(seed) >> (64 - {bits});"),
                copy: "*to = *from;".into(),
            },
            CTy::Ptr => Functions {
                digest: "return mix(h, *(u64 *)*v);".into(),
                make: "*v = cell(next(seed));".into(),
                copy: "*to = *from;".into(),
            },
            CTy::Bool => {
                let _ = writeln!(self.text, "typedef struct {{ u8 boolean; }} {t};");
                Functions {
                    digest: "return mix(h, v->boolean);".into(),
                    make: "v->boolean = next(seed) >> 63;".into(),
                    copy: "to->boolean = from->boolean;".into(),
                }
            }
            CTy::Unit => {
                let _ = writeln!(self.text, "typedef struct {{ int dummy; }} {t};");
                Functions { digest: "return h;".into(), ..Functions::default() }
            }
            CTy::Struct(members) => self.structure(t, members),
            CTy::Tagged(alternatives) => self.tagged(t, alternatives),
        };
        let Functions { digest, make, copy } = functions;
        let _ = writeln!(
            self.text,
            "static u64 digest_{t}(const {t} *v, u64 h) {{ {digest} }}\n\
             static void make_{t}({t} *v, u64 *seed) {{ {make} }}\n\
             static void copy_{t}({t} *to, const {t} *from) {{ {copy} }}"
        );
        let layout = ty.layout();
        let _ = writeln!(
            self.text,
            "_Static_assert(sizeof({t}) == {} && _Alignof({t}) == {}, \"{ty}\");",
            layout.size, layout.align
        );
        name
    }

    fn structure(&mut self, t: &str, members: &[CTy]) -> Functions {
        let types: Vec<_> = members.iter().map(|member| self.ty(member)).collect();
        let mut functions = Functions::default();
        let mut fields = String::new();
        for (i, ty) in types.iter().enumerate() {
            let _ = write!(fields, " {ty} m{i};");
            let _ = write!(functions.digest, "h = digest_{ty}(&v->m{i}, h); ");
            let _ = write!(functions.make, "make_{ty}(&v->m{i}, seed); ");
            let _ = write!(functions.copy, "copy_{ty}(&to->m{i}, &from->m{i}); ");
        }
        functions.digest += "return h;";
        let _ = writeln!(self.text, "typedef struct {{{fields} }} {t};");
        functions
    }

    fn tagged(&mut self, t: &str, alternatives: &[Alternative]) -> Functions {
        let types: Vec<_> = alternatives.iter().map(|other| self.ty(&other.ty)).collect();
        let mut functions = Functions {
            digest: "h = mix(h, v->tag); switch (v->tag) { ".into(),
            make: format!("switch ((next(seed) >> 33) % {}) {{ ", alternatives.len()),
            copy: "to->tag = from->tag; switch (from->tag) { ".into(),
        };
        let mut fields = String::new();
        for (i, (ty, other)) in types.iter().zip(alternatives).enumerate() {
            let tag = format!("{}u", other.tag);
            let _ = write!(fields, " {ty} m{i};");
            let _ = write!(functions.digest, "case {tag}: h = digest_{ty}(&v->u.m{i}, h); break; ");
            let _ = write!(
                functions.make,
                "case {i}: v->tag = {tag}; make_{ty}(&v->u.m{i}, seed); break; "
            );
            let _ = write!(
                functions.copy,
                "case {tag}: copy_{ty}(&to->u.m{i}, &from->u.m{i}); break; "
            );
        }
        functions.digest += "} return h;";
        functions.make += "}";
        functions.copy += "}";
        if alternatives.is_empty() {
            functions.make = "v->tag = next(seed) >> 32;".into();
        }
        let _ = writeln!(self.text, "typedef struct {{ u32 tag; union {{{fields} }} u; }} {t};");
        functions
    }

    fn signature(&mut self, i: usize, signature: &Signature) {
        let Signature { param, result } = signature;
        let (p, r) = (self.ty(param), self.ty(result));
        let offset = |ty: &CTy| CTy::offsets(&[CTy::Int(8), ty.clone()])[1];
        let (load_at, store_at) = (offset(param), offset(result));
        let unit = self.ty(&CTy::Unit);
        let _ = writeln!(
            self.text,
            "
extern {r} ours{i}({p}), relay{i}({p}), chain{i}({p});
extern {p} load{i}(ptr);
struct Store{i} {{ ptr to; {r} value; }};
extern {unit} store{i}(struct Store{i});
{r} theirs{i}({p} param) {{
  {r} result;
  scramble(&result, sizeof result, 99);
  u64 seed = digest_{p}(&param, 0);
  make_{r}(&result, &seed);
  return result;
}}
u64 expected{i}(u64 seed) {{
  {p} param;
  make_{p}(&param, &seed);
  {r} result = theirs{i}(param);
  return digest_{r}(&result, 0);
}}
struct In{i} {{ u8 before; {p} value; }};
struct Out{i} {{ u8 before; {r} value; }};
_Static_assert(offsetof(struct In{i}, value) == {load_at}, \"load\");
_Static_assert(offsetof(struct Out{i}, value) == {store_at}, \"store\");"
        );
        if has_register(signature) {
            self.wide(i, signature);
        }
        self.check(i, signature);
    }

    /// The function that calls all of a signature, and compares.
    fn check(&mut self, i: usize, signature: &Signature) {
        let (p, r) = (self.ty(&signature.param), self.ty(&signature.result));
        let wide = match has_register(signature) {
            true => format!("checkwide{i}(param, e, seed);"),
            false => String::new(),
        };
        let _ = writeln!(
            self.text,
            "static void check{i}(u64 seed) {{
  u64 e = expected{i}(seed), state = seed;
  {p} param;
  scramble(&param, sizeof param, seed);
  make_{p}(&param, &state);
  {r} result = ours{i}(param);
  expect(digest_{r}(&result, 0) == e, {i}, \"called from C\", seed);
  result = relay{i}(param);
  expect(digest_{r}(&result, 0) == e, {i}, \"calls C\", seed);
  result = chain{i}(param);
  expect(digest_{r}(&result, 0) == e, {i}, \"calls its own\", seed);
  struct In{i} in;
  scramble(&in, sizeof in, seed);
  copy_{p}(&in.value, &param);
  {p} loaded = load{i}(&in);
  expect(digest_{p}(&loaded, 0) == digest_{p}(&param, 0), {i}, \"loads\", seed);
  union {{ struct Out{i} out; u8 bytes[sizeof(struct Out{i}) + 16]; }} there, here;
  scramble(&there, sizeof there, seed);
  memcpy(&here, &there, sizeof here);
  copy_{r}(&here.out.value, &result);
  store{i}((struct Store{i}){{ &there, result }});
  expect(!memcmp(&there, &here, sizeof here), {i}, \"stores\", seed);
  {wide}
}}"
        );
    }

    /// The same functions with registers in place of the values that are in one, to see and to
    /// spoil what is above the value.
    fn wide(&mut self, i: usize, Signature { param, result }: &Signature) {
        let (p, r) = (self.ty(param), self.ty(result));
        let in_register = |ty: &CTy, name: &str| match in_one_register(ty) {
            true => "u64".to_owned(),
            false => name.to_owned(),
        };
        let (wide_p, wide_r) = (in_register(param, &p), in_register(result, &r));
        let own = if param.is_scalar() { "EXTENDED(sizeof param)" } else { "sizeof param" };
        let spoil = |ty: &CTy, own: &str| match in_one_register(ty) {
            true => format!("above({own})"),
            false => "{}".to_owned(),
        };
        let (spoilt_param, spoilt_result) = (spoil(param, own), spoil(result, "sizeof result"));
        let extended = match param.is_scalar() {
            true => format!(
                "expect(lower(raw, {own}) == lower(raw, sizeof param), {i}, \"extends\", 0);"
            ),
            false => String::new(),
        };
        let _ = writeln!(
            self.text,
            "extern {r} relaywide{i}({p});
{wide_r} wide{i}({wide_p} raw) {{
  {p} param;
  memcpy(&param, &raw, sizeof param);
  {extended}
  {r} result = theirs{i}(param);
  {wide_r} given = {spoilt_result};
  memcpy(&given, &result, sizeof result);
  return given;
}}
static void checkwide{i}({p} param, u64 e, u64 seed) {{
  {r} result = relaywide{i}(param);
  expect(digest_{r}(&result, 0) == e, {i}, \"calls C that leaves upper bits\", seed);
  {wide_r} (*volatile ours)({wide_p}) = ({wide_r} (*)({wide_p}))ours{i};
  {wide_p} raw = {spoilt_param};
  memcpy(&raw, &param, sizeof param);
  {wide_r} given = ours(raw);
  memcpy(&result, &given, sizeof result);
  expect(digest_{r}(&result, 0) == e, {i}, \"called from C that leaves upper bits\", seed);
}}"
        );
    }
}

#[derive(Default)]
struct Functions {
    digest: String,
    make: String,
    copy: String,
}
