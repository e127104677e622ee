//! A session for tools: requests come as lines of JSON on standard input, answers go as lines of
//! JSON to standard output. The page `docs/protocol.md` describes both.
//!
//! ```text
//! request   lines as requests
//! queue     a thread that reads them, and heeds interrupts while something runs
//! input     what programs read
//! capture   what programs write
//! events    answers as lines
//! assist    completion and inspection
//! ```

mod assist;
mod capture;
mod events;
mod input;
mod queue;
mod request;

use crate::dialogue::Setup;
use crate::engine::{End, Engine};
use crate::inputs::Inputs;
use crate::place::Place;
use crate::scan::Scanner;
use crate::user::User;
use base::Span;
use capture::Capture;
use diag::{Diagnostic, SourceId, Sources, Style};
use driver::{Failure, MOST_SHOWN, Report};
use events::Events;
use host::streams;
use input::Feed;
use queue::Queue;
use request::{Request, Wish};
use serde_json::{Value, json};
use std::sync::{Arc, OnceLock};

/// The version of the protocol: it grows when a client has to change.
const VERSION: u32 = 1;

/// What is passed on at the end of the process.
static CAPTURE: OnceLock<Arc<Capture>> = OnceLock::new();

/// Answers requests until there are no more. Gives the exit code.
///
/// # Errors
/// If the system has no memory for a session, or no descriptors.
pub fn protocol(setup: &Setup) -> Result<u8, Failure> {
    host::interrupt::insist();
    let refused = |error: std::io::Error| Failure::plain(format!("cannot begin: {error}"));
    let taken = streams::take().map_err(refused)?;
    let events = Arc::new(Events::new(taken.output));
    let capture = Capture::begin(taken.written, Arc::clone(&events)).map_err(refused)?;
    if CAPTURE.set(Arc::clone(&capture)).is_ok() {
        streams::at_exit(last);
    }
    let feed = Feed::new(Arc::clone(&events));
    let engine = begin(setup, &feed)?;
    let queue = Arc::new(Queue::default());
    let style = driver::style(setup.colour, false);
    let hello = json!({ "protocol": VERSION, "kont": env!("CARGO_PKG_VERSION") });
    events.send(&Value::Null, "hello", hello);
    queue::read(taken.input, &queue, &events, &feed).map_err(refused)?;
    let mut server = Server { engine, setup, style, events, capture, feed, queue };
    while let Some(request) = server.queue.next() {
        server.answer(&request)?;
    }
    server.end();
    Ok(0)
}

extern "C" fn last() {
    if let Some(capture) = CAPTURE.get() {
        capture.settle_at_last();
    }
}

/// A session whose output is shown as it comes, and whose input is asked for.
fn begin(setup: &Setup, feed: &Arc<Feed>) -> Result<Engine, Failure> {
    let mut engine = Engine::new(setup.fronts, setup.options.clone(), &setup.run)?;
    let runtime = engine.image.runtime();
    runtime.keep_reports();
    let feed = Arc::clone(feed);
    runtime.host().before_input(Box::new(move || feed.ask()));
    // A pipe, for which the mode can be set.
    let _ = runtime.host().set_buffer(1, host::BufferMode::Unbuffered);
    Ok(engine)
}

/// The side of the session.
struct Server<'a> {
    engine: Engine,
    setup: &'a Setup,
    style: Style,
    events: Arc<Events>,
    capture: Arc<Capture>,
    feed: Arc<Feed>,
    queue: Arc<Queue>,
}

