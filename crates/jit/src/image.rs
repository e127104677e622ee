//! Units in memory with the runtime that runs them. They come one by one, and go when
//! nothing reaches them.

use crate::tiers::{Again, Taken, Tiers};
use crate::{CodeId, Error, Jit};
use abi::Unit;
use codegen_llvm::Interface;
use host::show::{Description, Look};
use runtime::{Imports, Outcome, Runtime, UnitId};
use std::collections::{BTreeSet, HashMap};
use std::time::{Duration, Instant};

/// The units that are in memory, and their runtime.
///
/// A unit that was loaded stays until [`Image::release`] says that nobody will name it any more,
/// and [`Image::sweep`] finds that nothing reaches it: then its code, its data, its tables in the
/// runtime and its symbols go. Nothing else grows with the units.
pub struct Image {
    /// Before the code, to which its heap refers.
    runtime: Runtime,
    /// Boxed, since what watches a run knows the address.
    jit: Box<Jit>,
    /// The units that may be compiled again. Boxed for the same reason.
    tiers: Box<Tiers>,
    units: HashMap<UnitId, Loaded>,
    /// The units that define symbols.
    defined: HashMap<String, UnitId>,
    /// The number of symbols given to units.
    symbols: u64,
    /// The time for which units have run.
    ran: Duration,
}

/// A unit in memory.
struct Loaded {
    unit: *const Unit,
    code: CodeId,
    exports: Vec<String>,
    /// The units that its code names.
    imports: Vec<UnitId>,
    /// The addresses of the cells that can be shown.
    cells: Vec<*const u64>,
}

impl Image {
    /// An image without units.
    ///
    /// # Errors
    /// Fails if LLVM does not know this machine.
    pub fn new(runtime: Runtime) -> Result<Image, Error> {
        let mut jit = Box::new(Jit::new()?);
        jit.define(runtime::symbols())?;
        let (units, defined) = (HashMap::new(), HashMap::new());
        let (tiers, ran) = (Box::default(), Duration::ZERO);
        Ok(Image { runtime, jit, tiers, units, defined, symbols: 0, ran })
    }

    /// The code, to define further symbols.
    pub fn jit(&mut self) -> &mut Jit {
        &mut self.jit
    }

    /// The runtime of the units.
    pub fn runtime(&mut self) -> &mut Runtime {
        &mut self.runtime
    }

    /// The number of units.
    pub fn len(&self) -> usize {
        self.units.len()
    }

    /// True if there are no units.
    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    /// A symbol for the descriptor of a unit, which no other has.
    pub fn new_symbol(&mut self) -> String {
        self.symbols += 1;
        format!("kont_unit.{}", self.symbols)
    }

    /// Loads the object files of one unit. They must come from `codegen-llvm` as it is built
    /// into this process: they are trusted.
    ///
    /// # Errors
    /// Fails if they cannot be loaded, or need something that is not there; nothing of them stays.
    pub fn load(
        &mut self,
        objects: &[Vec<u8>],
        unit_symbol: &str,
        interface: Interface,
    ) -> Result<UnitId, Error> {
        let code = self.jit.add_objects(objects)?;
        let imports = Imports {
            always: self.units_of(&interface.imports),
            by_entry: self.units_of(&interface.entry_imports),
        };
        let imported = imports.always.iter().chain(&imports.by_entry).copied().collect();
        let registered = self.jit.lookup(unit_symbol).and_then(|unit| {
            let unit = unit.cast::<Unit>();
            // SAFETY: the code generator wrote the unit, and it stays until it is removed.
            let id = unsafe { self.runtime.register_importing(unit, imports) }.map_err(Error)?;
            Ok((id, unit))
        });
        let (id, unit) = match registered {
            Ok(registered) => registered,
            Err(error) => {
                // SAFETY: nothing has run it.
                unsafe { self.jit.remove(code)? };
                return Err(error);
            }
        };
        self.defined.extend(interface.exports.iter().map(|symbol| (symbol.clone(), id)));
        let (exports, cells) = (interface.exports, Vec::new());
        let imports = imported;
        self.units.insert(id, Loaded { unit, code, exports, imports, cells });
        Ok(id)
    }

    /// The unit, which was loaded as so many objects, may be compiled again if it runs often.
    ///
    /// # Errors
    /// Fails if it was not compiled so.
    pub fn may_improve(
        &mut self,
        unit: UnitId,
        objects: (&str, usize),
        again: Again,
    ) -> Result<(), Error> {
        self.tiers.add(&self.jit, unit, objects, again)
    }

