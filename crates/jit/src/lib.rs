//! Compiled code in memory: object files are linked into this process and run.
//!
//! Any number of objects may be added, at any time, and removed; an object may refer to
//! symbols of those added before. Code is made by `codegen-llvm` with its own
//! settings and added as an object, not as LLVM's language: LLVM's JIT would
//! compile that at a level of its own, three times slower. Nothing is compiled
//! lazily, since the stubs of a lazy JIT lack the words before a function's entry.
//!
//! Symbols come from the list given to [`Jit::define`], from the objects, and
//! from this process (the C library), in this order.
#![expect(unsafe_code, reason = "LLVM's JIT has no safe interface")]

mod image;
mod patch;
mod program;
mod tiers;

pub use image::Image;
pub use program::{Compile, Piece, run_main, run_program};
pub use tiers::Again;

use llvm_sys::core::LLVMCreateMemoryBufferWithMemoryRangeCopy;
use llvm_sys::error::{LLVMDisposeErrorMessage, LLVMErrorRef, LLVMGetErrorMessage};
use llvm_sys::orc2::lljit::{
    LLVMOrcCreateLLJIT, LLVMOrcCreateLLJITBuilder, LLVMOrcDisposeLLJIT,
    LLVMOrcLLJITAddObjectFileWithRT, LLVMOrcLLJITGetExecutionSession, LLVMOrcLLJITGetMainJITDylib,
    LLVMOrcLLJITLookup, LLVMOrcLLJITMangleAndIntern, LLVMOrcLLJITRef,
};
use llvm_sys::orc2::{
    LLVMJITEvaluatedSymbol, LLVMJITSymbolFlags, LLVMJITSymbolGenericFlags, LLVMOrcAbsoluteSymbols,
    LLVMOrcCSymbolMapPair, LLVMOrcExecutionSessionGetSymbolStringPool,
    LLVMOrcExecutionSessionSetErrorReporter, LLVMOrcJITDylibCreateResourceTracker,
    LLVMOrcJITDylibDefine, LLVMOrcReleaseResourceTracker, LLVMOrcResourceTrackerRef,
    LLVMOrcResourceTrackerRemove, LLVMOrcSymbolStringPoolClearDeadEntries,
};
use llvm_sys::target::{LLVM_InitializeNativeAsmPrinter, LLVM_InitializeNativeTarget};
use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::{CStr, CString, c_void};
use std::fmt;
use std::sync::Once;

/// A refusal of LLVM's JIT, in its words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error(pub String);

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot load the code: {}", self.0)
    }
}

impl std::error::Error for Error {}

/// Code in memory. It goes away with this value: nothing may run it then, nor
/// refer to its data.
pub struct Jit {
    jit: LLVMOrcLLJITRef,
    /// The messages of LLVM to its session since the last call; the error of a call says
    /// less than they do. Boxed, since the session knows the address.
    told: Box<RefCell<Vec<String>>>,
    /// LLVM's handles of the objects that were added together.
    trackers: HashMap<CodeId, LLVMOrcResourceTrackerRef>,
    /// The number of groups of objects that were ever added.
    given: u64,
}

/// Objects that were added together, and go together. The number is given once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CodeId(u64);

impl Jit {
    /// A JIT without code.
    ///
    /// # Errors
    /// Fails if LLVM does not know this machine.
    pub fn new() -> Result<Jit, Error> {
        static ONCE: Once = Once::new();
        // SAFETY: called once, before anything else asks for a target here.
        ONCE.call_once(|| unsafe {
            LLVM_InitializeNativeTarget();
            LLVM_InitializeNativeAsmPrinter();
        });
        let mut jit = std::ptr::null_mut();
        // SAFETY: the builder is fresh, and the JIT takes it.
        check(unsafe { LLVMOrcCreateLLJIT(&mut jit, LLVMOrcCreateLLJITBuilder()) })?;
        let told = Box::new(RefCell::new(Vec::new()));
        // SAFETY: the list lives as long as the session, and all happens on this thread.
        unsafe {
            let session = LLVMOrcLLJITGetExecutionSession(jit);
            let list: *const RefCell<Vec<String>> = &*told;
            LLVMOrcExecutionSessionSetErrorReporter(session, tell, list as *mut c_void);
        }
        Ok(Jit { jit, told, trackers: HashMap::new(), given: 0 })
    }

    /// Defines symbols at addresses of this process, as `runtime::symbols` lists them.
    ///
    /// # Errors
    /// For a symbol that is already defined.
    pub fn define<'s>(
        &mut self,
        symbols: impl IntoIterator<Item = (&'s str, *const u8)>,
    ) -> Result<(), Error> {
        let mut pairs = Vec::new();
        for (name, address) in symbols {
            let name = c_string(name)?;
            let flags = LLVMJITSymbolGenericFlags::LLVMJITSymbolGenericFlagsExported as u8;
            let symbol = LLVMJITEvaluatedSymbol {
                Address: address as u64,
                Flags: LLVMJITSymbolFlags { GenericFlags: flags, TargetFlags: 0 },
            };
            // SAFETY: the JIT lives, and the name is a C string.
            let name = unsafe { LLVMOrcLLJITMangleAndIntern(self.jit, name.as_ptr()) };
            pairs.push(LLVMOrcCSymbolMapPair { Name: name, Sym: symbol });
        }
        if pairs.is_empty() {
            return Ok(());
        }
        // SAFETY: the pairs are valid, and the definition takes their names.
        check(unsafe {
            let unit = LLVMOrcAbsoluteSymbols(pairs.as_mut_ptr(), pairs.len());
            LLVMOrcJITDylibDefine(LLVMOrcLLJITGetMainJITDylib(self.jit), unit)
        })
    }

