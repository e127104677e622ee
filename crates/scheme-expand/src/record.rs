//! Record types: a record is a tuple whose first field is its type.

use crate::body::{Item, Owner};
use crate::core::{Exp, ExpKind, Lambda, Op, Place, Special, Type, Var};
use crate::error::{Fail, Outcome};
use crate::expand::Expander;
use crate::scope::ScopeId;
use crate::stx::{Ident, Stx, StxKind};
use base::Name;
use scheme_syntax::{Datum, Kind};

/// A tuple of two is a pair; records have more.
const LEAST_FIELDS: usize = 3;

/// A record type that is being defined.
struct Record {
    ty: Var,
    fields: Vec<Ident>,
    place: Place,
}

impl Record {
    fn len(&self) -> u32 {
        (self.fields.len() + 1).max(LEAST_FIELDS) as u32
    }
}

impl Expander<'_> {
    /// `(define-record-type NAME (CONSTRUCTOR FIELD ...) PREDICATE (FIELD ACCESSOR MODIFIER?) ...)`
    pub(crate) fn define_record(
        &mut self,
        parts: &[Stx],
        scope: ScopeId,
        owner: Owner,
        place: Place,
        items: &mut Vec<Item>,
    ) -> Outcome<()> {
        let wrong = |place, label: &str| Fail::new(place, "malformed define-record-type", label);
        let [name, constructor, predicate, specs @ ..] = parts else {
            return Err(wrong(place, "a name, a constructor, a predicate and fields"));
        };
        let type_name = match name.list() {
            Some([first, ..]) => first,
            Some([]) | None => name,
        };
        let Some(ident) = type_name.ident() else {
            return Err(wrong(name.place, "the name of the type is an identifier"));
        };
        let ty = self.define_variable(ident, scope, owner, name.place)?;
        let mut record = Record { ty, fields: Vec::new(), place };
        for spec in specs {
            let field = match &spec.kind {
                StxKind::Ident(field) => Some(*field),
                StxKind::List(parts) if matches!(parts.len(), 1..=3) => parts[0].ident(),
                _ => None,
            };
            let Some(field) = field else {
                return Err(wrong(spec.place, "a field is `(NAME ACCESSOR MODIFIER)`"));
            };
            if record.fields.contains(&field) {
                return Err(wrong(spec.place, "there are two fields of this name"));
            }
            record.fields.push(field);
        }
        let made = self.record_type(&record, ident);
        items.push(Item::Made(ty, made));
        self.record_constructor(&record, constructor, scope, owner, items)?;
        if let Some(ident) = predicate.ident() {
            let var = self.define_variable(ident, scope, owner, predicate.place)?;
            let param = self.fresh("x");
            let body = self.is_record(&record, param);
            items.push(Item::Made(var, self.made(ident, vec![param], body, place)));
        } else if !is_false(predicate) {
            return Err(wrong(predicate.place, "a predicate is an identifier"));
        }
        for (at, spec) in specs.iter().enumerate() {
            let [accessor @ ..] = spec.list().map_or(&[][..], |parts| &parts[1..]);
            for (which, stx) in accessor.iter().enumerate() {
                let Some(ident) = stx.ident() else {
                    return Err(wrong(stx.place, "this is no identifier"));
                };
                let var = self.define_variable(ident, scope, owner, stx.place)?;
                let lambda = self.field_procedure(&record, at, ident, which == 1);
                items.push(Item::Made(var, lambda));
            }
        }
        Ok(())
    }

    fn made(&self, ident: Ident, params: Vec<Var>, body: Exp, place: Place) -> Exp {
        let lambda = Lambda { name: Some(self.name(ident)), params, rest: None, body };
        self.exp_at(ExpKind::Lambda(vec![lambda]), place)
    }

    pub(crate) fn symbol(&self, name: Name, place: Place) -> Exp {
        let datum = Datum::new(Kind::Symbol(name), place.source, place.span);
        self.exp_at(ExpKind::Const(datum), place)
    }

    /// The type itself, made by the library of its name and those of its fields.
    fn record_type(&mut self, record: &Record, name: Ident) -> Exp {
        let place = record.place;
        let datum = |name: &Name| Datum::new(Kind::Symbol(name.clone()), place.source, place.span);
        let fields = record.fields.iter().map(|field| datum(self.idents.name(*field))).collect();
        let fields = Datum::new(Kind::List(fields), place.source, place.span);
        let name = self.symbol(self.name(name), place);
        let fields = self.exp_at(ExpKind::Const(fields), place);
        self.library_call("%make-record-type", vec![name, fields], place)
    }

    fn record_constructor(
        &mut self,
        record: &Record,
        stx: &Stx,
        scope: ScopeId,
        owner: Owner,
        items: &mut Vec<Item>,
    ) -> Outcome<()> {
        let wrong = |place, label: &str| Fail::new(place, "malformed constructor", label);
        let (name, given) = match &stx.kind {
            StxKind::Ident(_) => (stx, record.fields.clone()),
            StxKind::List(parts) if !parts.is_empty() => {
                let fields: Option<Vec<Ident>> = parts[1..].iter().map(|p| p.ident()).collect();
                (&parts[0], fields.ok_or_else(|| wrong(stx.place, "fields are identifiers"))?)
            }
            _ if is_false(stx) => return Ok(()),
            _ => return Err(wrong(stx.place, "it has the shape `(NAME FIELD ...)`")),
        };
        let Some(ident) = name.ident() else {
            return Err(wrong(name.place, "its name is an identifier"));
        };
        let place = record.place;
        let params: Vec<Var> = given.iter().map(|field| self.fresh(&self.name(*field))).collect();
        let mut values: Vec<Exp> = vec![self.exp_at(ExpKind::Var(record.ty), place)];
        for at in 0..record.len() as usize - 1 {
            let param = record.fields.get(at).and_then(|f| given.iter().position(|g| g == f));
            values.push(match param {
                Some(param) => self.exp_at(ExpKind::Var(params[param]), place),
                None => self.exp_at(ExpKind::Special(Special::Unspecified), place),
            });
        }
        for (at, field) in given.iter().enumerate() {
            if !record.fields.contains(field) || given[..at].contains(field) {
                let label = format!(
                    "`{}` is not one of the fields, or is named twice",
                    self.idents.name(*field)
                );
                return Err(wrong(stx.place, &label));
            }
        }
        let body = self.exp_at(ExpKind::Op(Op::Tuple, values), place);
        let var = self.define_variable(ident, scope, owner, name.place)?;
        items.push(Item::Made(var, self.made(ident, params, body, place)));
        Ok(())
    }

    /// True if the variable's value is such a record.
    fn is_record(&self, record: &Record, var: Var) -> Exp {
        let place = record.place;
        let value = || self.exp_at(ExpKind::Var(var), place);
        let tuple =
            self.exp_at(ExpKind::Op(Op::Is(Type::Tuple(record.len())), vec![value()]), place);
        let ty = self.exp_at(ExpKind::Op(Op::Get(record.len(), 0), vec![value()]), place);
        let own = self.exp_at(ExpKind::Var(record.ty), place);
        let same = self.exp_at(ExpKind::Op(Op::Same, vec![ty, own]), place);
        self.if_exp(tuple, same, self.truth(false, place), place)
    }

    fn field_procedure(&mut self, record: &Record, at: usize, name: Ident, sets: bool) -> Exp {
        let place = record.place;
        let (len, field) = (record.len(), at as u32 + 1);
        let object = self.fresh("record");
        let mut params = vec![object];
        let mut args = vec![self.exp_at(ExpKind::Var(object), place)];
        let op = if sets {
            let value = self.fresh("value");
            params.push(value);
            args.push(self.exp_at(ExpKind::Var(value), place));
            Op::Set(len, field)
        } else {
            Op::Get(len, field)
        };
        let access = self.exp_at(ExpKind::Op(op, args), place);
        let wrong = vec![
            self.symbol(self.name(name), place),
            self.exp_at(ExpKind::Var(record.ty), place),
            self.exp_at(ExpKind::Var(object), place),
        ];
        let wrong = self.library_call("%wrong-record", wrong, place);
        let wrong = self.exp_at(ExpKind::Op(Op::Never, vec![wrong]), place);
        let body = self.if_exp(self.is_record(record, object), access, wrong, place);
        self.made(name, params, body, place)
    }
}

fn is_false(stx: &Stx) -> bool {
    matches!(&stx.kind, StxKind::Atom(datum) if matches!(datum.kind, Kind::Bool(false)))
}
