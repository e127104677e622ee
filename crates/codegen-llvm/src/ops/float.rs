//! Floating-point numbers. What LLVM has no intrinsic function for, the C
//! library computes.

use crate::cluster::ClusterCx;
use abi::BuiltinExn;
use faults::{Fault, on};
use inkwell::FloatPredicate;
use inkwell::attributes::AttributeLoc;
use inkwell::values::{FloatValue, IntValue};
use prim::{FBinOp, FCmpOp, FUnOp, Round};
use types::Width;

impl<'c> ClusterCx<'_, 'c> {
    pub(super) fn float_binary(
        &self,
        op: FBinOp,
        double: bool,
        a: FloatValue<'c>,
        b: FloatValue<'c>,
    ) -> FloatValue<'c> {
        let ir = self.ir;
        match op {
            FBinOp::Add => ir.fadd(a, b),
            FBinOp::Sub => ir.fsub(a, b),
            FBinOp::Mul => ir.fmul(a, b),
            FBinOp::Div => ir.fdiv(a, b),
            FBinOp::Rem => ir.frem(a, b),
            FBinOp::Min => self.float_intrinsic("llvm.minimumnum", &[a, b]),
            FBinOp::Max => self.float_intrinsic("llvm.maximumnum", &[a, b]),
            FBinOp::Copysign => self.float_intrinsic("llvm.copysign", &[a, b]),
            FBinOp::Pow => self.libm("pow", double, &[a, b]),
            FBinOp::Atan2 => self.libm("atan2", double, &[a, b]),
        }
    }

    pub(super) fn float_unary(&self, op: FUnOp, double: bool, a: FloatValue<'c>) -> FloatValue<'c> {
        match op {
            FUnOp::Neg => self.ir.fneg(a),
            FUnOp::Abs => self.float_intrinsic("llvm.fabs", &[a]),
            FUnOp::Sqrt => self.float_intrinsic("llvm.sqrt", &[a]),
            FUnOp::Floor => self.float_intrinsic("llvm.floor", &[a]),
            FUnOp::Ceil => self.float_intrinsic("llvm.ceil", &[a]),
            FUnOp::Trunc => self.float_intrinsic("llvm.trunc", &[a]),
            FUnOp::Round => self.float_intrinsic("llvm.roundeven", &[a]),
            FUnOp::Sin => self.libm("sin", double, &[a]),
            FUnOp::Cos => self.libm("cos", double, &[a]),
            FUnOp::Tan => self.libm("tan", double, &[a]),
            FUnOp::Asin => self.libm("asin", double, &[a]),
            FUnOp::Acos => self.libm("acos", double, &[a]),
            FUnOp::Atan => self.libm("atan", double, &[a]),
            FUnOp::Sinh => self.libm("sinh", double, &[a]),
            FUnOp::Cosh => self.libm("cosh", double, &[a]),
            FUnOp::Tanh => self.libm("tanh", double, &[a]),
            FUnOp::Exp => self.libm("exp", double, &[a]),
            FUnOp::Ln => self.libm("log", double, &[a]),
            FUnOp::Log10 => self.libm("log10", double, &[a]),
        }
    }

    pub(super) fn fma(
        &self,
        a: FloatValue<'c>,
        b: FloatValue<'c>,
        c: FloatValue<'c>,
    ) -> FloatValue<'c> {
        self.float_intrinsic("llvm.fma", &[a, b, c])
    }

    pub(super) fn float_compare(
        &self,
        op: FCmpOp,
        a: FloatValue<'c>,
        b: FloatValue<'c>,
    ) -> IntValue<'c> {
        let predicate = match op {
            FCmpOp::Eq => FloatPredicate::OEQ,
            FCmpOp::Ne => FloatPredicate::UNE,
            FCmpOp::Lt if on(Fault::LessUnordered) => FloatPredicate::ULT,
            FCmpOp::Lt => FloatPredicate::OLT,
            FCmpOp::Le => FloatPredicate::OLE,
            FCmpOp::Gt => FloatPredicate::OGT,
            FCmpOp::Ge => FloatPredicate::OGE,
        };
        self.ir.fcmp(predicate, a, b)
    }

    /// Converts to a signed integer; raises Domain for nan, Overflow if the rounded
    /// number does not fit.
    pub(super) fn float_to_int(
        &mut self,
        round: Round,
        double: bool,
        width: Width,
        a: FloatValue<'c>,
    ) -> IntValue<'c> {
        let ir = self.ir;
        let rounded = match round {
            // The conversion itself does it.
            Round::Trunc => a,
            Round::Floor => self.float_intrinsic("llvm.floor", &[a]),
            Round::Ceil => self.float_intrinsic("llvm.ceil", &[a]),
            Round::Even => self.float_intrinsic("llvm.roundeven", &[a]),
        };
        let constant = |x: f64| ir.float_type(double).const_float(x);
        let limit = (1u64 << (width.bits() - 1)) as f64;
        // What is not yet truncated may lie up to 1 below the minimum, where
        // there are such numbers.
        let has_fractions = width.bits() < if double { 53 } else { 24 };
        let above = match round {
            Round::Trunc if has_fractions => {
                ir.fcmp(FloatPredicate::OGT, rounded, constant(-limit - 1.0))
            }
            Round::Trunc | Round::Floor | Round::Ceil | Round::Even => {
                ir.fcmp(FloatPredicate::OGE, rounded, constant(-limit))
            }
        };
        let below = ir.fcmp(FloatPredicate::OLT, rounded, constant(limit));
        let (bad, good) = (self.new_block("misfit"), self.new_block(""));
        let misfit = ir.xor(ir.and(above, below), ir.int_type(Width::I1).const_all_ones());
        ir.branch_cold(misfit, bad, good);
        ir.position(bad);
        let nan = ir.fcmp(FloatPredicate::UNO, a, a);
        let (domain, overflow) = (
            self.trap_block(Some(BuiltinExn::Domain)),
            self.trap_block(Some(BuiltinExn::Overflow)),
        );
        ir.branch(nan, domain, overflow);
        ir.position(good);
        ir.float_to_int(rounded, ir.int_type(width))
    }

    /// An intrinsic function whose operands and result have one type.
    fn float_intrinsic(&self, name: &str, args: &[FloatValue<'c>]) -> FloatValue<'c> {
        let ty = args[0].get_type().into();
        let args: Vec<_> = args.iter().map(|arg| (*arg).into()).collect();
        self.ir.intrinsic(name, &[ty], &args).into_float_value()
    }

    /// A function of the C library; that of `f32` ends in `f`.
    fn libm(&self, name: &str, double: bool, args: &[FloatValue<'c>]) -> FloatValue<'c> {
        let ir = self.ir;
        let ty = ir.float_type(double);
        let symbol = if double { name.to_owned() } else { format!("{name}f") };
        let function = ir.c_function(&symbol, Some(ty.into()), &vec![ty.into(); args.len()]);
        // LLVM would compute constant calls itself, with another last digit.
        ir.set_attributes(function, &["willreturn", "nobuiltin"]);
        // Nobody reads `errno`: the result depends on the operands alone.
        function.add_attribute(AttributeLoc::Function, ir.attribute("memory"));
        let args: Vec<_> = args.iter().map(|arg| (*arg).into()).collect();
        ir.call(function, &args).expect("it returns a number").into_float_value()
    }
}