    /// Adds object files. Each is linked when one of its symbols is looked up.
    ///
    /// # Errors
    /// Fails if one is not an object file, or defines a symbol again; none of them stays.
    pub fn add_objects(&mut self, objects: &[impl AsRef<[u8]>]) -> Result<CodeId, Error> {
        // SAFETY: the library belongs to the JIT, which lives.
        let tracker =
            unsafe { LLVMOrcJITDylibCreateResourceTracker(LLVMOrcLLJITGetMainJITDylib(self.jit)) };
        self.given += 1;
        let id = CodeId(self.given);
        self.trackers.insert(id, tracker);
        for object in objects {
            let object = object.as_ref();
            // SAFETY: the buffer is a copy, which the JIT takes.
            let added = check(unsafe {
                let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(
                    object.as_ptr().cast(),
                    object.len(),
                    c"unit".as_ptr(),
                );
                LLVMOrcLLJITAddObjectFileWithRT(self.jit, tracker, buffer)
            });
            if let Err(error) = added {
                // SAFETY: nobody has seen its symbols.
                unsafe { self.remove(id)? };
                return Err(error);
            }
        }
        Ok(id)
    }

    /// Gives back the memory of objects that were added together, and forgets their symbols.
    ///
    /// # Safety
    /// Nothing runs their code or refers to their data.
    ///
    /// # Errors
    /// Fails with LLVM's message if memory cannot be given back.
    pub unsafe fn remove(&mut self, code: CodeId) -> Result<(), Error> {
        let Some(tracker) = self.trackers.remove(&code) else { return Ok(()) };
        // SAFETY: the tracker was made by `add_objects`, and is not used after.
        unsafe {
            let removed = check(LLVMOrcResourceTrackerRemove(tracker));
            LLVMOrcReleaseResourceTracker(tracker);
            removed
        }
    }

    /// Forgets the names of symbols that are gone. Takes time in the order of all names.
    pub fn forget_names(&mut self) {
        // SAFETY: the session belongs to the JIT, which lives.
        unsafe {
            let session = LLVMOrcLLJITGetExecutionSession(self.jit);
            LLVMOrcSymbolStringPoolClearDeadEntries(LLVMOrcExecutionSessionGetSymbolStringPool(
                session,
            ));
        }
    }

    /// The address of a symbol; links what it needs. A unit's descriptor can be
    /// looked up, other symbols of units are for other units only.
    ///
    /// # Errors
    /// Fails if it, or something it needs, is not defined.
    pub fn lookup(&self, symbol: &str) -> Result<*const u8, Error> {
        let name = c_string(symbol)?;
        let mut address = 0;
        self.told.take();
        // SAFETY: the JIT lives, and the name is a C string.
        let found = check(unsafe { LLVMOrcLLJITLookup(self.jit, &mut address, name.as_ptr()) });
        let told = self.told.take();
        match found {
            Ok(()) => Ok(address as usize as *const u8),
            Err(_) if !told.is_empty() => Err(Error(told.join("; "))),
            Err(error) => Err(error),
        }
    }
}

impl Drop for Jit {
    fn drop(&mut self) {
        for tracker in self.trackers.values() {
            // SAFETY: made by `add_objects`, and not used after. The code goes with the JIT.
            unsafe { LLVMOrcReleaseResourceTracker(*tracker) };
        }
        // SAFETY: made by `new`, and not used after. What fails here was already broken.
        let _ = check(unsafe { LLVMOrcDisposeLLJIT(self.jit) });
    }
}

/// Keeps what LLVM tells its session.
extern "C" fn tell(list: *mut c_void, error: LLVMErrorRef) {
    // SAFETY: the session was given a list that outlives it.
    let list = unsafe { &*list.cast::<RefCell<Vec<String>>>() };
    if let Err(Error(message)) = check(error) {
        list.borrow_mut().push(message);
    }
}

fn c_string(name: &str) -> Result<CString, Error> {
    CString::new(name).map_err(|_| Error(format!("the symbol {name:?} has a zero byte")))
}

fn check(error: LLVMErrorRef) -> Result<(), Error> {
    if error.is_null() {
        return Ok(());
    }
    // SAFETY: an error that is not null has a message, which is ours to free.
    unsafe {
        let message = LLVMGetErrorMessage(error);
        let text = CStr::from_ptr(message).to_string_lossy().into_owned();
        LLVMDisposeErrorMessage(message);
        Err(Error(text))
    }
}
