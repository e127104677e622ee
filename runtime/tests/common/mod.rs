//! A mock mutator: builds objects by hand and plays compiled code at its safe
//! points.
#![allow(dead_code, unreachable_pub, reason = "each test uses a part")]
#![allow(unsafe_code, reason = "plays compiled code")]

use abi::{CodeInfo, FieldKind, Header, Layout, ROOT_CONT, VProc};
use host::TestHost;
use kont_runtime::prim::*;
use kont_runtime::{Config, Runtime};
use std::any::Any;
use std::sync::atomic::Ordering::SeqCst;

/// All integer slots and the continuation are roots.
pub const ALL_ROOTS: u32 = 0x7f | ROOT_CONT;

/// A runtime, and the vproc that plays now, as compiled code sees it.
pub struct Mutator {
    pub runtime: Runtime,
    pub vproc: *mut VProc,
}

/// Settings for tests: sanity on, nothing from the environment.
pub fn config() -> Config {
    Config {
        heap_max: 1 << 30,
        nursery: 4 << 20,
        cached: 4 << 20,
        stress: false,
        sanity: true,
        stats: false,
        turns: 0,
    }
}

impl Mutator {
    pub fn new() -> Mutator {
        Mutator::with(config())
    }

    pub fn with(config: Config) -> Mutator {
        Mutator::on(config, TestHost::default())
    }

    pub fn on(config: Config, host: TestHost) -> Mutator {
        Mutator::of(Runtime::new(config, Box::new(host)).expect("a small heap fits"))
    }

    /// With so many vprocs, of which the first plays.
    pub fn with_processors(config: Config, count: usize) -> Mutator {
        let host = Box::new(TestHost::default());
        Mutator::of(Runtime::with_processors(config, host, count).expect("a small heap fits"))
    }

    /// Saves slots on every vproc, so that any may ask for a collection.
    pub fn of(runtime: Runtime) -> Mutator {
        let closure = static_object(&[code(ALL_ROOTS, &[])]);
        for vproc in runtime.vprocs() {
            let vproc = unsafe { &mut *vproc };
            vproc.save_clos = closure;
            vproc.save_ints = [1; 7];
            vproc.save_cont = 1;
            vproc.handler = 1;
        }
        let vproc = runtime.vproc();
        Mutator { runtime, vproc }
    }

    /// Lets another vproc play.
    pub fn switch_to(&mut self, index: usize) {
        self.vproc = self.runtime.vprocs()[index];
    }

    pub fn vp<'a>(&self) -> &'a mut VProc {
        unsafe { &mut *self.vproc }
    }

    /// An object with these words, where the runtime puts it.
    pub fn object(&mut self, words: &[u64]) -> u64 {
        let address = unsafe { kont_alloc(self.vproc, words.len() as u64) };
        for (i, word) in words.iter().enumerate() {
            set(address, i, *word);
        }
        address
    }

    /// A record.
    pub fn record(&mut self, mask: u32, fields: &[u64]) -> u64 {
        self.object(&[&[Header::record(0, fields.len(), mask).0], fields].concat())
    }

    /// A string, by way of a primitive.
    pub fn str(&mut self, text: &str) -> Str {
        let empty = self.object(&[Header::STR.0, 0, 0]);
        let mut string = Str::from_word(empty);
        for byte in text.bytes() {
            string = unsafe {
                let byte = kont_str_of_byte(self.vproc, u64::from(byte));
                kont_str_concat(self.vproc, string, byte)
            };
        }
        string
    }

    /// A collection, as the stub asks for it.
    pub fn collect(&mut self) {
        unsafe { kont_collect(self.vproc) }
    }

    /// A full collection.
    pub fn collect_fully(&mut self) {
        unsafe { kont_gc_collect(self.vproc) };
        assert_eq!(self.limit(), 0);
        self.collect();
    }