    /// Finds the cells of a unit that its settings name, as many as these, for
    /// [`Image::shown`].
    ///
    /// # Errors
    /// Fails if the unit has no such table.
    pub fn find_cells(&mut self, unit: UnitId, symbol: &str, count: usize) -> Result<(), Error> {
        let table = self.jit.lookup(&codegen_llvm::cells_symbol(symbol))?.cast::<*const u64>();
        // SAFETY: the code generator wrote as many addresses.
        let cells = unsafe { std::slice::from_raw_parts(table, count) };
        if let Some(loaded) = self.units.get_mut(&unit) {
            loaded.cells = cells.to_vec();
        }
        Ok(())
    }

    /// The value in a cell of a unit that has run, as a description says, or one that takes no
    /// cell; nothing if there is no such cell.
    pub fn shown(
        &self,
        cell: Option<(UnitId, usize)>,
        description: &Description,
        look: &Look<'_>,
    ) -> Option<Vec<u8>> {
        let word = match cell {
            None => None,
            Some((unit, cell)) => {
                let cell = *self.units.get(&unit)?.cells.get(cell)?;
                // SAFETY: the cell is one of a unit that is in memory.
                Some(unsafe { cell.as_ref() }.copied()?)
            }
        };
        // SAFETY: the cell holds what is described.
        unsafe { self.runtime.shown(word, description, look) }
    }

    /// The units that define these symbols.
    fn units_of(&self, symbols: &[String]) -> Vec<UnitId> {
        let units = symbols.iter().filter_map(|symbol| self.defined.get(symbol).copied());
        units.collect::<BTreeSet<UnitId>>().into_iter().collect()
    }

    /// Runs the entry of a unit, which is done once, and says how it ended. However that was, the
    /// image can go on.
    ///
    /// # Panics
    /// Panics if there is no such unit.
    pub fn run(&mut self, unit: UnitId) -> Outcome {
        let loaded = self.units[&unit].unit;
        self.watch();
        let start = Instant::now();
        // SAFETY: it was registered, and is what the code generator wrote.
        let outcome = unsafe { self.runtime.survive_unit(loaded) };
        self.ran += start.elapsed();
        for Taken { id, unit, code } in self.tiers.end() {
            let (exports, imports, cells) = (Vec::new(), Vec::new(), Vec::new());
            self.units.insert(id, Loaded { unit, code, exports, imports, cells });
        }
        self.runtime.unit_has_run(unit);
        outcome
    }

    /// Has a run watched for code that should be compiled again.
    fn watch(&mut self) {
        if !self.tiers.has_units() {
            return;
        }
        let (jit, tiers): (*mut Jit, *mut Tiers) = (&raw mut *self.jit, &raw mut *self.tiers);
        let look = move |codes: &[u64], known: &mut runtime::Known<'_>| {
            // SAFETY: the image has them for as long as it has the runtime, and uses neither
            // while a unit runs.
            let (jit, tiers) = unsafe { (&mut *jit, &mut *tiers) };
            tiers.look(jit, codes, known);
        };
        // SAFETY: code is replaced by code of the same meaning.
        let watched = unsafe { self.runtime.watch(Some(Box::new(look))) };
        self.tiers.begin(watched);
    }

    /// The time for which units have run so far.
    pub fn time(&self) -> Duration {
        self.ran
    }

    /// The units that the code of a unit names.
    pub fn imports(&self, unit: UnitId) -> &[UnitId] {
        self.units.get(&unit).map_or(&[], |loaded| &loaded.imports)
    }

    /// From now on nobody runs the unit, or loads one that imports from it.
    pub fn release(&mut self, unit: UnitId) {
        self.runtime.release_unit(unit);
    }

    /// Collects everything, and frees the released units that nothing reaches, which it gives.
    ///
    /// # Errors
    /// Fails with LLVM's message if memory cannot be given back.
    pub fn sweep(&mut self) -> Result<Vec<UnitId>, Error> {
        let gone = self.runtime.collect_units();
        for unit in &gone {
            // SAFETY: nothing reaches it.
            unsafe { self.free(*unit)? };
        }
        self.jit.forget_names();
        Ok(gone)
    }

    /// Frees a unit at once.
    ///
    /// # Safety
    /// No object, cell or other unit refers to it.
    ///
    /// # Errors
    /// Fails as [`Image::sweep`] does.
    pub unsafe fn remove(&mut self, unit: UnitId) -> Result<(), Error> {
        // SAFETY: by the contract.
        unsafe {
            self.runtime.remove_unit(unit);
            self.free(unit)
        }
    }

    /// # Safety
    /// The runtime has forgotten the unit.
    unsafe fn free(&mut self, unit: UnitId) -> Result<(), Error> {
        let Some(loaded) = self.units.remove(&unit) else { return Ok(()) };
        self.tiers.forget(unit);
        for symbol in &loaded.exports {
            self.defined.remove(symbol);
        }
        // SAFETY: by the contract.
        unsafe { self.jit.remove(loaded.code) }
    }
}
