//! Every runtime primitive and every function of the interface is there.

use std::collections::HashSet;

#[test]
fn every_name_of_the_interface_has_a_function() {
    let symbols = kont_runtime::symbols();
    let names: HashSet<&str> = symbols.iter().map(|(name, _)| *name).collect();
    assert_eq!(names.len(), symbols.len());
    assert!(symbols.iter().all(|(_, address)| !address.is_null()));
    for rt in prim::Rt::ALL {
        assert!(names.contains(rt.symbol().as_str()), "{}", rt.symbol());
    }
    let others = [
        abi::COLLECT,
        abi::RESUME,
        abi::BARRIER,
        abi::UNWIND,
        abi::ORIGIN,
        abi::RECORD_OBJECT,
        abi::STORES_FULL,
        abi::RECORD_CELL,
        abi::ALLOC,
        abi::UNCAUGHT,
        abi::ID_HASH,
        abi::HEAP_SIZE,
        abi::ARRAY_NEW,
        abi::ARRAY_ALLOC,
        abi::ARRAY_COPY,
        abi::WEAK_NEW,
        abi::UNREACHABLE,
        abi::CALL_LATER,
        abi::CALL_ANSWER,
    ];
    for name in others {
        assert!(names.contains(name), "{name}");
    }
    assert_eq!(names.len(), prim::Rt::ALL.len() + others.len());
}
