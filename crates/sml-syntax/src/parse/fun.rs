//! `fun`: clauses and the functions that they define.

use super::recover::Missing;
use super::{Bad, Parsed, Parser};
use crate::ast::{Clause, DecKind, Exp, ExpKind, FunBind, Ident, Pat, PatKind};
use crate::lex::Kind;
use base::{Span, bug};
use diag::Diagnostic;

/// A part of a clause's head.
enum Part {
    Pat(Pat),
    /// An infix identifier without `op`.
    Op(Ident),
}

impl Parser<'_> {
    /// The rest of a declaration behind `fun`.
    pub(super) fn fun(&mut self) -> Parsed<DecKind> {
        let vars = self.ty_vars()?;
        let mut binds = vec![self.fun_bind()?];
        while self.eat(Kind::And) {
            binds.push(self.fun_bind()?);
        }
        if binds.len() > 1 {
            let names = binds.iter().filter_map(|bind| bind.clauses.first());
            let names: Vec<Ident> = names.map(|clause| clause.name).collect();
            self.unique_names("function", &names);
        }
        Ok(DecKind::Fun(vars, binds))
    }

    /// The clauses of one function.
    fn fun_bind(&mut self) -> Parsed<FunBind> {
        self.eat(Kind::Bar);
        let mut strange = false;
        let mut clauses = vec![self.clause(&mut strange)?];
        let mark = self.open.len();
        while self.eat(Kind::Bar) {
            match self.clause(&mut strange) {
                Ok(clause) => clauses.push(clause),
                Err(Bad) => self.resync(mark, true),
            }
        }
        self.check_bindable(clauses[0].name);
        self.check_clauses(&clauses);
        Ok(FunBind { clauses })
    }

    /// Reports clauses with different names or numbers of arguments.
    fn check_clauses(&mut self, clauses: &[Clause]) {
        let first = &clauses[0];
        for clause in &clauses[1..] {
            let text = |ident: Ident| self.names.text(ident.name).clone();
            if clause.name.name != first.name.name {
                let title = format!("a clause of `{}` has another name", text(first.name));
                let label = format!("this clause defines `{}`", text(clause.name));
                let error = Diagnostic::error(title).at(self.source, clause.name.span, label).also(
                    self.source,
                    first.name.span,
                    "the function's name",
                );
                self.push_error(error);
                return;
            }
            if clause.pats.len() != first.pats.len() {
                let name = text(first.name);
                let title = format!("the clauses of `{name}` take different numbers of arguments");
                let error = Diagnostic::error(title)
                    .at(self.source, arguments(clause), count(clause))
                    .also(self.source, arguments(first), count(first));
                self.push_error(error);
                return;
            }
        }
    }

    /// `f p q : ty = e`. `strange` says whether a clause of this function has an arrow
    /// for `=`, which is reported once.
    fn clause(&mut self, strange: &mut bool) -> Parsed<Clause> {
        let (first, start) = (self.at, self.start());
        let (name, pats) = self.clause_head()?;
        let ty = if self.eat(Kind::Colon) { Some(self.ty()?) } else { None };
        self.clause_equals(first, strange)?;
        self.functions.push(name.name);
        let exp = self.right_side(true);
        self.functions.pop();
        Ok(Clause { name, pats, ty, exp, span: self.span_from(start) })
    }

    /// The expression of a binding. After an error the binding remains. `bindings` is true
    /// where `and` separates such bindings.
    pub(super) fn right_side(&mut self, bindings: bool) -> Exp {
        let mark = self.open.len();
        let functions = self.functions.len();
        let start = self.start();
        let strays = self.strays.len();
        let exp = self.exp();
        self.end_strays(strays);
        match exp {
            Ok(exp) => exp,
            Err(Bad) => {
                self.resync(mark, bindings);
                self.functions.truncate(functions);
                Exp { kind: ExpKind::Error, span: self.span_from(start) }
            }
        }
    }

    /// `=` of a clause that begins at a token. An arrow is reported and taken for it.
    fn clause_equals(&mut self, first: usize, strange: &mut bool) -> Parsed<()> {
        if *strange {
            self.last_error = Some(self.at);
        }
        if self.eat(Kind::Equals) {
            return Ok(());
        }
        let missing = Missing::new("`=`");
        if matches!(self.kind(), Kind::DoubleArrow | Kind::Arrow) {
            self.fail(
                missing.hint("a clause is written `f x = e`; `=>` belongs to `fn` and `case`"),
            );
            self.bump();
            *strange = true;
            return Ok(());
        }
        Err(self.fail_binding(first, missing))
    }

    /// The name and the arguments, in any of the three forms.
    fn clause_head(&mut self) -> Parsed<(Ident, Vec<Pat>)> {
        let (at, start) = (self.at, self.start());
        let first = self.kind();
        let mut parts = Vec::new();
        loop {
            if self.pat_operator().is_some() {
                parts.extend(self.any_id().map(Part::Op));
            } else if self.starts_atomic_pat() || matches!(self.kind(), Kind::TyVar(_)) {
                parts.push(Part::Pat(self.pat_atomic()?));
            } else {
                break;
            }
        }
        let infix = parts.iter().any(|part| matches!(part, Part::Op(_)));
        if infix {
            return self.infix_head(parts);
        }
        let span = self.span_from(start);
        let mut pats = parts.into_iter().map(|part| match part {
            Part::Pat(pat) => pat,
            Part::Op(name) => bug!("the head has an infix identifier at {:?}", name.span),
        });
        let Some(head) = pats.next() else {
            return Err(self.fail_name("the name of a function"));
        };
        let args: Vec<Pat> = pats.collect();
        if let PatKind::Infix(left, name, right) = head.kind {
            let pair = Pat { kind: PatKind::Tuple(vec![*left, *right]), span: head.span };
            return Ok((name, std::iter::once(pair).chain(args).collect()));
        }
        if let PatKind::Id(name) = &head.kind
            && name.path.is_empty()
            && first != Kind::LParen
        {
            if args.is_empty() {
                return Err(self.no_arguments(at, name.id));
            }
            return Ok((name.id, args));
        }
        if head.kind != PatKind::Error {
            let title = "a clause begins with the name of its function";
            self.report_at(span, title, "this does not");
        }
        Err(Bad)
    }

    /// The clause that begins at a token has a name and nothing else before `=`.
    fn no_arguments(&mut self, first: usize, name: Ident) -> Bad {
        let text = self.names.text(name.name);
        let hint = format!("a value that is not a function is declared with `val {text} = ...`");
        let missing = Missing::new("the arguments of the function");
        self.fail_binding(first, missing.hint(hint))
    }

    /// The head `p ++ q`. Other heads with infix identifiers are reported.
    fn infix_head(&mut self, parts: Vec<Part>) -> Parsed<(Ident, Vec<Pat>)> {
        let ops: Vec<Ident> = parts
            .iter()
            .filter_map(|part| match part {
                Part::Op(op) => Some(*op),
                Part::Pat(_) => None,
            })
            .collect();
        let first = matches!(parts.first(), Some(Part::Op(_)));
        let argument = infix_argument(&parts);
        let mut pats: Vec<Pat> = parts
            .into_iter()
            .filter_map(|part| match part {
                Part::Pat(pat) => Some(pat),
                Part::Op(_) => None,
            })
            .collect();
        let &op = ops.last().expect("an infix head has an infix identifier");
        let text = self.names.text(op.name).clone();
        if ops.len() == 1 && !first && pats.len() == 2 {
            let span = Span::new(pats[0].span.start, pats[1].span.end);
            return Ok((op, vec![Pat { kind: PatKind::Tuple(pats), span }]));
        }
        let title = format!("the infix identifier `{text}` does not stand between two patterns");
        let hint = match argument {
            _ if first => {
                format!("to define it like other functions write `fun op {text} (x, y) = ...`")
            }
            Some(span) => {
                let written = String::from_utf8_lossy(&self.text[span.start..span.end]);
                format!("an argument of more than one word needs parentheses: `({written})`")
            }
            None => {
                format!("with more arguments than two it is written `fun (x {text} y) z = ...`")
            }
        };
        let error = Diagnostic::error(title).at(self.source, op.span, "this identifier is infix");
        self.push_error(error.hint(hint));
        if first && ops.len() == 1 && !pats.is_empty() {
            return Ok((op, std::mem::take(&mut pats)));
        }
        self.last_error = Some(self.at);
        Err(Bad)
    }
}

/// The first argument that operators join, if the function's name stands before it.
fn infix_argument(parts: &[Part]) -> Option<Span> {
    let span = |part: &Part| match part {
        Part::Pat(pat) => Some(pat.span),
        Part::Op(_) => None,
    };
    let op = parts.iter().position(|part| span(part).is_none()).filter(|op| *op > 1)?;
    let start = span(&parts[op - 1])?.start;
    let mut end = span(parts.get(op + 1)?)?.end;
    for more in parts[op + 2..].chunks(2) {
        match more {
            [Part::Op(_), Part::Pat(pat)] => end = pat.span.end,
            _ => break,
        }
    }
    Some(Span::new(start, end))
}

/// The place of a clause's arguments.
fn arguments(clause: &Clause) -> Span {
    let start = clause.pats.first().map_or(clause.span.start, |pat| pat.span.start);
    let end = clause.pats.last().map_or(clause.span.end, |pat| pat.span.end);
    Span::new(start, end)
}

/// The number of a clause's arguments, for a message.
fn count(clause: &Clause) -> String {
    match clause.pats.len() {
        1 => "one argument".to_owned(),
        count => format!("{count} arguments"),
    }
}
