//! What the client is told: a line of JSON each.

use serde_json::{Value, json};
use std::fs::File;
use std::io::Write;
use std::os::fd::{AsFd, BorrowedFd};
use std::sync::{Mutex, PoisonError};

/// Where events go. A client that has gone away ends the process.
pub(super) struct Events {
    output: File,
    /// The request that what programs write belongs to.
    id: Mutex<Value>,
}

impl Events {
    pub(super) fn new(output: File) -> Events {
        Events { output, id: Mutex::new(Value::Null) }
    }

    /// From now on, what programs write belongs to this request.
    pub(super) fn begin(&self, id: &Value) {
        *self.id.lock().unwrap_or_else(PoisonError::into_inner) = id.clone();
    }

    /// The request that what programs write belongs to.
    pub(super) fn current(&self) -> Value {
        self.id.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Sends an event about what runs.
    pub(super) fn tell(&self, event: &str, fields: Value) {
        self.send(&self.current(), event, fields);
    }

    /// Sends an event about a request.
    pub(super) fn send(&self, id: &Value, event: &str, fields: Value) {
        let mut object = json!({ "id": id, "event": event });
        if let (Value::Object(object), Value::Object(fields)) = (&mut object, fields) {
            object.extend(fields);
        }
        // One write a line: lines of several threads do not mix, as the file is written by whole
        // lines under this lock.
        let line = format!("{object}\n");
        let _one = self.id.lock().unwrap_or_else(PoisonError::into_inner);
        if (&self.output).write_all(line.as_bytes()).is_err() {
            host::streams::leave(1);
        }
    }

    /// Ends a request.
    pub(super) fn done(&self, id: &Value, status: &str) {
        self.send(id, "done", json!({ "status": status }));
    }

    /// Refuses a request.
    pub(super) fn refuse(&self, id: &Value, reason: &str) {
        self.send(id, "done", json!({ "status": "refused", "reason": reason }));
    }
}

impl AsFd for Events {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.output.as_fd()
    }
}
