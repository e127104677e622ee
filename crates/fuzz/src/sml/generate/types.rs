//! Types, datatypes and constants.

use super::super::ops;
use super::super::syntax::{Con, Data, Dec, Exp, ExpKind, Int, Lit, Ty, TyVar, Word, by_label};
use super::super::syntax::{DataId, FAIL, LIST, ORDER};
use super::Generator;
use num_bigint::BigInt;

const INTS: [Int; 6] = [Int::Int, Int::Int8, Int::Int16, Int::Int32, Int::Int64, Int::IntInf];
const WORDS: [Word; 5] = [Word::Word, Word::Word8, Word::Word16, Word::Word32, Word::Word64];
const LABELS: [&str; 8] = ["a", "b", "c", "10", "2", "x1", "Z", "a'"];

/// Texts that mean something to functions of the library.
const TEXTS: [&str; 11] =
    ["", "a", "ab", "abc", "~12", "127", "128 ", " +7x", "a,b,,c", "0x1F", "\t1\x0c"];

impl Generator {
    /// A type without functions.
    pub(super) fn ty(&mut self, depth: u32) -> Ty {
        if !self.tyvars.is_empty() && self.rng.chance(25) {
            return Ty::Var(self.rng.pick(&self.tyvars));
        }
        let of = |g: &mut Generator| Box::new(g.ty(depth.saturating_sub(1)));
        match self.rng.below(if depth == 0 { 11 } else { 24 }) {
            0..3 => Ty::INT,
            3 => Ty::Int(self.rng.pick(&INTS)),
            4 | 5 => Ty::Word(self.rng.pick(&WORDS)),
            6 => Ty::bool(),
            7 => Ty::Char,
            8 => Ty::String,
            9 => self.rng.pick(&[Ty::Data(ORDER, vec![]), Ty::unit(), Ty::Int(Int::IntInf)]),
            10 => Ty::Exn,
            11 | 12 => Ty::tuple((0..self.rng.between(2, 4)).map(|_| *of(self)).collect()),
            13 => {
                let mut labels = LABELS.to_vec();
                let count = self.rng.between(1, 4);
                let mut fields: Vec<(String, Ty)> = (0..count)
                    .map(|_| (labels.remove(self.rng.below(labels.len())).to_owned(), *of(self)))
                    .collect();
                by_label(&mut fields);
                Ty::Record(fields)
            }
            14 => Ty::Vector(of(self)),
            15 => Ty::Array(of(self)),
            16 => Ty::Ref(of(self)),
            _ => {
                let id = self.rng.pick(&self.datas);
                let count = self.program.datas[id].params.len();
                Ty::Data(id, (0..count).map(|_| *of(self)).collect())
            }
        }
    }

    pub(super) fn equality_ty(&mut self) -> Ty {
        for _ in 0..6 {
            let ty = self.ty(2);
            if self.program.is_equality(&ty) {
                return ty;
            }
        }
        Ty::INT
    }

    pub(super) fn fun_ty(&mut self) -> Ty {
        Ty::fun(self.ty(1), self.ty(1))
    }

    /// A type with something to tell apart.
    pub(super) fn matched_ty(&mut self) -> Ty {
        let user = self.datas.iter().copied().filter(|id| *id > ORDER).collect::<Vec<_>>();
        let data = |g: &mut Generator| {
            let id = if user.is_empty() { LIST } else { g.rng.pick(&user) };
            let count = g.program.datas[id].params.len();
            Ty::Data(id, (0..count).map(|_| g.ty(1)).collect())
        };
        match self.rng.below(10) {
            0..4 => data(self),
            4..7 => Ty::tuple(vec![data(self), self.ty(1)]),
            7 => Ty::list(data(self)),
            8 => Ty::tuple(vec![Ty::option(self.ty(0)), Ty::bool(), self.ty(0)]),
            _ => self.ty(2),
        }
    }

