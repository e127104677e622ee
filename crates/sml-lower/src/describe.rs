//! Descriptions: texts that say how the argument of an exception is shown, as `host::show`
//! reads them.
//!
//! ```text
//! exception Bad of {code : int, why : string}      *0; record code 1 why 2; int 64; str
//! ```
//! A description follows the types of the core, so types of equal representation have
//! different ones. Of a type variable of an enclosing function only the representation is
//! known; its values are shown like those of an abstract type.
//!
//! Nodes are made level by level. A value is shown to some depth only, and types deeper
//! inside are not described, so the description of a datatype that mentions itself at ever
//! larger types is finite.

use super::data::Repr;
use super::{Cx, TyId};
use base::Name;
use rustc_hash::FxHashMap;
use sml_elab::core::{Builtin, Constructor, Definition, Node, Ty, TyCon, TyVar};
use sml_syntax::names::Sym;
use std::fmt::Write as _;
use types::Width;

/// The most nodes of one description; further ones are cut.
const MAX_NODES: usize = 500;
/// The most types inside one another. A tuple and the constructor that carries it are one
/// level of a value, and two types.
const MAX_LEVELS: usize = 2 * prim::SHOWN_LEVELS + 2;
/// The most parts of a type that is described.
const MAX_PARTS: usize = 2000;

/// A type that is described.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Form {
    Con(TyCon, Box<[usize]>),
    Record(Box<[(Sym, usize)]>),
    Function,
    Hidden,
    Cut,
}

/// The nodes of a description, numbered as they were met.
#[derive(Default)]
struct Describing {
    forms: Vec<(Form, TyId)>,
    /// The depth of each of them.
    levels: Vec<usize>,
    /// The depth of types that are met now.
    level: usize,
    numbers: FxHashMap<(Form, TyId), usize>,
    /// True if the description is for answers to the user, to whom opaque types are abstract.
    answer: bool,
    /// The number of parts that were described: a type may have far more parts than it has
    /// different ones.
    parts: usize,
}

impl Describing {
    fn number(&mut self, form: Form, ty: TyId) -> usize {
        let mut key = (form, ty);
        if !self.numbers.contains_key(&key)
            && (self.forms.len() >= MAX_NODES || self.level > MAX_LEVELS)
        {
            key.0 = Form::Cut;
        }
        let next = self.forms.len();
        let number = *self.numbers.entry(key.clone()).or_insert(next);
        if number == next {
            self.forms.push(key);
            self.levels.push(self.level);
        }
        number
    }
}

/// The types, by number, of a datatype's type variables.
type Env = FxHashMap<TyVar, usize>;

impl<'p> Cx<'p> {
    /// The description of an exception's argument.
    pub(super) fn describe(&mut self, arg: Ty) -> Name {
        let mut all = Describing::default();
        let text = self.described_argument(&mut all, arg, &Env::default());
        self.described_nodes(all, text)
    }

    /// The description of a value for an answer to the user.
    pub(super) fn describe_answer(&mut self, ty: Ty) -> Name {
        let mut all = Describing { answer: true, ..Describing::default() };
        let text = self.described(&mut all, ty, &Env::default()).to_string();
        self.described_nodes(all, text)
    }

    /// Adds the nodes that were met to a text, and those that they lead to.
    fn described_nodes(&mut self, mut all: Describing, mut text: String) -> Name {
        let mut next = 0;
        while let Some((form, ty)) = all.forms.get(next).cloned() {
            all.level = all.levels[next] + 1;
            next += 1;
            text.push_str("; ");
            text += &match form {
                Form::Con(con, args) => self.described_con(&mut all, con, &args, ty),
                Form::Record(fields) => self.described_record(&fields),
                Form::Function => "fn".to_owned(),
                Form::Hidden => self.without_parts(ty, "hidden", "-"),
                Form::Cut => self.without_parts(ty, "cut", "..."),
            };
        }
        text.into()
    }

    /// A node without parts; `is` and a text for a type without representation.
    fn without_parts(&self, ty: TyId, kind: &str, always: &str) -> String {
        if ty == self.unit { format!("is {always}") } else { kind.to_owned() }
    }

    /// The number of a type, under an environment.
    fn described(&mut self, all: &mut Describing, ty: Ty, env: &Env) -> usize {
        let program = self.program;
        let as_anf = self.ty(ty);
        all.parts += 1;
        if all.parts > MAX_PARTS {
            return all.number(Form::Cut, as_anf);
        }
        let form = match program.types.node(ty) {
            Node::Var(var) => match env.get(var) {
                Some(number) => return *number,
                None => Form::Hidden,
            },
            Node::Meta(_) => Form::Hidden,
            Node::Arrow(..) => Form::Function,
            Node::Record(fields) => Form::Record(
                fields.iter().map(|(label, ty)| (*label, self.described(all, *ty, env))).collect(),
            ),
            Node::Con(con, args) => {
                let args: Box<[usize]> =
                    args.iter().map(|arg| self.described(all, *arg, env)).collect();
                let info = &program.tycons[*con];
                let too_large = |arg: &usize| all.forms[*arg].0 == Form::Cut;
                match info.definition {
                    _ if info.hidden || self.is_library_box(*con) => Form::Hidden,
                    _ if args.iter().any(too_large) => Form::Cut,
                    Definition::Opaque(_) if all.answer && !self.has_constructors(*con) => {
                        Form::Hidden
                    }
                    Definition::Opaque(behind) => {
                        return self.with_args(all, *con, &args, |cx, all, env| {
                            cx.described(all, behind, env)
                        });
                    }
                    Definition::Abstract => Form::Hidden,
                    Definition::Builtin(_) | Definition::Data(_) => Form::Con(*con, args),
                }
            }
        };
        all.number(form, as_anf)
    }

