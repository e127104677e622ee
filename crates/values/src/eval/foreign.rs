//! The few foreign functions that an interpreter knows: those of C's library
//! that only compute.

use super::args::Args;
use super::{Machine, Outcome, Results, Stop, scalar_value, scalar_word};
use crate::{Code, Value};
use base::EntityId;
use prim::{FBinOp, FUnOp, IntUnOp, Prim, eval_scalar};
use types::{ForeignId, Ty, TyId, TyTable, Width};

impl<C: Code> Machine<'_, C> {
    pub(super) fn eval_foreign(
        &mut self,
        foreign: ForeignId,
        args: &Args<'_, C>,
        dst_tys: &[TyId],
        types: &TyTable,
    ) -> Outcome<C> {
        let Some(symbol) = self.foreigns.get(foreign.index()).cloned() else {
            return Err(Stop::Stuck(format!("there is no {foreign:?}")));
        };
        if let Some(prim) = primitive(&symbol) {
            return scalar(prim, args);
        }
        if &*symbol != "strlen" {
            return Err(Stop::Foreign(symbol));
        }
        let length = c_length(args)?;
        match dst_tys.first().map(|ty| types.get(*ty)) {
            Some(Ty::Int(w)) => Ok(Results::one(Value::Int(length & w.mask()))),
            Some(_) | None => Ok(Results::none()),
        }
    }
}

/// The primitive that a C function is.
fn primitive(symbol: &str) -> Option<Prim> {
    if let Some(prim) = number_function(symbol, true) {
        return Some(prim);
    }
    if let Some(prim) = symbol.strip_suffix('f').and_then(|name| number_function(name, false)) {
        return Some(prim);
    }
    match symbol {
        // The absolute value of the least integer is undefined in C; here it wraps.
        "abs" => Some(Prim::IntUn(IntUnOp::SAbs, Width::I32)),
        "labs" | "llabs" => Some(Prim::IntUn(IntUnOp::SAbs, Width::I64)),
        _ => None,
    }
}

fn number_function(symbol: &str, double: bool) -> Option<Prim> {
    let one = |op| Some(Prim::FUn(op, double));
    let two = |op| Some(Prim::FBin(op, double));
    match symbol {
        "fabs" => one(FUnOp::Abs),
        "sqrt" => one(FUnOp::Sqrt),
        "floor" => one(FUnOp::Floor),
        "ceil" => one(FUnOp::Ceil),
        "trunc" => one(FUnOp::Trunc),
        "rint" | "nearbyint" => one(FUnOp::Round),
        "sin" => one(FUnOp::Sin),
        "cos" => one(FUnOp::Cos),
        "tan" => one(FUnOp::Tan),
        "asin" => one(FUnOp::Asin),
        "acos" => one(FUnOp::Acos),
        "atan" => one(FUnOp::Atan),
        "sinh" => one(FUnOp::Sinh),
        "cosh" => one(FUnOp::Cosh),
        "tanh" => one(FUnOp::Tanh),
        "exp" => one(FUnOp::Exp),
        "log" => one(FUnOp::Ln),
        "log10" => one(FUnOp::Log10),
        "fmod" => two(FBinOp::Rem),
        "fmin" => two(FBinOp::Min),
        "fmax" => two(FBinOp::Max),
        "copysign" => two(FBinOp::Copysign),
        "pow" => two(FBinOp::Pow),
        "atan2" => two(FBinOp::Atan2),
        "fma" => Some(Prim::Fma(double)),
        _ => None,
    }
}

fn scalar<C: Code>(prim: Prim, args: &Args<'_, C>) -> Outcome<C> {
    let words: Option<Vec<u64>> = args.values.iter().map(scalar_word).collect();
    match words {
        Some(words) if words.len() == super::scalar_operands(prim) => {
            // A foreign function raises nothing: what overflows is what C leaves undefined.
            let word = eval_scalar(prim, &words).unwrap_or(words[0]);
            Ok(Results::one(scalar_value(prim, word)))
        }
        Some(_) | None => Err(Stop::Stuck(format!("{:?} wants the operands of {prim}", args.op))),
    }
}

/// The bytes of a string or array before the first zero. A string has one after
/// its end.
fn c_length<C: Code>(args: &Args<'_, C>) -> Result<u64, Stop<C>> {
    let value = args.get(0)?;
    if let Value::Str(text) = value {
        Ok(text.iter().position(|byte| *byte == 0).unwrap_or(text.len()) as u64)
    } else if let Value::Array(array) = value {
        let end = array.elems.borrow().iter().position(|elem| elem.int() == Some(0));
        end.map(|end| end as u64).ok_or_else(|| args.wrong(0, "bytes that end in a zero"))
    } else {
        Err(args.wrong(0, "a str or array"))
    }
}