    /// One datatype, or two that mention each other.
    pub(super) fn datatype(&mut self) -> Dec {
        let params: Vec<TyVar> =
            (0..self.rng.pick(&[0, 0, 1, 1, 2])).map(|_| self.tyvar(false)).collect();
        let count = self.rng.pick(&[1, 1, 1, 2]);
        let first = self.program.datas.len();
        let ids: Vec<usize> = (first..first + count).collect();
        for id in &ids {
            let name = format!("d{id}");
            let (params, cons) = (params.clone(), Vec::new());
            self.program.datas.push(Data { name, params, cons, small: Vec::new() });
        }
        let outer = std::mem::replace(&mut self.tyvars, params.clone());
        for id in &ids {
            let cons = self.rng.pick(&[1, 2, 2, 3, 3, 4, 5, 7]);
            for i in 0..cons {
                let arg = self.con_arg(i, &ids, &params);
                let name = format!("C{id}_{i}");
                self.program.datas[*id].cons.push(Con { name, shown: arg.clone(), arg });
            }
            if self.rng.chance(30) {
                // The first constructor need not be the simplest.
                self.program.datas[*id].cons.rotate_left(1);
            }
            self.program.datas[*id].small = small(&self.program.datas[*id], &ids);
        }
        self.tyvars = outer;
        self.datas.extend(&ids);
        Dec::Datatype(ids)
    }

    /// The argument of a constructor; that of the first does not mention the datatypes themselves.
    fn con_arg(&mut self, i: usize, ids: &[usize], params: &[TyVar]) -> Option<Ty> {
        if self.rng.chance(30) {
            return None;
        }
        let own = |g: &mut Generator| {
            Ty::Data(g.rng.pick(ids), params.iter().map(|var| Ty::Var(*var)).collect())
        };
        if i == 0 || self.rng.chance(45) {
            return Some(self.ty(2));
        }
        Some(match self.rng.below(7) {
            0 => own(self),
            1 => Ty::list(own(self)),
            2 => Ty::option(own(self)),
            3 => Ty::Vector(Box::new(own(self))),
            4 => Ty::tuple(vec![own(self), own(self)]),
            5 => Ty::Record(vec![("l".to_owned(), own(self)), ("v".to_owned(), self.ty(1))]),
            _ => Ty::tuple(vec![self.ty(1), own(self)]),
        })
    }

    /// A constructor that a value can end with.
    pub(super) fn small_con(&mut self, ty: &Ty) -> u32 {
        let Ty::Data(id, _) = ty else { unreachable!("no datatype") };
        self.rng.pick(&self.program.datas[*id].small)
    }

    pub(super) fn literal(&mut self, ty: &Ty) -> Option<Lit> {
        Some(match ty {
            Ty::Int(kind) => Lit::Int(self.integer(*kind)),
            Ty::Word(kind) => Lit::Word(match self.rng.below(6) {
                0..3 => self.rng.below(10) as u64,
                3 => kind.greatest() - self.rng.below(2) as u64,
                4 => (kind.greatest() >> 1) + self.rng.below(2) as u64,
                _ => self.rng.bits() & kind.greatest(),
            }),
            Ty::Char => Lit::Char(self.byte()),
            Ty::String if self.rng.chance(70) => Lit::String(self.rng.pick(&TEXTS).into()),
            Ty::String => Lit::String((0..self.rng.below(5)).map(|_| self.byte()).collect()),
            Ty::Exn | Ty::Record(_) | Ty::Data(..) | Ty::Vector(_) | Ty::Array(_) => return None,
            Ty::Ref(_) | Ty::Fun(..) | Ty::Var(_) => return None,
        })
    }

    /// Never `$`, which stands for arguments in the text of operations.
    fn byte(&mut self) -> u8 {
        match self.rng.below(8) {
            0 => self.rng.pick(&[0, 1, 10, 13, 26, 27, 31, 34, 92, 127, 128, 255]),
            1 => (self.rng.bits() as u8).max(37),
            _ => b'a' + self.rng.below(5) as u8,
        }
    }

    fn integer(&mut self, kind: Int) -> BigInt {
        let small = BigInt::from(self.rng.below(8) as i64 - 2);
        match (self.rng.below(8), kind.bounds()) {
            (0, Some((least, _))) => least + self.rng.below(2),
            (1, Some((_, greatest))) => greatest - self.rng.below(2),
            (2, Some((_, greatest))) => BigInt::from(self.rng.bits() >> 1) % greatest,
            (0..3, None) => {
                let shift: u32 = self.rng.pick(&[0, 1, 32, 64]);
                let large: BigInt = BigInt::from(self.rng.bits()) << shift;
                if self.rng.chance(50) { -large } else { large }
            }
            _ => small,
        }
    }

