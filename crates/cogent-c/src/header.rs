//! The C header of a program.
//!
//! ```text
//! guard      of this header
//! basics     u8 u16 u32 u64 unit_t bool_t, unless another header had them
//! enums      tag_t with TAG_ENUM_X, untyped_func_enum with FUN_ENUM_f
//! types      structs, function types, headers of abstract types with parameters; each after
//!            those it is made of
//! functions  f_arg, f_ret and the prototype of f
//! dispatch   calls of function values
//! instances  INSTANCES_g with all instances of an abstract function g
//! ```
//! A struct has the name of the first synonym without parameters that stands for it; further
//! ones are typedefs. Structs without synonyms and function types are `t1`, `t2`, ... in the
//! order of the functions that mention them. A synonym that no function mentions is declared if
//! its abstract types are mentioned, and by value if they are so in the synonym.
//!
//! `dispatch_tN` calls a function value of the type `tN`. A number that is no function of that
//! type calls the last one; where there is none, it stops the program. The numbers of types change
//! with the program, so there are macros that name the dispatch functions which a C definition of
//! an abstract function `g` needs: `dispatch_g` if the argument of `g` is a function,
//! `dispatch_g_p2` if its second component is one, `dispatch_g_r_f` for the field `f` of its field
//! `r`. Functions deeper inside have none. `dispatch_g_p2_arg` and `dispatch_g_p2_ret` are the
//! types of the argument and the result.
//!
//! `INSTANCES_g(X)` is `X(g_0) X(g_1)`, or `X(g)` if `g` is not polymorphic, so that one macro of
//! the C side defines all instances.
//!
//! The header includes nothing but `<abstract/Arr_u32.h>` for `Arr U32`, which is there behind
//! the structs of the parameters. In such a name, what is marked as unboxed has a `u` before it.
//! An abstract type without parameters is defined before the header is included.
//!
//! Absent on purpose: two programs in one C file, whose tags would be two enums of one name.

mod dispatch;
mod naming;
mod nodes;

use crate::CTypes;
use crate::names::member;
use base::Name;
use cogent_check::core::Synonym;
use cogent_check::types::{Ty, Types};
use dispatch::{Alias, Dispatched, aliases, dispatched, instances};
use naming::{Names, Taken};
use nodes::{Form, Met, Node, Nodes, Use};
use rustc_hash::FxHashSet;

/// What a program and C have in common.
#[derive(Clone, Default, Debug)]
pub struct Interface {
    /// The name of the header, for its guard.
    pub name: String,
    /// All functions that C sees, monomorphic.
    pub functions: Vec<Function>,
    /// The functions that have numbers, each at its number, by where they are in `functions`: all
    /// that Cogent uses as values, and those that C may make values of.
    pub values: Vec<usize>,
}

/// A function that C sees. Its types are closed.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name in C (see [`crate::symbol`]).
    pub symbol: Name,
    /// Its name in the source, which all instances of a polymorphic function share.
    pub source: Name,
    /// The type of its argument.
    pub arg: Ty,
    /// The type of its result.
    pub result: Ty,
    /// Is it defined in C?
    pub is_abstract: bool,
}

/// The header of a program with these types.
///
/// # Errors
/// Names that C cannot have, or that two things would have.
pub fn header(
    types: &Types,
    synonyms: &[Synonym],
    interface: &Interface,
    ctypes: &CTypes,
) -> Result<String, Vec<String>> {
    let mut nodes = Nodes::new(types);
    let mut taken = Taken::new();
    let mut functions = Vec::with_capacity(interface.functions.len());
    for function in &interface.functions {
        taken.take_function(&function.symbol);
        functions.push((nodes.of(function.arg), nodes.of(function.result)));
    }
    for tag in ctypes.tags() {
        taken.take(&tag_enum(tag), format!("the number of the tag `{tag}`"));
    }
    for function in &interface.values {
        let symbol = &interface.functions[*function].symbol;
        taken.take(&fun_enum(symbol), format!("the number of the function `{symbol}`"));
    }
    let aliases = aliases(interface, &functions, &nodes.all, &mut taken);
    let instances = instances(interface, &mut taken);
    let names = Names::new(&mut nodes, synonyms, &mut taken);
    let mut writer = Writer {
        types,
        interface,
        union_variants: ctypes.union_variants(),
        nodes: &nodes.all,
        names: &names,
        text: String::new(),
        faults: taken.faults,
    };
    writer.begin();
    writer.enums(ctypes.tags());
    writer.types();
    writer.functions(&functions);
    writer.dispatch(&dispatched(interface, &functions));
    writer.aliases(&aliases);
    writer.instances(&instances);
    writer.put("\n#endif\n");
    if writer.faults.is_empty() { Ok(writer.text) } else { Err(writer.faults) }
}

