//! Functions from values to text, as [`super::super::value::show`] has it.

use super::super::syntax::{BOOL, DataId, LIST, OPTION, ORDER, Ty};
use super::super::value::base_name;
use super::Printer;

/// The beginning of every program.
pub(super) const PREAMBLE: &str = r##"fun showWord s x = "0wx" ^ s x
fun showChar c = "#\"" ^ Char.toString c ^ "\""
fun showString s = "\"" ^ String.toString s ^ "\""
fun showItems s xs = String.concatWith "," (map s xs) ^ "]"
fun showList s xs = "[" ^ showItems s xs
fun showVector s v = "#[" ^ showItems s (Vector.foldr (op ::) [] v)
fun showArray s a = "#[" ^ showItems s (Array.foldr (op ::) [] a)
fun showRef s (ref x) = "ref " ^ s x
fun showOption s NONE = "NONE" | showOption s (SOME x) = "SOME " ^ s x
fun showOrder LESS = "LESS" | showOrder EQUAL = "EQUAL" | showOrder GREATER = "GREATER"
"##;

impl Printer<'_> {
    /// A function from values of this type to text.
    pub(super) fn show(&self, ty: &Ty) -> String {
        self.show_with(ty, &[])
    }

    /// The same; values of these type variables are shown by functions named after them.
    fn show_with(&self, ty: &Ty, known: &[usize]) -> String {
        let of = |ty: &Ty| self.show_with(ty, known);
        match ty {
            Ty::Int(kind) => format!("{}.toString", kind.structure()),
            Ty::Word(kind) => format!("(showWord {}.toString)", kind.structure()),
            Ty::Char => "showChar".to_owned(),
            Ty::String => "showString".to_owned(),
            Ty::Exn => "exnName".to_owned(),
            Ty::Var(var) if known.contains(var) => format!("show{var}"),
            Ty::Var(_) => "(fn _ => \"?\")".to_owned(),
            Ty::Fun(..) => "(fn _ => \"fn\")".to_owned(),
            Ty::Vector(ty) => format!("(showVector {})", of(ty)),
            Ty::Array(ty) => format!("(showArray {})", of(ty)),
            Ty::Ref(ty) => format!("(showRef {})", of(ty)),
            Ty::Record(fields) if fields.is_empty() => "(fn () => \"()\")".to_owned(),
            Ty::Record(fields) => {
                let vars: Vec<_> =
                    fields.iter().enumerate().map(|(i, (l, _))| format!("{l} = x{i}")).collect();
                let parts: Vec<_> = fields
                    .iter()
                    .enumerate()
                    .map(|(i, (_, ty))| format!("{} x{i}", of(ty)))
                    .collect();
                let parts = parts.join(" ^ \",\" ^ ");
                format!("(fn {{{}}} => \"(\" ^ {parts} ^ \")\")", vars.join(", "))
            }
            Ty::Data(BOOL, _) => "Bool.toString".to_owned(),
            Ty::Data(ORDER, _) => "showOrder".to_owned(),
            Ty::Data(LIST, args) => format!("(showList {})", of(&args[0])),
            Ty::Data(OPTION, args) => format!("(showOption {})", of(&args[0])),
            Ty::Data(id, args) => {
                let shows = args.iter().map(|arg| format!(" {}", of(arg))).collect::<String>();
                format!("({}{shows})", self.show_name(*id))
            }
        }
    }

    /// `A1.showd3` of `A1.d3`.
    fn show_name(&self, id: DataId) -> String {
        let name = &self.program.datas[id].name;
        let base = base_name(name);
        format!("{}show_{base}", &name[..name.len() - base.len()])
    }

    /// Declares the functions of datatypes that may mention one another.
    pub(super) fn show_functions(&self, ids: &[DataId]) -> String {
        let function = |id: &DataId| {
            let data = &self.program.datas[*id];
            let shows: String = data.params.iter().map(|var| format!(" show{var}")).collect();
            let rule = |con: &super::super::syntax::Con| match &con.shown {
                None => format!("{} => \"{}\"", con.name, base_name(&con.name)),
                Some(ty) => {
                    let show = self.show_with(ty, &data.params);
                    format!("{} x => \"{} \" ^ {show} x", con.name, base_name(&con.name))
                }
            };
            let rules: Vec<_> = data.cons.iter().map(rule).collect();
            format!("{}{shows} v = case v of {}", self.show_name(*id), rules.join(" | "))
        };
        format!("fun {}", ids.iter().map(function).collect::<Vec<_>>().join(" and "))
    }

    /// Their specification in a signature.
    pub(super) fn show_spec(&self, id: DataId) -> String {
        let data = &self.program.datas[id];
        let vars: Vec<Ty> = data.params.iter().map(|var| Ty::Var(*var)).collect();
        let shows: Vec<Ty> = vars.iter().map(|var| Ty::fun(var.clone(), Ty::String)).collect();
        let ty = Ty::curried(&shows, Ty::fun(Ty::Data(id, vars), Ty::String));
        format!("val {} : {}", self.show_name(id), self.ty(&ty))
    }
}