impl Server<'_> {
    fn answer(&mut self, request: &Request) -> Result<(), Failure> {
        let Request { id, wish } = request;
        let status = match wish {
            Wish::Run { text, name, input } => {
                self.feed.begin(*input);
                self.events.begin(id);
                let end = self.run(text, name.as_deref().unwrap_or("input"));
                self.queue.rest();
                self.capture.finish();
                self.events.begin(&Value::Null);
                status(end)
            }
            Wish::Complete { text, cursor } => {
                let (start, names) = self.engine.complete(text, *cursor);
                let found = json!({ "start": start, "end": cursor, "names": names });
                self.events.send(id, "names", found);
                "ok"
            }
            Wish::Inspect { text, cursor } => {
                if let Some((name, found)) = self.engine.inspect(text, *cursor) {
                    self.events.send(id, "about", json!({ "name": name, "text": found }));
                }
                "ok"
            }
            Wish::IsComplete { text } => {
                self.events.send(id, "complete", json!({ "state": state(text) }));
                "ok"
            }
            Wish::Types { path } => {
                self.events.send(id, "types", json!({ "names": self.engine.members(path) }));
                "ok"
            }
            Wish::Reset => {
                self.engine = begin(self.setup, &self.feed)?;
                // The end of the one before has let go of them.
                host::interrupt::insist();
                self.engine.listen();
                "ok"
            }
            // The thread that reads has seen to them.
            Wish::Interrupt | Wish::Input { .. } => "ok",
        };
        self.events.done(id, status);
        Ok(())
    }

    /// Ends the session.
    fn end(&mut self) {
        let source = self.engine.sources.add("end", "");
        let mut user = Client {
            events: &self.events,
            capture: &self.capture,
            style: self.style,
            source,
            whole: source,
            shift: 0,
        };
        host::interrupt::settle();
        self.engine.end(&mut user);
        for report in self.engine.image.runtime().reports() {
            user.report(&report);
        }
        self.capture.finish();
    }

    /// Evaluates the inputs of a text, up to the first one that fails.
    fn run(&mut self, text: &str, name: &str) -> End {
        let whole = self.engine.sources.add(name, text);
        let mut inputs = Inputs::default();
        inputs.add(text.as_bytes());
        let mut place = Place::START;
        loop {
            if self.queue.is_stopped() {
                return End::Interrupted;
            }
            let piece = match inputs.next() {
                Some(piece) if !piece.whole => continue,
                Some(piece) => piece,
                None => match inputs.last() {
                    Some(piece) => piece,
                    None => return End::Done,
                },
            };
            let end = self.input(name, &piece.text, whole, &place);
            if end != End::Done {
                return end;
            }
            place.pass(&piece.text);
        }
    }

    /// Evaluates an input, which has a place in a larger text.
    fn input(&mut self, name: &str, text: &[u8], whole: SourceId, place: &Place) -> End {
        let source = self.engine.sources.add_part(name, place.pad(text), place.line);
        let shift = place.offset - place.column;
        let mut user = Client {
            events: &self.events,
            capture: &self.capture,
            style: self.style,
            source,
            whole,
            shift,
        };
        let end = self.engine.input(source, &mut user);
        for report in self.engine.image.runtime().reports() {
            user.report(&report);
        }
        end
    }
}

fn status(end: End) -> &'static str {
    match end {
        End::Done => "ok",
        End::Failed => "error",
        End::Interrupted => "interrupted",
    }
}

/// Whether a text can be evaluated, or wants another line.
fn state(text: &str) -> &'static str {
    let (mut scanner, mut ends, mut at) = (Scanner::default(), true, 0);
    while let Some(semicolon) = scanner.line(&text.as_bytes()[at..]) {
        at += semicolon.end;
        ends = semicolon.ends;
        if ends {
            scanner = Scanner::default();
        }
    }
    if scanner.is_blank() && ends { "complete" } else { "incomplete" }
}

/// The user of a session that a client shows.
struct Client<'a> {
    events: &'a Events,
    capture: &'a Capture,
    style: Style,
    /// The input that is evaluated.
    source: SourceId,
    /// The text that it is a part of, in which its offsets are so much larger.
    whole: SourceId,
    shift: usize,
}

impl Client<'_> {
    fn report(&self, report: &Report) {
        self.capture.settle();
        let why = String::from_utf8_lossy(&report.why);
        let lines: String = report.places.iter().map(|place| format!("\n  {place}")).collect();
        let fields =
            json!({ "why": why, "places": report.places, "text": format!("{why}{lines}") });
        self.events.tell("failed", fields);
    }

    /// A message about the whole text.
    fn shifted(&self, message: &Diagnostic) -> Diagnostic {
        let mut message = message.clone();
        for label in message.primary.iter_mut().chain(&mut message.others) {
            if label.source == self.source {
                let Span { start, end } = label.span;
                label.source = self.whole;
                label.span = Span { start: start + self.shift, end: end + self.shift };
            }
        }
        message
    }
}

impl User for Client<'_> {
    fn messages(&mut self, sources: &Sources, found: &[Diagnostic]) {
        self.capture.settle();
        for message in found {
            let message = [self.shifted(message)];
            let drawn = diag::draw_all(sources, &message, self.style, MOST_SHOWN);
            let object = diag::json(sources, &message[0]).parse().unwrap_or(Value::Null);
            self.events.tell("message", json!({ "message": object, "text": drawn.trim_end() }));
        }
    }

    fn interrupted(&mut self) {
        self.report(&Report { why: b"interrupted".to_vec(), places: Vec::new() });
    }

    fn answer(&mut self, text: &str) {
        self.capture.settle();
        if !text.is_empty() {
            self.events.tell("answer", json!({ "text": text.trim_end_matches('\n') }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Place, state};

    #[test]
    fn texts_are_whole_or_not() {
        for text in [
            "",
            "  \n",
            "1;",
            "val x = 1;",
            "val x = 1; ",
            "x; (* y *)",
            "let val a = 1; in a end;",
        ] {
            assert_eq!(state(text), "complete", "{text}");
        }
        for text in ["val x =", "1", "let val a = 1;", "(* x", "\"a;", "1; 2", "1; (* x"] {
            assert_eq!(state(text), "incomplete", "{text}");
        }
    }
}