fn tag_enum(tag: &str) -> String {
    format!("TAG_ENUM_{}", member(tag))
}

fn fun_enum(symbol: &str) -> String {
    format!("FUN_ENUM_{symbol}")
}

/// Writes a header.
struct Writer<'a> {
    types: &'a Types,
    interface: &'a Interface,
    union_variants: bool,
    nodes: &'a [Met],
    names: &'a Names,
    text: String,
    faults: Vec<String>,
}

/// The types that every header has. C written for the original compiler of Cogent includes them
/// from `cogent-defns.h`; the guard has the name of its guard, so that both can be included.
const BASICS: &str = "
#ifndef __COGENT_DEFNS_H__
#define __COGENT_DEFNS_H__
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef struct unit_t {
    int dummy;
} unit_t;
typedef struct bool_t {
    u8 boolean;
} bool_t;
#ifndef likely
#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)
#endif
#endif
";

impl Writer<'_> {
    fn put(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn begin(&mut self) {
        let letter = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' };
        let name: String = self.interface.name.chars().map(letter).collect();
        self.put(&format!("#ifndef COGENT_{name}_H\n#define COGENT_{name}_H\n{BASICS}"));
    }

    fn enums(&mut self, tags: &[Name]) {
        let tags: Vec<String> = tags.iter().map(|tag| tag_enum(tag)).collect();
        let variants = self.nodes.iter().any(|met| matches!(met.form, Form::Variant(_)));
        self.enumeration("tag_t", &tags, variants);
        let functions = &self.interface.functions;
        let values = self.interface.values.iter();
        let values: Vec<String> = values.map(|value| fun_enum(&functions[*value].symbol)).collect();
        let types = self.nodes.iter().any(|met| matches!(met.form, Form::Function(..)));
        self.enumeration("untyped_func_enum", &values, types);
    }

    /// Writes an enum. C has no empty enums, so one that is used nevertheless is an integer.
    fn enumeration(&mut self, name: &str, members: &[String], used: bool) {
        if members.is_empty() {
            let number = format!("\ntypedef unsigned int {name};\n");
            return self.put(if used { &number } else { "" });
        }
        self.put(&format!("\ntypedef enum {name} {{\n"));
        for member in members {
            self.put(&format!("    {member},\n"));
        }
        // C89 allows no comma at the end.
        self.text.truncate(self.text.len() - 2);
        self.put(&format!("\n}} {name};\n"));
    }

    fn types(&mut self) {
        for (node, Met { form, ty }) in self.nodes.iter().enumerate() {
            let name = self.names.of(node);
            match form {
                Form::Plain(_) => {}
                Form::Struct(members) => self.structure(node, *ty, |w| w.members(members, "    ")),
                Form::Variant(members) => self.structure(node, *ty, |w| w.variant(members)),
                Form::Function(..) => {
                    self.comment(*ty);
                    self.put(&format!("typedef untyped_func_enum {name};\n"));
                }
                Form::Abstract(_, args) if !args.is_empty() => {
                    self.put(&format!("\n#include <abstract/{name}.h>\n"));
                }
                Form::Abstract(..) => {}
            }
        }
    }

    /// Writes a type of Cogent as a comment.
    fn comment(&mut self, ty: Ty) {
        self.put(&format!("\n/* {} */\n", self.types.short_text(ty)));
    }

    fn structure(&mut self, node: Node, ty: Ty, members: impl FnOnce(&mut Self)) {
        let name = self.names.of(node);
        self.comment(ty);
        self.put(&format!("typedef struct {name} {{\n"));
        members(self);
        self.put(&format!("}} {name};\n"));
        for other in self.names.others.get(&node).into_iter().flatten() {
            self.put(&format!("typedef {name} {other};\n"));
        }
    }

    fn members(&mut self, members: &[(Name, Use)], indent: &str) {
        let mut seen = FxHashSet::default();
        for (name, ty) in members {
            let c_name = member(name);
            self.put(&format!("{indent}{}{c_name};\n", self.names.before_name(*ty)));
            if !seen.insert(c_name.clone()) {
                let fault = format!("two parts of one type have the C name `{c_name}`");
                self.faults.push(fault);
            }
        }
    }

    fn variant(&mut self, members: &[(Name, Use)]) {
        self.put("    tag_t tag;\n");
        if self.union_variants && !members.is_empty() {
            // Before C11, unions without names are an extension.
            self.put("    __extension__ union {\n");
            self.members(members, "        ");
            self.put("    };\n");
        } else {
            self.members(members, "    ");
        }
    }

    fn functions(&mut self, functions: &[(Use, Use)]) {
        for (is_abstract, place) in [(false, "Cogent"), (true, "C")] {
            let all = self.interface.functions.iter().zip(functions);
            let here = all.filter(|(function, _)| function.is_abstract == is_abstract);
            for (i, (Function { symbol, .. }, (arg, result))) in here.enumerate() {
                if i == 0 {
                    self.put(&format!("\n/* Functions that {place} defines. */\n"));
                }
                self.types_of(symbol, *arg, *result);
                self.put(&format!("{symbol}_ret {symbol}({symbol}_arg);\n"));
            }
        }
    }

    /// The types that go with something that is called.
    fn types_of(&mut self, name: &str, arg: Use, result: Use) {
        let [arg, result] = [arg, result].map(|ty| self.names.before_name(ty));
        self.put(&format!("typedef {arg}{name}_arg;\ntypedef {result}{name}_ret;\n"));
    }

    fn dispatch(&mut self, dispatched: &Dispatched) {
        for (node, Met { form, .. }) in self.nodes.iter().enumerate() {
            if let Form::Function(arg, result) = form {
                let functions = dispatched.get(&(*arg, *result));
                self.dispatch_type(node, *arg, *result, functions.map_or(&[], |all| all));
            }
        }
    }

    fn aliases(&mut self, aliases: &[Alias]) {
        for Alias { name, node, arg, result } in aliases {
            self.put(&format!("\n#define {name} dispatch_{}\n", self.names.of(*node)));
            self.types_of(name, *arg, *result);
        }
    }

    fn instances(&mut self, instances: &[(String, Vec<usize>)]) {
        self.put(if instances.is_empty() { "" } else { "\n" });
        for (name, functions) in instances {
            self.put(&format!("#define {name}(X)"));
            for function in functions {
                self.put(&format!(" X({})", self.interface.functions[*function].symbol));
            }
            self.put("\n");
        }
    }

    /// The function that calls function values of a type. Its parameters have names that nothing
    /// in Cogent has.
    fn dispatch_type(&mut self, node: Node, arg: Use, result: Use, functions: &[usize]) {
        let [arg, result] = [arg, result].map(|ty| self.names.before_name(ty));
        let name = self.names.of(node);
        let head = format!("\nstatic inline {result}dispatch_{name}({name} _f, {arg}_x)\n{{\n");
        self.put(&head);
        let interface = self.interface;
        let symbols = functions.iter().map(|function| &*interface.functions[*function].symbol);
        let symbols: Vec<&str> = symbols.collect();
        match &*symbols {
            [] => self.put("    (void)_f;\n    (void)_x;\n    __builtin_trap();\n"),
            [only] => self.put(&format!("    (void)_f;\n    return {only}(_x);\n")),
            [cases @ .., last] => {
                self.put("    switch (_f) {\n");
                for symbol in cases {
                    let case = fun_enum(symbol);
                    self.put(&format!("    case {case}:\n        return {symbol}(_x);\n"));
                }
                self.put(&format!("    default:\n        return {last}(_x);\n    }}\n"));
            }
        }
        self.put("}\n");
    }
}
