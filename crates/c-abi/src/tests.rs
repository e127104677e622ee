//! Layouts and conventions against what C says.

use crate::{Alternative, CTy, Layout, Leaf, Machine, Passing, Register, passing};

fn tagged() -> CTy {
    let carried = [CTy::Int(8), CTy::Unit, CTy::structure([CTy::Int(64), CTy::Bool])];
    let tags = 3..;
    CTy::Tagged(tags.zip(carried).map(|(tag, ty)| Alternative { tag, ty }).collect())
}

#[test]
fn structs_are_laid_out_as_in_c() {
    let inner = CTy::structure([CTy::Int(64), CTy::Bool]);
    let members = [CTy::Int(8), inner, CTy::Unit, CTy::Int(16)];
    assert_eq!(CTy::offsets(&members), [0, 8, 24, 28]);
    let outer = CTy::structure(members);
    assert_eq!(outer.layout(), Layout { size: 32, align: 8 });
    assert_eq!(outer.leaves(), [Leaf::Int(8), Leaf::Int(64), Leaf::Bool, Leaf::Int(16)]);
    assert_eq!(outer.to_string(), "struct(u8, struct(u64, bool), unit, u16)");
    assert_eq!(CTy::structure([]).layout(), Layout { size: 0, align: 1 });
}

#[test]
fn alternatives_of_a_tagged_union_share_their_place() {
    let CTy::Tagged(alternatives) = tagged() else { unreachable!("made as one") };
    assert_eq!(CTy::union_offset(&alternatives), 8);
    assert_eq!(tagged().layout(), Layout { size: 24, align: 8 });
    assert_eq!(tagged().leaves(), [Leaf::Int(32), Leaf::Int(8), Leaf::Int(64), Leaf::Bool]);
    assert_eq!(tagged().to_string(), "tagged(3: u8, 4: unit, 5: struct(u64, bool))");
}

#[test]
fn small_structs_travel_in_registers() {
    let bytes = |n: usize| CTy::structure(vec![CTy::Int(8); n]);
    use Register::{Int, Ptr};
    for (ty, registers) in [
        (CTy::Bool, vec![Int(8)]),
        (CTy::Unit, vec![Int(32)]),
        (bytes(3), vec![Int(24)]),
        (bytes(8), vec![Int(64)]),
        (bytes(13), vec![Int(64), Int(40)]),
        (CTy::structure([CTy::Ptr, CTy::Int(16)]), vec![Ptr, Int(16)]),
        (CTy::structure([CTy::Int(32), CTy::Int(8)]), vec![Int(64)]),
        (CTy::structure([CTy::Int(8), CTy::Int(64)]), vec![Int(8), Int(64)]),
    ] {
        let count = registers.len();
        assert_eq!(passing(Machine::X86_64, &ty), Passing::Registers(registers), "{ty:?}");
        let words = Passing::Registers(vec![Int(64); count]);
        assert_eq!(passing(Machine::AArch64, &ty), words, "{ty:?}");
    }
    assert_eq!(passing(Machine::X86_64, &bytes(17)), Passing::Memory { on_stack: true });
    assert_eq!(passing(Machine::AArch64, &bytes(17)), Passing::Memory { on_stack: false });
    assert_eq!(passing(Machine::X86_64, &CTy::Int(8)), Passing::Scalar { extended: true });
    assert_eq!(passing(Machine::AArch64, &CTy::Ptr), Passing::Scalar { extended: false });
}
