//! Faults in the library: a piece of its text that is replaced by a wrong one.
//!
//! [`faults`] says how they are switched on. Without that the text is as it stands in `lib/sml`.

use faults::Fault;
use std::borrow::Cow;

/// A fault, the file it is in, the text that is right and occurs there once, and the wrong one.
const FAULTS: &[(Fault, &str, &str, &str)] = &[
    (
        Fault::LostWakeUp,
        "lib/sml/event.sml",
        "(isSet := true; Waiters.wake q)",
        "(isSet := true; ignore q)",
    ),
    (
        Fault::NackTwice,
        "lib/sml/event.sml",
        "(isSet := true; Waiters.wake q)",
        "let val who = !q in isSet := true; Waiters.wake q; q := who; Waiters.wake q end",
    ),
    (
        Fault::NackChosen,
        "lib/sml/event.sml",
        "(refuse (nacks, own); commit ())",
        "(refuse (nacks, []); commit ())",
    ),
    (Fault::StaleWaiter, "lib/sml/waiters.sml", "= not (!decided)", "= true orelse !decided"),
];

/// The text of a file of the library, with the fault that is switched on, if it is in there.
pub(crate) fn with_fault(name: &str, text: Cow<'static, [u8]>) -> Cow<'static, [u8]> {
    match FAULTS.iter().find(|(fault, file, _, _)| *file == name && faults::on(*fault)) {
        Some((_, _, right, wrong)) => {
            let text = String::from_utf8_lossy(&text).replace(right, wrong);
            Cow::Owned(text.into_bytes())
        }
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::top_level::FILES;

    #[test]
    fn what_is_replaced_is_there_once() {
        for (fault, name, right, _) in FAULTS {
            let file = FILES.iter().find(|file| file.name == *name);
            let text = file.map_or(String::new(), |f| String::from_utf8_lossy(f.text).into_owned());
            assert_eq!(text.matches(right).count(), 1, "{}: {right}", fault.name());
        }
    }
}
