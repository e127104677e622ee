//! Values of the universal type: immediates, boxes, and tuples as they are.

use crate::cluster::ClusterCx;
use crate::ir::Value;
use abi::{ANY_I1, ANY_I8, ANY_I16, ANY_I32, BoxClass, BuiltinExn, Elem, Header, Layout};
use abi::{ANY_I64, ANY_I64_MASK, ANY_I64_SHIFT, ANY_SMALL_MASK, ANY_SMALL_SHIFT};
use abi::{MUTABLE_ANYS, ObjectKind, RECORD_FIELDS, WORD, word};
use flow::{Atom, Kind};
use inkwell::IntPredicate;
use inkwell::values::{IntValue, PointerValue};
use types::{AnyClass, Width};

/// The class of a small integer, which is always an immediate.
fn small_class(width: Width) -> Option<u64> {
    match width {
        Width::I1 => Some(ANY_I1),
        Width::I8 => Some(ANY_I8),
        Width::I16 => Some(ANY_I16),
        Width::I32 => Some(ANY_I32),
        Width::I64 => None,
    }
}

/// The header that values of a class have, if they are objects of one header.
fn header(class: &AnyClass) -> Option<Header> {
    match class {
        AnyClass::Int(Width::I64) => Some(Header::boxed(BoxClass::I64)),
        AnyClass::Int(Width::I1 | Width::I8 | Width::I16 | Width::I32) => None,
        AnyClass::F32 => Some(Header::boxed(BoxClass::F32)),
        AnyClass::F64 => Some(Header::boxed(BoxClass::F64)),
        AnyClass::Tuple { len, mutable } => {
            let (len, tag) = (*len as usize, if *mutable { MUTABLE_ANYS } else { 0 });
            Some(if len <= RECORD_FIELDS {
                Header::record(tag, len, (u64::MAX >> (64 - len.max(1))) as u32)
            } else {
                Header::big_record(tag, len)
            })
        }
        AnyClass::Fun(_) => None,
        AnyClass::Anys => Some(Header::array(Elem::Ref)),
        AnyClass::Raw(width) => Some(Header::array(Elem::Raw(width.bits().ilog2() as u8 - 3))),
        AnyClass::Str => Some(Header::STR),
        AnyClass::Cont => Some(Header::CAPTURE),
        AnyClass::Boxed(_) => Some(Header::ANY_BOX),
    }
}

