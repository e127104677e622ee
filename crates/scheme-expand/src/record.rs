//! Record types: a record is a tuple whose first field is its type.

use crate::body::{Item, Owner};
use crate::core::{Exp, ExpKind, Lambda, Op, Place, Special, Type, Var};
use crate::error::{Fail, Outcome};
use crate::expand::Expander;
use crate::scope::{Binding, ScopeId};
use crate::stx::{Ident, Stx, StxKind};
use base::Name;
use scheme_syntax::{Datum, Kind};
use std::rc::Rc;

/// A tuple of two is a pair; records have more.
const LEAST_FIELDS: usize = 3;

/// A record type.
pub(crate) struct Record {
    ty: Var,
    fields: Vec<Ident>,
    place: Place,
}

/// A procedure of a record type. Its calls are written out.
#[derive(Clone)]
pub(crate) struct RecordProcedure {
    record: Rc<Record>,
    name: Ident,
    /// Where the definition names it.
    pub(crate) place: Place,
    what: What,
}

/// What a procedure of a record type does.
#[derive(Clone)]
enum What {
    /// Makes a record: for each field the number of the parameter that it gets.
    Make(Vec<Option<usize>>, usize),
    /// Tells its records from everything else.
    Is,
    /// Reads a field.
    Get(u32),
    /// Sets a field.
    Set(u32),
}

impl RecordProcedure {
    /// The number of its parameters.
    pub(crate) fn params(&self) -> usize {
        match &self.what {
            What::Make(_, params) => *params,
            What::Is | What::Get(_) => 1,
            What::Set(_) => 2,
        }
    }
}

impl Record {
    fn len(&self) -> u32 {
        (self.fields.len() + 1).max(LEAST_FIELDS) as u32
    }
}

