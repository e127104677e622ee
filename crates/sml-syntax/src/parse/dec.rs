//! Declarations of the core language, and sequences of declarations.

use super::recover::Missing;
use super::stray::{Looks, Stray};
use super::{Bad, Context, OpenKind, Parsed, Parser};
use crate::ast::{Dec, DecKind, ExnBind, Exp, ExpKind, Fixity, Ident, PatKind, Ty, ValBind};
use crate::lex::Kind;
use base::bug;
use diag::Diagnostic;

impl Parser<'_> {
    /// True of tokens with which a declaration or a specification begins.
    pub(super) fn starts_dec(&self, kind: Kind) -> bool {
        matches!(
            kind,
            Kind::Val
                | Kind::Fun
                | Kind::Type
                | Kind::Datatype
                | Kind::Abstype
                | Kind::Exception
                | Kind::Local
                | Kind::Open
                | Kind::Infix
                | Kind::Infixr
                | Kind::Nonfix
                | Kind::Structure
                | Kind::Signature
                | Kind::Functor
                | Kind::Overload
                | Kind::Eqtype
                | Kind::Include
                | Kind::Sharing
        )
    }

    /// Declarations, up to a token that could close them.
    pub(super) fn decs(&mut self, context: Context, decs: &mut Vec<Dec>) {
        loop {
            let (kind, at) = (self.kind(), self.at);
            match kind {
                Kind::Semi => {
                    let start = self.start();
                    self.bump();
                    if context == Context::Top {
                        decs.push(Dec { kind: DecKind::Semi, span: self.span_from(start) });
                    }
                }
                Kind::Eof | Kind::End | Kind::In | Kind::RParen => return,
                Kind::Functor | Kind::Signature if context != Context::Top => {
                    if self.outdented(self.open.len().saturating_sub(1)) {
                        return;
                    }
                    decs.push(self.dec_or_error(context));
                }
                Kind::Bad => self.unexpected(),
                _ if self.starts_dec(kind) => decs.push(self.dec_or_error(context)),
                _ if self.starts_exp() => decs.push(self.exp_as_dec(context)),
                _ => self.unexpected(),
            }
            if self.at == at {
                self.bump();
            }
        }
    }

    /// The declarations of the construct at `mark`, up to `closer`, which remains.
    /// Instead of `in` there may be an `end`.
    pub(super) fn block(
        &mut self,
        mark: usize,
        context: Context,
        closer: Kind,
    ) -> Parsed<Vec<Dec>> {
        let mut decs = Vec::new();
        loop {
            self.decs(context, &mut decs);
            let kind = self.kind();
            if kind == closer || (closer == Kind::In && kind == Kind::End) {
                return Ok(decs);
            }
            let top_only = matches!(kind, Kind::Functor | Kind::Signature);
            if kind == Kind::Eof || top_only || self.wanted_outside(mark) {
                let text = closer.fixed_text();
                self.fail(Missing::new(format!("a declaration or `{text}`")));
                if top_only {
                    // Its end is missing, so it does not go on here.
                    self.done(mark);
                }
                return Err(Bad);
            }
            self.unexpected();
        }
    }

    /// True if the current token closes a construct that began before `mark`.
    pub(super) fn wanted_outside(&self, mark: usize) -> bool {
        let kind = self.kind();
        self.open[..mark].iter().any(|open| match open.kind {
            OpenKind::Bracket | OpenKind::DecBracket => kind == Kind::RParen,
            OpenKind::Let | OpenKind::Local => kind == Kind::In || kind == Kind::End,
            OpenKind::Body | OpenKind::Block => kind == Kind::End,
            OpenKind::Word => false,
        })
    }

    /// A declaration, or an `Error` in its place.
    fn dec_or_error(&mut self, context: Context) -> Dec {
        let (mark, at, start) = (self.open.len(), self.at, self.start());
        match self.nested(|p| p.dec(context)) {
            Ok(dec) => dec,
            Err(Bad) => {
                self.resync(mark, false);
                if self.at == at {
                    self.bump();
                    self.resync(mark, false);
                }
                Dec { kind: DecKind::Error, span: self.span_from(start) }
            }
        }
    }

    fn dec(&mut self, context: Context) -> Parsed<Dec> {
        let start = self.start();
        let kind = match self.kind() {
            Kind::Local => self.local(context)?,
            Kind::Abstype => self.abstype()?,
            Kind::Structure | Kind::Signature | Kind::Functor => self.module_dec(context)?,
            _ => {
                let mark = self.begin(OpenKind::Word);
                let kind = self.simple_dec()?;
                self.done(mark);
                kind
            }
        };
        Ok(Dec { kind, span: self.span_from(start) })
    }

    /// A declaration without declarations inside it.
    fn simple_dec(&mut self) -> Parsed<DecKind> {
        let word = self.kind();
        if matches!(word, Kind::Eqtype | Kind::Include | Kind::Sharing) {
            let error =
                Diagnostic::error(format!("`{}` stands in signatures only", word.fixed_text()));
            self.report(error, "a declaration should stand here");
            return Err(Bad);
        }
        self.bump();
        match word {
            Kind::Fun => self.fun(),
            Kind::Type => Ok(DecKind::Type(self.type_binds()?)),
            Kind::Datatype => self.datatype(),
            Kind::Exception => self.exception(),
            Kind::Open => {
                let mut names = vec![self.long_strid()?];
                while matches!(self.kind(), Kind::Id(_) | Kind::Qualifier(_)) {
                    names.push(self.long_strid()?);
                }
                Ok(DecKind::Open(names))
            }
            Kind::Infix | Kind::Infixr | Kind::Nonfix => self.fixity_dec(word),
            Kind::Overload => self.overload(),
            Kind::Val => self.val(),
            _ => bug!("no declaration begins with {word:?}"),
        }
    }

    /// The rest of a declaration behind `val`.
    fn val(&mut self) -> Parsed<DecKind> {
        let vars = self.ty_vars()?;
        let mut rec = false;
        let mut binds = vec![self.val_bind(&mut rec)?];
        while self.eat(Kind::And) {
            binds.push(self.val_bind(&mut rec)?);
        }
        Ok(DecKind::Val(vars, binds))
    }

    /// `p = e`. `rec` says whether `rec` has been read, for this or before.
    fn val_bind(&mut self, rec: &mut bool) -> Parsed<ValBind> {
        let first = self.at;
        while self.eat(Kind::Rec) {
            *rec = true;
        }
        let pat = self.pat()?;
        if self.kind() != Kind::Equals {
            return Err(self.no_equals(first));
        }
        self.bump();
        let exp = self.right_side(true);
        if *rec {
            self.check_rec(&exp);
            if let PatKind::Id(name) = &pat.kind {
                self.check_bindable(name.id);
            }
        }
        Ok(ValBind { rec: *rec, pat, exp })
    }

    /// A binding that begins at a token has no `=`.
    fn no_equals(&mut self, first: usize) -> Bad {
        let missing = Missing::new("`=`");
        match (self.kind(), self.token_text()) {
            (Kind::Symbol(_), b":=") => {
                let hint = "a value is bound with `=`; `:=` assigns to a reference";
                self.fail(missing.hint(hint))
            }
            (Kind::Symbol(_), b"==") => self.fail(missing.hint("write a single `=`")),
            _ => self.fail_binding(first, missing),
        }
    }

    /// The right side of `val rec` is a function.
    fn check_rec(&mut self, exp: &Exp) {
        let mut inner = exp;
        while let ExpKind::Typed(typed, _) = &inner.kind {
            inner = typed;
        }
        if !matches!(inner.kind, ExpKind::Fn(_) | ExpKind::Error) {
            let title = "the right side of `val rec` is not a function";
            self.report_at(exp.span, title, "only `fn ...` can be recursive");
        }
    }

    /// The rest of a declaration behind `exception`.
    fn exception(&mut self) -> Parsed<DecKind> {
        let mut binds = Vec::new();
        let mut names = Vec::new();
        loop {
            let name = self.vid("the name of an exception")?;
            self.check_constructor(name);
            names.push(name);
            let ty = if self.eat(Kind::Of) { Some(self.ty()?) } else { None };
            let alias = ty.is_none() || self.peek(1) == Kind::Prim;
            binds.push(if alias && self.eat(Kind::Equals) {
                self.exception_meaning(name, ty)?
            } else {
                ExnBind::New(name, ty)
            });
            if !self.eat(Kind::And) {
                self.unique_names("exception", &names);
                return Ok(DecKind::Exception(binds));
            }
        }
    }

    /// The meaning of an exception, behind `exception A =`.
    fn exception_meaning(&mut self, name: Ident, ty: Option<Ty>) -> Parsed<ExnBind> {
        if self.kind() == Kind::Prim {
            return Ok(ExnBind::Prim(name, ty, self.prim_name()?));
        }
        self.eat(Kind::Op);
        Ok(ExnBind::Alias(name, self.long_vid("the name of an exception")?))
    }

    /// The rest of a declaration behind `infix`, `infixr` or `nonfix`.
    pub(super) fn fixity_dec(&mut self, word: Kind) -> Parsed<DecKind> {
        let mut precedence = 0;
        if let Kind::Lit(_) = self.kind()
            && word != Kind::Nonfix
        {
            match self.token_text() {
                [digit @ b'0'..=b'9'] => precedence = digit - b'0',
                _ => {
                    let missing = Missing::new("a precedence from 0 to 9");
                    return Err(self.fail(missing));
                }
            }
            self.bump();
        }
        let fixity = match word {
            Kind::Infix => Fixity::Left(precedence),
            Kind::Infixr => Fixity::Right(precedence),
            Kind::Nonfix => Fixity::Nonfix,
            _ => bug!("{word:?} gives no fixity"),
        };
        let mut names = Vec::new();
        self.eat(Kind::Op);
        while let Some(name) = self.any_id() {
            names.push(name);
            self.eat(Kind::Op);
        }
        if names.is_empty() {
            return Err(self.fail_name("an identifier"));
        }
        for name in &names {
            self.fixity.set(name.name, fixity);
        }
        Ok(DecKind::Fixity(fixity, names))
    }

    /// `local decs in decs end`.
    fn local(&mut self, context: Context) -> Parsed<DecKind> {
        let mark = self.begin(OpenKind::Local);
        self.bump();
        let inside = if context == Context::Core { context } else { Context::Structure };
        let scope = self.fixity.enter();
        let mut inner = scope;
        let result = self.local_parts(mark, inside, &mut inner);
        match result {
            Ok(_) => self.fixity.leave_local(scope, inner),
            Err(Bad) => self.fixity.leave(scope),
        }
        result
    }

    /// Both parts; `inner` becomes the scope of the second.
    fn local_parts(&mut self, mark: usize, inside: Context, inner: &mut usize) -> Parsed<DecKind> {
        let hidden = self.block(mark, inside, Kind::In)?;
        *inner = self.fixity.enter();
        if self.kind() != Kind::In {
            let hint = "it is written `local declarations in declarations end`";
            self.fail(Missing::new("`in`").hint(hint));
            self.bump();
            self.done(mark);
            return Ok(DecKind::Local(hidden, Vec::new()));
        }
        self.bump();
        self.open[mark].kind = OpenKind::Block;
        let shown = self.block(mark, inside, Kind::End)?;
        self.bump();
        self.done(mark);
        Ok(DecKind::Local(hidden, shown))
    }

    /// `_overload + : ty as A.x and B.y`.
    fn overload(&mut self) -> Parsed<DecKind> {
        let name = self.vid("a name")?;
        self.expect(Kind::Colon)?;
        let ty = self.ty()?;
        self.expect(Kind::As)?;
        let mut meanings = vec![self.long_vid("a name")?];
        while self.eat(Kind::And) {
            meanings.push(self.long_vid("a name")?);
        }
        Ok(DecKind::Overload(name, ty, meanings))
    }

    /// An expression among declarations: allowed at the top only, behind a `;`.
    fn exp_as_dec(&mut self, context: Context) -> Dec {
        if self.let_declares() {
            let rec = usize::from(self.peek(1) == Kind::Rec);
            let value = rec == 0 && self.peek(2) == Kind::Equals;
            return self.word_missing(1 + rec, if value { Kind::Val } else { Kind::Fun });
        }
        let first = self.at == 0 || matches!(self.tokens[self.at - 1].kind, Kind::Semi | Kind::Bad);
        let start = self.start();
        let allowed = context == Context::Top && first;
        let word = matches!(self.kind(), Kind::Id(_)) && self.infix().is_none();
        let clause = word && self.clause_head_follows(self.at);
        let strays = self.strays.len();
        if !allowed {
            if word && self.peek(1) == Kind::Equals {
                return self.word_missing(0, Kind::Val);
            }
            if clause {
                return self.word_missing(0, Kind::Fun);
            }
            self.report_expression(context, first);
        } else if clause {
            self.strays.push(Stray { span: self.tokens[self.at].span(), looks: Looks::Function });
        }
        let exp = self.right_side(false);
        self.end_strays(strays);
        if allowed && !matches!(self.kind(), Kind::Semi | Kind::Eof) && self.starts_dec(self.kind())
        {
            let hint = "an expression at the top of a file ends with `;`";
            self.fail(Missing::new("`;`").hint(hint));
        }
        let kind = if allowed { DecKind::Exp(exp) } else { DecKind::Error };
        Dec { kind, span: self.span_from(start) }
    }

    fn report_expression(&mut self, context: Context, first: bool) {
        let found = self.describe();
        let error = Diagnostic::error(format!("expected a declaration, found {found}"));
        let error = match context {
            Context::Top => error.hint("an expression at the top of a file needs a `;` before it"),
            Context::Structure | Context::Core if first && self.at > 1 => error.hint(
                "the `;` before it ended a declaration; several expressions in one need \
                 parentheses: `(a; b)`",
            ),
            Context::Structure | Context::Core => error.hint(
                "an expression cannot stand among declarations; to evaluate it write `val _ = ...`",
            ),
        };
        self.report(error, "an expression begins here");
    }

    /// `x = e` or `f x = e`, parsed as if `word`, `val` or `fun`, stood before it in place of
    /// the `others` words that do.
    fn word_missing(&mut self, others: usize, word: Kind) -> Dec {
        let start = self.start();
        let found = self.describe();
        let name = self.tokens[self.at + others].span();
        let name = String::from_utf8_lossy(&self.text[name.start..name.end]).into_owned();
        let is_function = word == Kind::Fun;
        let (what, head) =
            if is_function { ("a function", format!("{name} ...")) } else { ("a value", name) };
        let word = word.fixed_text();
        let error = Diagnostic::error(format!("expected a declaration, found {found}"))
            .hint(format!("{what} is declared with `{word} {head} = ...`"));
        let place = if others == 0 { "before this" } else { "here" };
        self.report(error, &format!("`{word}` should stand {place}"));
        for _ in 0..others {
            self.bump();
        }
        let mark = self.open.len();
        let declaration = if is_function { Self::fun } else { Self::val };
        let kind = declaration(self).unwrap_or_else(|Bad| {
            self.resync(mark, false);
            DecKind::Error
        });
        Dec { kind, span: self.span_from(start) }
    }
}