    /// True of an opaque type that a session knows to have constructors.
    fn has_constructors(&self, con: TyCon) -> bool {
        self.interactive.is_some_and(|session| (session.has_constructors)(con))
    }

    /// True of datatypes of the library with one constructor and an argument. In this way
    /// the library keeps types abstract that its structures share, such as `Time.time`.
    fn is_library_box(&self, con: TyCon) -> bool {
        let info = &self.program.tycons[con];
        let of_library = info.loc.is_some_and(|loc| self.kept.library.contains(&loc.source));
        match &info.definition {
            Definition::Data(constructors) => {
                of_library && constructors.len() == 1 && constructors[0].arg.is_some()
            }
            Definition::Builtin(_) | Definition::Opaque(_) | Definition::Abstract => false,
        }
    }

    /// Runs a function with these types for the parameters of a type constructor.
    fn with_args<T>(
        &mut self,
        all: &mut Describing,
        con: TyCon,
        args: &[usize],
        run: impl FnOnce(&mut Self, &mut Describing, &Env) -> T,
    ) -> T {
        let params = &self.program.tycons[con].params;
        let types: Vec<TyId> = args.iter().map(|arg| all.forms[*arg].1).collect();
        let env = params.iter().copied().zip(args.iter().copied()).collect();
        self.with_types(params, &types, |cx| run(cx, all, &env))
    }

    /// The argument of a constructor: `*` says that its fields are those of the constructor.
    fn described_argument(&mut self, all: &mut Describing, arg: Ty, env: &Env) -> String {
        let spread = matches!(self.program.types.node(arg), Node::Record(f) if f.len() > 1);
        let number = self.described(all, arg, env);
        format!("{}{number}", if spread { "*" } else { "" })
    }

    fn described_record(&self, fields: &[(Sym, usize)]) -> String {
        let names = &self.program.names;
        let is_tuple = fields.len() > 1
            && fields
                .iter()
                .zip(1..)
                .all(|((l, _), i): (_, usize)| **names.text(*l) == *i.to_string());
        let mut text = match fields.len() {
            0 => return "is ()".to_owned(),
            1 => "single".to_owned(),
            _ if is_tuple => "tuple".to_owned(),
            _ => "record".to_owned(),
        };
        for (label, number) in fields {
            if !is_tuple {
                text = text + " " + names.text(*label);
            }
            let written = write!(text, " {number}");
            debug_assert!(written.is_ok(), "a string takes everything");
        }
        text
    }

    fn described_con(
        &mut self,
        all: &mut Describing,
        con: TyCon,
        args: &[usize],
        ty: TyId,
    ) -> String {
        let program = self.program;
        let name = |constructor: &Constructor| program.names.text(constructor.name).clone();
        let constructors = match &program.tycons[con].definition {
            Definition::Builtin(builtin) => return described_builtin(*builtin, args),
            Definition::Data(constructors) => constructors,
            Definition::Opaque(_) | Definition::Abstract => return "hidden".to_owned(),
        };
        match self.repr(con) {
            Repr::Unit | Repr::Ref => {
                format!("is {}", constructors.first().map_or("-".into(), name))
            }
            Repr::Enum(width) => {
                let names: Vec<_> = constructors.iter().map(name).collect();
                let bits = if width == Width::I1 { 1 } else { width.bits() };
                format!("enum {bits} {}", names.join(" "))
            }
            Repr::Transparent(arg) => {
                let arg =
                    self.with_args(all, con, args, |cx, all, env| cx.described(all, arg, env));
                format!("con {} {arg}", constructors.first().map_or("-".into(), name))
            }
            Repr::Sum => {
                let Some(sum) = self.sum_of(ty) else { return "hidden".to_owned() };
                for tag in 0..constructors.len() {
                    self.fields(sum, tag as u32);
                }
                if is_list(program, con) {
                    return format!("list {}", args[0]);
                }
                let mut text = "sum".to_owned();
                for constructor in constructors {
                    let arg = match constructor.arg {
                        None => "-".to_owned(),
                        Some(arg) => self.with_args(all, con, args, |cx, all, env| {
                            cx.described_argument(all, arg, env)
                        }),
                    };
                    text = text + " " + &name(constructor) + " " + &arg;
                }
                text
            }
        }
    }
}

fn described_builtin(builtin: Builtin, args: &[usize]) -> String {
    // Numbers of odd sizes are kept in 64 bits.
    let bits = |bits: u8| if matches!(bits, 8 | 16 | 32) { bits } else { 64 };
    let of = |kind: &str| format!("{kind} {}", args[0]);
    match builtin {
        Builtin::Int(size) => format!("int {}", bits(size)),
        Builtin::Word(size) => format!("word {}", bits(size)),
        Builtin::IntInf => "intinf".to_owned(),
        Builtin::Real => "real".to_owned(),
        Builtin::Real32 => "real32".to_owned(),
        Builtin::Char => "char".to_owned(),
        Builtin::String => "str".to_owned(),
        Builtin::Exn => "exn".to_owned(),
        Builtin::Ref => of("ref"),
        Builtin::Array => of("array"),
        Builtin::Vector => of("vector"),
        Builtin::Cont | Builtin::Weak => "hidden".to_owned(),
    }
}

/// True of the list type of the Basis Library, which no file declares.
fn is_list(program: &sml_elab::core::Program, con: TyCon) -> bool {
    let info = &program.tycons[con];
    info.loc.is_none() && &**program.names.text(info.name) == "list"
}