    /// A value written with constructors and constants only, where the type allows that.
    pub(super) fn constant(&mut self, ty: &Ty) -> Exp {
        let (vars, calls) = (std::mem::take(&mut self.vars), std::mem::take(&mut self.calls));
        // Of a type that only variables have.
        if ty.has_var() {
            self.vars = vars.clone();
        }
        let exp = self.intro(ty, 2);
        (self.vars, self.calls) = (vars, calls);
        exp
    }

    /// A value by the form of its type.
    pub(super) fn intro(&mut self, ty: &Ty, depth: u32) -> Exp {
        let less = depth.saturating_sub(1);
        let few = if depth == 0 { 1 } else { 4 };
        let kind = match ty {
            Ty::Int(_) | Ty::Word(_) | Ty::Char | Ty::String => {
                ExpKind::Lit(self.literal(ty).expect("a type with constants"))
            }
            Ty::Exn => self.exn(depth),
            Ty::Record(fields) => {
                let mut fields: Vec<_> =
                    fields.iter().map(|(l, ty)| (l.clone(), self.exp(ty, less))).collect();
                if self.rng.chance(30) && fields.len() > 1 {
                    let n = self.rng.below(fields.len());
                    fields.rotate_left(n);
                }
                ExpKind::Record(fields)
            }
            Ty::Data(id, _) => {
                let count = self.program.datas[*id].cons.len();
                let con = match depth {
                    0 => self.small_con(ty),
                    _ => self.rng.below(count) as u32,
                };
                let arg = self.program.con_arg(ty, con).map(|arg| Box::new(self.exp(&arg, less)));
                ExpKind::Con(con, arg)
            }
            Ty::Vector(of) => {
                ExpKind::Vector((0..self.rng.below(few)).map(|_| self.exp(of, less)).collect())
            }
            Ty::Array(of) => {
                let items = (0..self.rng.below(few)).map(|_| self.exp(of, less)).collect();
                ExpKind::Op(ops::find("Array.fromList $1"), vec![super::list(of, items)])
            }
            Ty::Ref(of) => ExpKind::Op(ops::find("ref $1"), vec![self.exp(of, less)]),
            Ty::Fun(arg, result) => self.lambda(arg, result, depth),
            Ty::Var(_) => {
                let fitting: Vec<_> =
                    self.vars.iter().copied().filter(|v| self.program.vars[*v].ty == *ty).collect();
                match fitting.is_empty() {
                    false => ExpKind::Var(self.rng.pick(&fitting)),
                    true => {
                        let arg = Some(Box::new(super::text("none")));
                        let fail = Exp { ty: Ty::Exn, kind: ExpKind::Exn(FAIL, arg) };
                        ExpKind::Raise(Box::new(fail))
                    }
                }
            }
        };
        Exp { ty: ty.clone(), kind }
    }

    /// An exception by one of the constructors in scope.
    fn exn(&mut self, depth: u32) -> ExpKind {
        let var = self.rng.pick(&self.exceptions);
        let ty = self.program.vars[var].ty.clone();
        let arg = (ty != Ty::unit()).then(|| Box::new(self.exp(&ty, depth.saturating_sub(1))));
        ExpKind::Exn(var, arg)
    }
}

/// The constructors without argument, or if there are none, those whose arguments do not mention
/// these datatypes.
fn small(data: &Data, ids: &[DataId]) -> Vec<u32> {
    let arg = |con: &u32| data.cons[*con as usize].arg.as_ref();
    let own = |ty: &Ty| ty.any(&|ty| matches!(ty, Ty::Data(id, _) if ids.contains(id)));
    let all = 0..data.cons.len() as u32;
    let plain: Vec<u32> = all.clone().filter(|con| arg(con).is_none()).collect();
    match plain.is_empty() {
        true => all.filter(|con| !arg(con).is_some_and(own)).collect(),
        false => plain,
    }
}
