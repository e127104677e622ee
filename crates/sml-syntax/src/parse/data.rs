//! Types and datatypes, in declarations and specifications.

use super::recover::Missing;
use super::{Context, OpenKind, Parsed, Parser};
use crate::ast::{DataBind, DecKind, Ident, LongId, Ty, TypeBind};
use crate::lex::Kind;

impl Parser<'_> {
    /// `('a, 'b) t = ty and ...`.
    pub(super) fn type_binds(&mut self) -> Parsed<Vec<TypeBind>> {
        let mut binds = Vec::new();
        loop {
            let params = self.ty_vars()?;
            let name = self.tycon()?;
            self.refuse_params_behind()?;
            self.expect(Kind::Equals)?;
            let ty = self.ty()?;
            self.refuse_constructors()?;
            binds.push(TypeBind { params, name, ty });
            if !self.eat(Kind::And) {
                self.unique_types(&[], &binds);
                return Ok(binds);
            }
        }
    }

    /// `t 'a = ...` is the wrong way round.
    pub(super) fn refuse_params_behind(&mut self) -> Parsed<()> {
        if matches!(self.kind(), Kind::TyVar(_)) {
            let hint = "a type's parameters stand before its name: `'a tree`";
            return Err(self.fail(Missing::new("`=`").hint(hint)));
        }
        Ok(())
    }

    /// `type t = A | B` should be a datatype.
    fn refuse_constructors(&mut self) -> Parsed<()> {
        if matches!(self.kind(), Kind::Bar | Kind::Of) {
            let hint = "a type with constructors is declared with `datatype`";
            return Err(self.fail(Missing::new("the end of the type").hint(hint)));
        }
        Ok(())
    }

    /// The rest of a declaration behind `datatype`.
    pub(super) fn datatype(&mut self) -> Parsed<DecKind> {
        if let Some((name, meaning)) = self.replication()? {
            return Ok(DecKind::Replicate(name, meaning));
        }
        let (datas, types) = self.datas_and_types()?;
        Ok(DecKind::Datatype(datas, types))
    }

    /// `t = datatype A.u`, if that follows.
    pub(super) fn replication(&mut self) -> Parsed<Option<(Ident, LongId)>> {
        if self.peek(1) != Kind::Equals || self.peek(2) != Kind::Datatype {
            return Ok(None);
        }
        let name = self.tycon()?;
        self.bump();
        self.bump();
        Ok(Some((name, self.long_tycon()?)))
    }

    /// `'a t = C of ty | D and ... withtype ...`.
    pub(super) fn datas_and_types(&mut self) -> Parsed<(Vec<DataBind>, Vec<TypeBind>)> {
        let mut datas = vec![self.data_bind()?];
        while self.eat(Kind::And) {
            datas.push(self.data_bind()?);
        }
        let types = if self.eat(Kind::Withtype) { self.type_binds()? } else { Vec::new() };
        self.unique_types(&datas, &types);
        let constructors: Vec<Ident> =
            datas.iter().flat_map(|data| data.cons.iter().map(|(name, _)| *name)).collect();
        self.unique_names("constructor", &constructors);
        for constructor in constructors {
            self.check_constructor(constructor);
        }
        Ok((datas, types))
    }

    fn unique_types(&mut self, datas: &[DataBind], types: &[TypeBind]) {
        if datas.len() + types.len() > 1 {
            let names = datas.iter().map(|data| data.name);
            let names: Vec<Ident> = names.chain(types.iter().map(|ty| ty.name)).collect();
            self.unique_names("type", &names);
        }
    }

    fn data_bind(&mut self) -> Parsed<DataBind> {
        let params = self.ty_vars()?;
        let name = self.tycon()?;
        self.refuse_params_behind()?;
        self.expect(Kind::Equals)?;
        self.eat(Kind::Bar);
        let mut cons = vec![self.constructor()?];
        while self.eat(Kind::Bar) {
            cons.push(self.constructor()?);
        }
        Ok(DataBind { params, name, cons })
    }

    /// `C of ty`.
    fn constructor(&mut self) -> Parsed<(Ident, Option<Ty>)> {
        if self.kind() == Kind::Datatype {
            let hint = "a datatype is replicated without parameters: `datatype t = datatype u`";
            return Err(self.fail(Missing::new("the name of a constructor").hint(hint)));
        }
        let name = self.vid("the name of a constructor")?;
        if self.eat(Kind::Of) {
            return Ok((name, Some(self.ty()?)));
        }
        let another = self.peek(1) == Kind::Of || self.begins_line();
        if matches!(self.kind(), Kind::Id(_)) && another {
            let hint = "constructors are separated by `|`: `A | B of int`";
            return Err(self.fail(Missing::new("`of`, `|` or the end of the datatype").hint(hint)));
        }
        if matches!(self.kind(), Kind::Id(_) | Kind::LParen | Kind::LBrace | Kind::TyVar(_)) {
            let hint = "the type of a constructor's argument stands behind `of`: `C of int`";
            return Err(self.fail(Missing::new("`of`, `|` or the end of the datatype").hint(hint)));
        }
        Ok((name, None))
    }

    /// `abstype ... with decs end`. Its fixity directives hold behind it.
    pub(super) fn abstype(&mut self) -> Parsed<DecKind> {
        let mark = self.begin(OpenKind::Block);
        self.bump();
        let (datas, types) = self.datas_and_types()?;
        self.expect(Kind::With)?;
        let decs = self.block(mark, Context::Core, Kind::End)?;
        self.bump();
        self.done(mark);
        Ok(DecKind::Abstype(datas, types, decs))
    }
}