impl Expander<'_> {
    /// `(define-record-type NAME (CONSTRUCTOR FIELD ...) PREDICATE (FIELD ACCESSOR MODIFIER?) ...)`
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "all other syntax is refused, or handled alike"
    )]
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
        // The program may define or assign the name otherwise; the procedures know the type.
        let ty = self.variable_of(self.name(ident), owner != Owner::Local, true);
        let var = self.define_variable(ident, scope, owner, name.place)?;
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
        items.push(Item::Made(var, self.exp_at(ExpKind::Var(ty), place)));
        let record = Rc::new(record);
        let mut procedures = Vec::from_iter(self.record_constructor(&record, constructor)?);
        if let Some(name) = predicate.ident() {
            procedures.push((name, What::Is, predicate.place));
        } else if !is_false(predicate) {
            return Err(wrong(predicate.place, "a predicate is an identifier"));
        }
        for (at, spec) in specs.iter().enumerate() {
            let names = spec.list().map_or(&[][..], |parts| &parts[1..]);
            for (which, stx) in names.iter().enumerate() {
                let Some(name) = stx.ident() else {
                    return Err(wrong(stx.place, "this is no identifier"));
                };
                let field = at as u32 + 1;
                let what = if which == 0 { What::Get(field) } else { What::Set(field) };
                procedures.push((name, what, stx.place));
            }
        }
        self.record_procedures(&record, procedures, scope, owner, items)
    }

    /// Defines the procedures of a record type.
    fn record_procedures(
        &mut self,
        record: &Rc<Record>,
        procedures: Vec<(Ident, What, Place)>,
        scope: ScopeId,
        owner: Owner,
        items: &mut Vec<Item>,
    ) -> Outcome<()> {
        for (name, what, place) in procedures {
            let var = self.define_variable(name, scope, owner, place)?;
            let procedure = RecordProcedure { record: record.clone(), name, place, what };
            items.push(Item::Made(var, self.record_lambda(&procedure)));
            if !self.vars[var].assigned && !self.assigned.contains(&place) {
                let binding = Binding::Record(var, Rc::new(procedure));
                self.scopes.bind(scope, name, binding);
            }
        }
        Ok(())
    }

    /// A procedure of a record type as a value.
    fn record_lambda(&mut self, procedure: &RecordProcedure) -> Exp {
        let params: Vec<Var> = (0..procedure.params()).map(|_| self.fresh("x")).collect();
        let body = self.record_body(procedure, &params, procedure.record.place);
        let lambda = Lambda { name: Some(self.name(procedure.name)), params, rest: None, body };
        self.exp_at(ExpKind::Lambda(vec![lambda]), procedure.record.place)
    }

    /// A call of a procedure of a record type, written out.
    pub(crate) fn record_call(
        &mut self,
        procedure: &RecordProcedure,
        args: Vec<Exp>,
        place: Place,
    ) -> Exp {
        let params: Vec<Var> = args.iter().map(|_| self.fresh("x")).collect();
        let body = self.record_body(procedure, &params, place);
        let bindings = params.into_iter().zip(args).collect();
        self.exp_at(ExpKind::Let(bindings, Box::new(body)), place)
    }

    /// What a procedure of a record type does with its arguments.
    fn record_body(&mut self, procedure: &RecordProcedure, args: &[Var], place: Place) -> Exp {
        let record = &procedure.record;
        let len = record.len();
        let value = |cx: &Self, var: Var| cx.exp_at(ExpKind::Var(var), place);
        let op = match &procedure.what {
            What::Make(given, _) => {
                let mut values: Vec<Exp> = vec![value(self, record.ty)];
                for given in given {
                    values.push(match given {
                        Some(at) => value(self, args[*at]),
                        None => self.exp_at(ExpKind::Special(Special::Unspecified), place),
                    });
                }
                return self.exp_at(ExpKind::Op(Op::Tuple, values), place);
            }
            What::Is => return self.is_record(record, args[0], place),
            What::Get(field) => Op::Get(len, *field),
            What::Set(field) => Op::Set(len, *field),
        };
        let operands = args.iter().map(|arg| value(self, *arg)).collect();
        let access = self.exp_at(ExpKind::Op(op, operands), place);
        let wrong = vec![
            self.symbol(self.name(procedure.name), place),
            value(self, record.ty),
            value(self, args[0]),
        ];
        let wrong = self.library_call("%wrong-record", wrong, place);
        let wrong = self.exp_at(ExpKind::Op(Op::Never, vec![wrong]), place);
        self.if_exp(self.is_record(record, args[0], place), access, wrong, place)
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

    /// The constructor, if there is one: its name, and which field gets which parameter.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "all other syntax is refused, or handled alike"
    )]
    fn record_constructor(
        &self,
        record: &Record,
        stx: &Stx,
    ) -> Outcome<Option<(Ident, What, Place)>> {
        let wrong = |place, label: &str| Fail::new(place, "malformed constructor", label);
        let (name, given) = match &stx.kind {
            StxKind::Ident(_) => (stx, record.fields.clone()),
            StxKind::List(parts) if !parts.is_empty() => {
                let fields: Option<Vec<Ident>> = parts[1..].iter().map(|p| p.ident()).collect();
                (&parts[0], fields.ok_or_else(|| wrong(stx.place, "fields are identifiers"))?)
            }
            _ if is_false(stx) => return Ok(None),
            _ => return Err(wrong(stx.place, "it has the shape `(NAME FIELD ...)`")),
        };
        let Some(ident) = name.ident() else {
            return Err(wrong(name.place, "its name is an identifier"));
        };
        for (at, field) in given.iter().enumerate() {
            if !record.fields.contains(field) || given[..at].contains(field) {
                let label = format!(
                    "`{}` is not one of the fields, or is named twice",
                    self.idents.name(*field)
                );
                return Err(wrong(stx.place, &label));
            }
        }
        let which = |at: usize| {
            record.fields.get(at).and_then(|field| given.iter().position(|g| g == field))
        };
        let fields = (0..record.len() as usize - 1).map(which).collect();
        Ok(Some((ident, What::Make(fields, given.len()), name.place)))
    }

    /// True if the variable's value is such a record.
    fn is_record(&self, record: &Record, var: Var, place: Place) -> Exp {
        let value = || self.exp_at(ExpKind::Var(var), place);
        let is = Op::Is(Type::Tuple(record.len()));
        let tuple = self.exp_at(ExpKind::Op(is, vec![value()]), place);
        let ty = self.exp_at(ExpKind::Op(Op::Get(record.len(), 0), vec![value()]), place);
        let own = self.exp_at(ExpKind::Var(record.ty), place);
        let same = self.exp_at(ExpKind::Op(Op::Same, vec![ty, own]), place);
        self.if_exp(tuple, same, self.truth(false, place), place)
    }
}

fn is_false(stx: &Stx) -> bool {
    matches!(&stx.kind, StxKind::Atom(datum) if matches!(datum.kind, Kind::Bool(false)))
}
