//! Units that are compiled again, with care, when they turn out to run often.
//!
//! ```text
//! this thread               the watcher at safe points           a thread of its own
//! run a unit ───────▶ runs long? which code runs? ───────▶ compiles that unit again
//!                     links it, and redirects entries ◀─── is done
//! ```
//! While a unit runs, a clock asks for a look every few milliseconds. A unit that is met at
//! [`LOOKS`] of them is compiled again. Its new code is entered where its old code was: at the next
//! entry of any cluster, so that even a loop that is running goes on in it.

use crate::patch;
use crate::{CodeId, Error, Jit};
use abi::Unit;
use codegen_llvm::{Places, places_symbol};
use runtime::{UnitId, Watched};
use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

/// Compiles a unit again, given where its first code is and the symbol of the new unit.
pub type Again = Arc<dyn Fn(Arc<Places>, String) -> Option<Vec<Vec<u8>>> + Send + Sync>;

/// The looks at which a unit must be met.
const LOOKS: u32 = 2;
/// The time between looks.
const PAUSE: Duration = Duration::from_millis(5);
/// The environment variable with another time, in microseconds, for tests; a unit is then compiled
/// again when it is met once.
const PAUSE_VARIABLE: &str = "KONT_LOOK_EVERY";
/// The stack of the thread that compiles: LLVM recurses over deep code.
const STACK: usize = 512 << 20;

/// A unit that may be compiled again.
struct Known {
    places: Arc<Places>,
    again: Again,
    looks: u32,
}

/// A unit that is to be compiled again.
struct Job {
    unit: UnitId,
    places: Arc<Places>,
    symbol: String,
    again: Again,
}

/// A unit that has been compiled again.
struct Made {
    unit: UnitId,
    symbol: String,
    objects: Vec<Vec<u8>>,
}

/// A unit that has taken the place of another.
pub(crate) struct Taken {
    pub(crate) id: UnitId,
    pub(crate) unit: *const Unit,
    pub(crate) code: CodeId,
}

/// The units of an image that may be compiled again, and the threads that see to it.
#[derive(Default)]
pub(crate) struct Tiers {
    units: HashMap<UnitId, Known>,
    of_code: HashMap<u64, UnitId>,
    /// Those that were put in place since the last run.
    taken: Vec<Taken>,
    threads: Option<Threads>,
}

impl Tiers {
    /// A unit that was loaded as so many objects may be compiled again.
    ///
    /// # Errors
    /// Fails if its tables are not there.
    pub(crate) fn add(
        &mut self,
        jit: &Jit,
        unit: UnitId,
        (symbol, parts): (&str, usize),
        again: Again,
    ) -> Result<(), Error> {
        let places = Arc::new(places(jit, symbol, parts)?);
        self.of_code.extend(places.codes.iter().filter(|code| **code != 0).map(|c| (*c, unit)));
        self.units.insert(unit, Known { places, again, looks: 0 });
        Ok(())
    }

    /// Forgets a unit, which is gone.
    pub(crate) fn forget(&mut self, unit: UnitId) {
        let known = self.units.remove(&unit);
        for code in known.iter().flat_map(|known| &known.places.codes) {
            self.of_code.remove(code);
        }
    }

    /// True if there is something to look at.
    pub(crate) fn has_units(&self) -> bool {
        !self.units.is_empty()
    }

    /// Has looks asked for, if threads can be had.
    pub(crate) fn begin(&mut self, watched: Watched) {
        if self.threads.is_none() {
            self.threads = Threads::new();
        }
        if let Some(threads) = &self.threads {
            threads.clock.set(Some(watched));
        }
    }

    /// Has no more looks asked for; gives the units that were put in place.
    pub(crate) fn end(&mut self) -> Vec<Taken> {
        if let Some(threads) = &self.threads {
            threads.clock.set(None);
        }
        std::mem::take(&mut self.taken)
    }

    /// Looks at the code that runs, and puts in its place what is ready.
    pub(crate) fn look(&mut self, jit: &mut Jit, codes: &[u64], known: &mut runtime::Known<'_>) {
        let Some(threads) = &self.threads else { return };
        let made: Vec<Made> = threads.made.try_iter().collect();
        for made in made {
            // Code that cannot be linked or put in place is not needed.
            let _ = self.replace(jit, &made, known);
        }
        let mut met: Vec<UnitId> =
            codes.iter().filter_map(|c| self.of_code.get(c).copied()).collect();
        met.sort_unstable();
        met.dedup();
        for id in met {
            let (Some(unit), Some(threads)) = (self.units.get_mut(&id), &self.threads) else {
                continue;
            };
            unit.looks = unit.looks.saturating_add(1);
            if unit.looks == threads.looks {
                let (places, again) = (unit.places.clone(), unit.again.clone());
                let symbol = jit_symbol(id);
                let _ = threads.jobs.send(Job { unit: id, places, symbol, again });
            }
        }
    }