    /// A heap check, as compiled code does it before each path.
    pub fn check(&mut self) {
        if self.vp().alloc > self.limit() {
            self.collect();
        }
    }

    /// The allocation limit, at which the next check fails.
    pub fn limit(&self) -> u64 {
        self.vp().limit.load(SeqCst)
    }

    /// True if the object is in the nursery.
    pub fn is_young(&self, address: u64) -> bool {
        let vproc = self.vp();
        address.wrapping_sub(vproc.nursery_base) < vproc.nursery_bytes
    }

    /// Sets a traced word of an object with the write barrier, as compiled code does.
    pub fn store(&mut self, object: u64, index: usize, word: u64) {
        set(object, index, word);
        let header = abi::Header(get(object, 0));
        if header.0 & abi::Header::OLD == 0 {
            return;
        }
        if header.kind() != Some(abi::ObjectKind::Array) {
            return unsafe { kont_record_object(self.vproc, object) };
        }
        if self.is_young(word) {
            set(self.vp().stores, 0, object + 8 * index as u64);
            self.vp().stores += 8;
            if self.vp().stores == self.vp().stores_end {
                unsafe { kont_stores_full(self.vproc) };
            }
        }
    }

    /// Takes the exception that a primitive raised, and gives its message.
    pub fn raised(&mut self) -> Option<String> {
        let exn = std::mem::take(&mut self.vp().exn);
        (exn != 0).then(|| text(unsafe { kont_exn_message(self.vproc, exn) }))
    }

    /// The host given at the start.
    pub fn host(&mut self) -> &mut TestHost {
        let host: &mut dyn Any = self.runtime.host();
        host.downcast_mut().expect("the host is a `TestHost`")
    }
}

/// A word of an object.
pub fn get(object: u64, index: usize) -> u64 {
    unsafe { *(object as *const u64).add(index) }
}

/// Sets a word of an object; no barrier.
pub fn set(object: u64, index: usize, word: u64) {
    unsafe { *(object as *mut u64).add(index) = word }
}

/// The bytes of a string as text.
pub fn text(string: Str) -> String {
    let (object, length) = (string.word(), get(string.word(), 1) as usize);
    let bytes = unsafe { std::slice::from_raw_parts((object + 16) as *const u8, length) };
    let padding = unsafe { *((object + 16) as *const u8).add(length) };
    assert_eq!(padding, 0, "a string ends in a zero byte");
    String::from_utf8(bytes.to_vec()).expect("tests make strings of UTF-8")
}

/// The address of a function with these roots and this layout: only its two
/// words before the entry are real.
pub fn code(roots: u32, fields: &[FieldKind]) -> u64 {
    #[repr(C, align(16))]
    struct Function {
        info: u64,
        layout: u64,
        entry: [u64; 2],
    }
    let function =
        Function { info: CodeInfo::new(0, roots).0, layout: Layout::new(fields).0, entry: [0; 2] };
    let function: &'static Function = Box::leak(Box::new(function));
    function.entry.as_ptr() as u64
}

/// An object outside the heap.
pub fn static_object(words: &[u64]) -> u64 {
    let words: &'static mut [u64] = Box::leak(words.to_vec().into_boxed_slice());
    words.as_mut_ptr() as u64
}

/// Runs the body in a child process and gives its exit code and standard error.
/// `name` is the test that calls this.
pub fn in_child(name: &str, body: impl FnOnce()) -> Option<(i32, String)> {
    if std::env::var_os("KONT_TEST_CHILD").is_some() {
        body();
        return None;
    }
    let exe = std::env::current_exe().expect("a process knows its executable");
    let mut command = std::process::Command::new(exe);
    let output = command
        .args([name, "--exact", "--nocapture"])
        .env("KONT_TEST_CHILD", "1")
        .output()
        .expect("the test runs itself again");
    Some((output.status.code().unwrap_or(-1), String::from_utf8_lossy(&output.stderr).into_owned()))
}
