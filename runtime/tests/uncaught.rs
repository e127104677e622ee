//! The report of an exception that nobody handled.
#![allow(unsafe_code, reason = "plays compiled code")]

mod common;
use abi::{ABI_VERSION, BuiltinExn, ExnShape, FieldKind, Header, Position, Unit, VProc};
use common::*;
use kont_runtime::kont_uncaught;
use std::ptr::null;

extern "C" fn enter(_: *mut VProc, _: *const u64) {}

fn position(
    code: u64,
    function: &'static str,
    file: Option<&'static str>,
    line: u32,
    inlined_at: u32,
) -> Entry {
    Entry { code, function, file, line, inlined_at }
}

/// What an entry of a table is to say.
struct Entry {
    code: u64,
    function: &'static str,
    file: Option<&'static str>,
    line: u32,
    inlined_at: u32,
}

impl Entry {
    fn in_table(&self, table: u64) -> Position {
        let distance = |address: u64| match address {
            0 => 0,
            _ => i32::try_from(address.wrapping_sub(table) as i64).expect("it is near"),
        };
        // Near the table, as in a unit.
        let text = |text: &str| {
            assert!(text.ends_with('\0'));
            distance(Box::leak(Box::<str>::from(text)).as_ptr() as u64)
        };
        Position {
            code: distance(self.code),
            function: text(self.function),
            file: self.file.map_or(0, text),
            line: self.line,
            column: 7,
            inlined_at: self.inlined_at,
        }
    }
}

/// Registers a table, and gives its address.
fn register(m: &mut Mutator, mut entries: Vec<Entry>) -> u64 {
    entries.insert(0, position(0, "\0", None, 0, 0));
    let mut positions: Vec<Position> = Vec::with_capacity(entries.len());
    let table = positions.as_ptr() as u64;
    positions.extend(entries.iter().map(|entry| entry.in_table(table)));
    let positions: &'static [Position] = positions.leak();
    let unit = Box::leak(Box::new(Unit {
        version: ABI_VERSION,
        frames: 0,
        barrier: std::ptr::null(),
        entry: null(),
        enter,
        resume: std::ptr::null(),
        globals: null(),
        global_count: 0,
        positions: positions.as_ptr(),
        position_count: positions.len() as u64,
        next: std::ptr::null(),
        classes: std::ptr::null(),
        class_count: 0,
        imports: std::ptr::null(),
        import_count: 0,
        constants: std::ptr::null(),
    }));
    unsafe { m.runtime.register(unit) }.expect("the unit is sound");
    positions.as_ptr() as u64
}

fn report(m: &mut Mutator, exn: u64) -> String {
    report_from(m, exn, 0, 0)
}

fn report_from(m: &mut Mutator, exn: u64, site: u64, cont: u64) -> String {
    unsafe { kont_uncaught(m.vproc, exn, site, cont) };
    String::from_utf8(std::mem::take(&mut m.host().errors)).expect("reports are UTF-8")
}

#[test]
fn name_and_message() {
    let mut m = Mutator::new();
    let div = m.vp().builtin_value[BuiltinExn::Div as usize];
    assert_eq!(report(&mut m, div), "uncaught exception Div\n");
    let message = m.str("no luck").word();
    let failed = m.vp().builtin[BuiltinExn::SysErr as usize];
    let refused = m.record(0b011, &[failed, message, 1]);
    assert_eq!(report(&mut m, refused), "uncaught exception SysErr: no luck\n");
    let name = m.str("Code").word();
    let constructor = m.record(0b01, &[name, ExnShape::I64 as u64]);
    let exn = m.record(0b01, &[constructor, -5i64 as u64]);
    assert_eq!(report(&mut m, exn), "uncaught exception Code: -5\n");
}

#[test]
fn backtrace_with_inlined_and_repeated_frames() {
    let mut m = Mutator::new();
    let link = [FieldKind::Cont];
    let codes: Vec<u64> = (0..4).map(|_| code(0, &link)).collect();
    let bottom = code(0, &[]);
    let file = Some("a.sml\0");
    let table = register(
        &mut m,
        vec![
            position(codes[0], "fact\0", file, 3, 0),
            position(codes[1], "inner\0", file, 8, 3),
            position(0, "outer\0", file, 9, 0),
        ],
    );
    register(&mut m, vec![position(codes[2], "main\0", None, 0, 0)]);
    let mut cont = static_object(&[bottom]);
    cont = m.object(&[codes[2], cont]);
    // Code without a position is left out.
    cont = m.object(&[codes[3], cont]);
    cont = m.object(&[codes[1], cont]);
    for _ in 0..1000 {
        cont = m.object(&[codes[0], cont]);
    }
    let exn = m.vp().builtin_value[BuiltinExn::Overflow as usize];
    let expected = "\
uncaught exception Overflow
  at inner (a.sml:8:7)
  at outer (a.sml:9:7)
  at fact (a.sml:3:7)
  ... repeated 999 times
  at inner (a.sml:8:7)
  at outer (a.sml:9:7)
";
    let site = table + 2 * size_of::<Position>() as u64;
    assert_eq!(report_from(&mut m, exn, site, cont), expected);
}

#[test]
fn a_long_backtrace_is_cut() {
    let mut m = Mutator::new();
    let codes: Vec<u64> = (0..100).map(|_| code(0, &[FieldKind::Cont])).collect();
    let positions =
        (1..).zip(&codes).map(|(line, code)| position(*code, "f\0", Some("a.sml\0"), line, 0));
    let positions = positions.collect();
    register(&mut m, positions);
    let mut cont = 0;
    for code in &codes {
        cont = m.object(&[*code, cont]);
    }
    let exn = m.vp().builtin_value[BuiltinExn::Match as usize];
    let report = report_from(&mut m, exn, 0, cont);
    assert_eq!(report.lines().count(), 42);
    assert!(report.ends_with("  at f (a.sml:61:7)\n  ... 60 more\n"), "{report}");
}

#[test]
fn exceptions_have_the_right_headers() {
    let m = Mutator::new();
    for exn in BuiltinExn::ALL {
        let constructor = m.vp().builtin[exn as usize];
        assert_eq!(get(constructor, 0), Header::record(0, 2, 0b01).0);
        assert_eq!(get(constructor, 2), exn.shape() as u64);
        let value = m.vp().builtin_value[exn as usize];
        match exn.carries() {
            Some(_) => assert_eq!(value, 0),
            None => {
                assert_eq!([get(value, 0), get(value, 1)], [Header::record(0, 1, 1).0, constructor])
            }
        }
    }
}