impl<'c> ClusterCx<'_, 'c> {
    pub(super) fn any_inject(&mut self, class: &AnyClass, value: &Atom) -> Value<'c> {
        let ir = self.ir;
        match class {
            AnyClass::Int(width) => match small_class(*width) {
                Some(class) => {
                    let n = ir.shl(ir.zext(self.int(value), ir.i64), ir.word(ANY_SMALL_SHIFT));
                    ir.to_ptr(ir.or(n, ir.word(abi::any_small(class, 0)))).into()
                }
                None => self.inject_i64(self.int(value)),
            },
            AnyClass::F32 => self.boxed(Header::boxed(BoxClass::F32), value),
            AnyClass::F64 => self.boxed(Header::boxed(BoxClass::F64), value),
            AnyClass::Tuple { .. } | AnyClass::Fun(_) | AnyClass::Anys => self.value(value),
            AnyClass::Raw(_) | AnyClass::Str | AnyClass::Cont => self.value(value),
            AnyClass::Boxed(text) => {
                let object = self.allocate(word::ANY_WORDS);
                ir.store(ir.word(Header::ANY_BOX.0), object);
                let number = ir.load_word(self.unit.class_number(text));
                ir.store(number, self.word_of(object, word::CLASS));
                self.fill(object, word::ANY, std::slice::from_ref(value));
                object.into()
            }
        }
    }

    fn boxed(&mut self, header: Header, value: &Atom) -> Value<'c> {
        let object = self.allocate(word::BOX_WORDS);
        self.ir.store(self.ir.word(header.0), object);
        self.fill(object, word::BOXED, std::slice::from_ref(value));
        object.into()
    }

    /// An immediate if 62 bits suffice, otherwise a box. The room for the box is
    /// used only then.
    fn inject_i64(&mut self, n: IntValue<'c>) -> Value<'c> {
        let ir = self.ir;
        let shift = ir.word(ANY_I64_SHIFT);
        let shifted = ir.shl(n, shift);
        let fits = ir.icmp(IntPredicate::EQ, ir.ashr(shifted, shift), n);
        let (large, done) = (self.new_block("large"), self.new_block(""));
        let (small_block, small_alloc) = (ir.block(), self.alloc);
        let immediate = ir.to_ptr(ir.or(shifted, ir.word(ANY_I64)));
        ir.branch_cold(ir.xor(fits, fits.get_type().const_all_ones()), large, done);
        ir.position(large);
        let object = self.allocate(word::BOX_WORDS);
        ir.store(ir.word(Header::boxed(BoxClass::I64).0), object);
        ir.store(n, self.word_of(object, word::BOXED));
        ir.jump(done);
        ir.position(done);
        let (value, alloc) = (ir.phi(ir.ptr), ir.phi(ir.ptr));
        value.add_incoming(&[(&immediate, small_block), (&object, large)]);
        alloc.add_incoming(&[(&small_alloc, small_block), (&self.alloc, large)]);
        self.alloc = alloc.as_basic_value().into_pointer_value();
        value.as_basic_value()
    }

    pub(super) fn any_is(&mut self, class: &AnyClass, value: &Atom) -> Value<'c> {
        let value = self.ptr(value);
        match class {
            AnyClass::Int(width) => match small_class(*width) {
                Some(class) => self.is_small(class, value).into(),
                None => {
                    let ir = self.ir;
                    let immediate = self.is_small_i64(value);
                    let boxed = self.is_object(class, value);
                    ir.or(immediate, boxed).into()
                }
            },
            AnyClass::F32 | AnyClass::F64 | AnyClass::Tuple { .. } | AnyClass::Boxed(_) => {
                self.is_object(class, value).into()
            }
            AnyClass::Anys | AnyClass::Raw(_) | AnyClass::Str | AnyClass::Cont => {
                self.is_object(class, value).into()
            }
            AnyClass::Fun(count) => self.is_function(*count, value).into(),
        }
    }

    fn is_small(&self, class: u64, value: PointerValue<'c>) -> IntValue<'c> {
        let ir = self.ir;
        let low = ir.and(ir.to_int(value), ir.word(ANY_SMALL_MASK));
        ir.icmp(IntPredicate::EQ, low, ir.word(abi::any_small(class, 0)))
    }

    fn is_small_i64(&self, value: PointerValue<'c>) -> IntValue<'c> {
        let ir = self.ir;
        let low = ir.and(ir.to_int(value), ir.word(ANY_I64_MASK));
        ir.icmp(IntPredicate::EQ, low, ir.word(ANY_I64))
    }

    /// True if the value is a function of so many `any`s. Word 0 of an object is read; the layout
    /// before the code that it points to is read only if it is code.
    fn is_function(&mut self, count: u32, value: PointerValue<'c>) -> IntValue<'c> {
        let ir = self.ir;
        let odd = self.is_odd(ir.to_int(value));
        let no = odd.get_type().const_zero();
        let (start, object, done) = (ir.block(), self.new_block("object"), self.new_block(""));
        let code = self.new_block("code");
        ir.branch(odd, done, object);
        ir.position(object);
        let first = ir.load_word(value);
        ir.branch(self.is_odd(first), done, code);
        ir.position(code);
        let before = WORD as u64 - Layout::ANYS_BYTE;
        let anys = ir.load(ir.i8, ir.to_ptr(ir.sub(first, ir.word(before)))).into_int_value();
        let wanted = ir.i8.const_int(Layout::anys(count as usize), false);
        let same = ir.icmp(IntPredicate::EQ, anys, wanted);
        ir.jump(done);
        ir.position(done);
        let result = ir.phi(odd.get_type());
        result.add_incoming(&[(&no, start), (&no, object), (&same, code)]);
        result.as_basic_value().into_int_value()
    }

    /// True if the value is an object of this class. The header is read only of objects.
    fn is_object(&mut self, class: &AnyClass, value: PointerValue<'c>) -> IntValue<'c> {
        let ir = self.ir;
        let wanted = header(class).expect("a class of objects");
        let odd = self.is_odd(ir.to_int(value));
        let no = odd.get_type().const_zero();
        let (start, object, done) = (ir.block(), self.new_block("object"), self.new_block(""));
        ir.branch(odd, done, object);
        ir.position(object);
        let mut same = self.has_header(value, wanted);
        let mut from = vec![start];
        if let AnyClass::Boxed(text) = class {
            // Only an object of this kind is sure to have a second word.
            let boxed = self.new_block("boxed");
            ir.branch(same, boxed, done);
            from.push(object);
            ir.position(boxed);
            let found = ir.load_word(self.word_of(value, word::CLASS));
            let wanted = ir.load_word(self.unit.class_number(text));
            same = ir.icmp(IntPredicate::EQ, found, wanted);
        }
        let last = ir.block();
        ir.jump(done);
        ir.position(done);
        let result = ir.phi(odd.get_type());
        for block in from {
            result.add_incoming(&[(&no, block)]);
        }
        result.add_incoming(&[(&same, last)]);
        result.as_basic_value().into_int_value()
    }

    /// True if an object that is an `any` has this header. Its lower half tells but for the number
    /// of fields of a big record.
    fn has_header(&self, object: PointerValue<'c>, wanted: Header) -> IntValue<'c> {
        let ir = self.ir;
        if wanted.kind() == Some(ObjectKind::BigRecord) {
            let found = ir.and(ir.load_word(object), ir.word(Header::STEADY));
            return ir.icmp(IntPredicate::EQ, found, ir.word(wanted.0));
        }
        let half = ir.int_type(Width::I32);
        let found = self.load_fixed(half, object).into_int_value();
        ir.icmp(IntPredicate::EQ, found, half.const_int(wanted.0 & u64::from(u32::MAX), false))
    }

    /// `any.out[CLASS] x`; raises Match.
    pub(super) fn any_project(&mut self, class: &AnyClass, value: &Atom, kind: Kind) -> Value<'c> {
        let is = self.any_is(class, value).into_int_value();
        self.or_match(is);
        self.any_as(class, value, kind)
    }

    /// `any.as[CLASS] x`
    pub(super) fn any_as(&mut self, class: &AnyClass, value: &Atom, kind: Kind) -> Value<'c> {
        let ir = self.ir;
        let object = self.ptr(value);
        match class {
            AnyClass::Int(Width::I64) => self.as_i64(object),
            AnyClass::Int(width) => {
                let n = ir.lshr(ir.to_int(object), ir.word(ANY_SMALL_SHIFT));
                ir.trunc(n, ir.int_type(*width)).into()
            }
            AnyClass::F32 | AnyClass::F64 => {
                self.get_word(kind, self.word_of(object, word::BOXED), true)
            }
            AnyClass::Boxed(_) => self.get_word(kind, self.word_of(object, word::ANY), true),
            AnyClass::Tuple { .. } | AnyClass::Fun(_) | AnyClass::Anys => object.into(),
            AnyClass::Raw(_) | AnyClass::Str | AnyClass::Cont => object.into(),
        }
    }

    /// The `i64` in an `any`, which may be in a box.
    fn as_i64(&mut self, object: PointerValue<'c>) -> Value<'c> {
        let ir = self.ir;
        let small = self.is_small_i64(object);
        let immediate = ir.ashr(ir.to_int(object), ir.word(ANY_I64_SHIFT));
        let (start, large, done) = (ir.block(), self.new_block("large"), self.new_block(""));
        ir.branch(small, done, large);
        ir.position(large);
        let boxed = self.get_word(Kind::Int(Width::I64), self.word_of(object, word::BOXED), true);
        ir.jump(done);
        ir.position(done);
        let result = ir.phi(ir.i64);
        result.add_incoming(&[(&immediate, start), (&boxed, large)]);
        result.as_basic_value()
    }

    fn or_match(&mut self, is: IntValue<'c>) {
        let is_not = self.ir.xor(is, is.get_type().const_all_ones());
        self.trap_if(is_not, BuiltinExn::Match);
    }
}
