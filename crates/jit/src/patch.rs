//! Jumps that are written over the entries of code, where the code generator has left room.

use std::io;

/// The code of a jump to an address, wherever it is, which changes no register that code uses at
/// its entry.
#[cfg(target_arch = "x86_64")]
fn jump(to: u64) -> [u8; 14] {
    // jmp *0(%rip), and the address.
    let mut code = [0xff, 0x25, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    code[6..].copy_from_slice(&to.to_le_bytes());
    code
}

/// The same for AArch64: x16 is nobody's at an entry.
#[cfg(target_arch = "aarch64")]
fn jump(to: u64) -> [u8; 16] {
    // ldr x16, #8; br x16; and the address.
    let mut code = [0x50, 0, 0, 0x58, 0, 0x02, 0x1f, 0xd6, 0, 0, 0, 0, 0, 0, 0, 0];
    code[8..].copy_from_slice(&to.to_le_bytes());
    code
}

/// Writes jumps over entries of code, from the first address of each pair to the second.
///
/// # Safety
/// The entries have room for a jump, on pages that hold code alone, and nobody runs code on these
/// pages meanwhile.
///
/// # Errors
/// If the system does not let the code be changed; then some entries may be as they were.
pub(crate) unsafe fn redirect(mut jumps: Vec<(u64, u64)>) -> io::Result<()> {
    jumps.sort_unstable();
    let size = page_size();
    let page = |address: u64| address & !(size - 1);
    let near = |a: &(u64, u64), b: &(u64, u64)| page(b.0) <= page(a.0 + ROOM) + size;
    for group in jumps.chunk_by(near) {
        let (first, last) = (group[0].0, group[group.len() - 1].0);
        let pages = page(first)..page(last + ROOM) + size;
        // SAFETY: by the contract.
        unsafe {
            protect(&pages, libc::PROT_READ | libc::PROT_WRITE)?;
            for (from, to) in group {
                let code = jump(*to);
                std::ptr::copy_nonoverlapping(code.as_ptr(), *from as *mut u8, code.len());
            }
            protect(&pages, libc::PROT_READ | libc::PROT_EXEC)?;
            #[cfg(target_arch = "aarch64")]
            clear_cache(&pages);
        }
    }
    Ok(())
}

/// More bytes than a jump has.
const ROOM: u64 = 16;

fn page_size() -> u64 {
    // SAFETY: nothing is passed that could be wrong.
    unsafe { libc::sysconf(libc::_SC_PAGESIZE) as u64 }
}

/// # Safety
/// The pages are mapped, and what is on them is used as the protection lets it.
unsafe fn protect(pages: &std::ops::Range<u64>, how: i32) -> io::Result<()> {
    let length = (pages.end - pages.start) as usize;
    // SAFETY: by the contract.
    match unsafe { libc::mprotect(pages.start as *mut _, length, how) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

#[cfg(target_arch = "aarch64")]
unsafe fn clear_cache(pages: &std::ops::Range<u64>) {
    unsafe extern "C" {
        fn __clear_cache(start: *mut u8, end: *mut u8);
    }
    // SAFETY: the pages are mapped.
    unsafe { __clear_cache(pages.start as *mut u8, pages.end as *mut u8) };
}