    /// Links a unit, and has its code entered where that of the old one was.
    fn replace(
        &mut self,
        jit: &mut Jit,
        made: &Made,
        known: &mut runtime::Known<'_>,
    ) -> Result<(), Error> {
        let Some(old) = self.units.get(&made.unit) else { return Ok(()) };
        let code = jit.add_objects(&made.objects)?;
        let mut link = || {
            let unit = jit.lookup(&made.symbol)?.cast::<Unit>();
            let new = places(jit, &made.symbol, made.objects.len())?;
            // SAFETY: the code generator wrote the unit, and it stays until it is removed.
            let id = unsafe { known.replace(made.unit, unit) }.map_err(Error)?;
            let pairs = old.places.codes.iter().copied().zip(new.codes);
            let pairs = pairs.filter(|(from, to)| *from != 0 && *to != 0).collect();
            // SAFETY: the code generator has left room in the old code; this thread is at a safe
            // point, and no other runs managed code.
            unsafe { patch::redirect(pairs) }.map_err(|error| Error(error.to_string()))?;
            Ok((id, unit))
        };
        match link() {
            Ok((id, unit)) => {
                self.taken.push(Taken { id, unit, code });
                Ok(())
            }
            // What was linked may be entered already, so it stays.
            Err(error) => Err(error),
        }
    }
}

/// The places of a unit of so many parts.
fn places(jit: &Jit, symbol: &str, parts: usize) -> Result<Places, Error> {
    let table = |part| Ok(jit.lookup(&places_symbol(symbol, part))?.cast());
    let tables = (0..parts).map(table).collect::<Result<Vec<_>, Error>>()?;
    // SAFETY: the tables were looked up just now.
    Ok(unsafe { Places::read(&tables) })
}

/// The symbol of the descriptor of a unit that is compiled again.
fn jit_symbol(unit: UnitId) -> String {
    format!("kont_again.{unit:?}")
}

/// The threads: one that asks for looks, one that compiles.
struct Threads {
    clock: Arc<Clock>,
    /// The looks at which a unit must be met.
    looks: u32,
    asking: Option<JoinHandle<()>>,
    jobs: Sender<Job>,
    made: Receiver<Made>,
}

impl Threads {
    fn new() -> Option<Threads> {
        let asked = std::env::var(PAUSE_VARIABLE).ok().and_then(|text| text.parse().ok());
        let pause = asked.map_or(PAUSE, Duration::from_micros);
        let looks = if asked.is_some() { 1 } else { LOOKS };
        let clock = Arc::new(Clock { pause, state: Mutex::default(), changed: Condvar::new() });
        let shared = clock.clone();
        let asking = Builder::new().name("kont-looks".into()).spawn(move || shared.run()).ok()?;
        let ((jobs, to_do), (done, made)) = (channel(), channel());
        let compiler = Builder::new().name("kont-again".into()).stack_size(STACK);
        let busy = end_at_once_if();
        // It ends with the last job, once nobody can send another.
        compiler.spawn(move || compile(&to_do, &done, busy)).ok()?;
        Some(Threads { clock, looks, asking: Some(asking), jobs, made })
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        self.clock.end();
        if let Some(asking) = self.asking.take() {
            // It cannot have panicked: it only waits and stores.
            let _ = asking.join();
        }
    }
}

fn compile(jobs: &Receiver<Job>, done: &Sender<Made>, busy: &AtomicBool) {
    for Job { unit, places, symbol, again } in jobs {
        busy.store(true, SeqCst);
        let objects = again(places, symbol.clone());
        busy.store(false, SeqCst);
        if let Some(objects) = objects
            && done.send(Made { unit, symbol, objects }).is_err()
        {
            return;
        }
    }
}

/// A mark for a thread that is in LLVM. If it is set when the process exits, the process ends at
/// once: LLVM's own data would go while the thread uses it.
fn end_at_once_if() -> &'static AtomicBool {
    extern "C" fn exiting(status: i32, busy: *mut c_void) {
        // SAFETY: the mark is never freed; C's streams may be flushed at any time.
        unsafe {
            if (*busy.cast::<AtomicBool>()).load(SeqCst) {
                libc::fflush(std::ptr::null_mut());
                libc::_exit(status);
            }
        }
    }
    unsafe extern "C" {
        fn on_exit(run: extern "C" fn(i32, *mut c_void), with: *mut c_void) -> i32;
    }
    let busy: &'static AtomicBool = Box::leak(Box::default());
    // SAFETY: the function and the mark stay. What was registered last runs first, before LLVM's.
    unsafe { on_exit(exiting, std::ptr::from_ref(busy).cast_mut().cast()) };
    busy
}

/// What the thread that asks for looks waits for.
struct Clock {
    /// The time between looks.
    pause: Duration,
    state: Mutex<(Option<Watched>, bool)>,
    changed: Condvar,
}

impl Clock {
    fn set(&self, watched: Option<Watched>) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.0 = watched;
        self.changed.notify_one();
    }

    fn end(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        *state = (None, true);
        self.changed.notify_one();
    }

    fn run(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        while !state.1 {
            state = match state.0 {
                None => self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
                Some(_) => {
                    let waited = self.changed.wait_timeout(state, self.pause);
                    let (state, waited) = waited.unwrap_or_else(PoisonError::into_inner);
                    if let (Some(watched), true) = (state.0, waited.timed_out()) {
                        // SAFETY: the image takes what is watched away, with the lock, before its
                        // runtime goes.
                        unsafe { watched.ask() };
                    }
                    state
                }
            };
        }
    }
}
