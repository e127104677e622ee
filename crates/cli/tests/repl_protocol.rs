//! The protocol of `kont repl --protocol`: the process is driven as a client drives it.
#![expect(clippy::unwrap_used, reason = "a test fails by a panic")]

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};
use testkit::Scratch;

const KONT: &str = env!("CARGO_BIN_EXE_kont");

/// A program that says that it has begun, and goes on until it is stopped.
const LOOP: &str = "fun loop n = loop (n + 1) : unit; val () = (print \"begun\\n\"; loop 0); 1;";

/// A session, from the side of the client.
struct Session {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    number: u64,
}

impl Session {
    fn new() -> Session {
        let mut session = Session::start(Command::new(KONT).args(["repl", "--protocol"]));
        let hello = session.event().unwrap();
        assert_eq!((&hello["event"], &hello["protocol"]), (&json!("hello"), &json!(1)));
        assert!(hello["kont"].is_string());
        session
    }

    fn start(command: &mut Command) -> Session {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        Session { child, input, output, number: 0 }
    }

    fn write(&mut self, bytes: &[u8]) {
        self.input.as_mut().unwrap().write_all(bytes).unwrap();
    }

    /// Sends a request; gives its number.
    fn send(&mut self, request: Value) -> u64 {
        self.number += 1;
        let mut request = request;
        request["id"] = json!(self.number);
        self.write(format!("{request}\n").as_bytes());
        self.number
    }

    fn run(&mut self, text: &str) -> Vec<Value> {
        let id = self.send(json!({ "do": "run", "text": text }));
        self.until_done(&json!(id))
    }

    /// The next event; none at the end.
    fn event(&mut self) -> Option<Value> {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        (!line.is_empty()).then(|| line.parse().unwrap())
    }

    /// The events up to one of a kind.
    fn until(&mut self, kind: &str) -> Vec<Value> {
        let mut events = Vec::new();
        loop {
            let event = self.event().unwrap_or_else(|| panic!("it ends after {events:?}"));
            events.push(event);
            if events.last().unwrap()["event"] == kind {
                return events;
            }
        }
    }

    /// The events up to the end of a request.
    fn until_done(&mut self, id: &Value) -> Vec<Value> {
        let mut events = Vec::new();
        loop {
            events.append(&mut self.until("done"));
            if events.last().unwrap()["id"] == *id {
                return events;
            }
        }
    }

    fn signal(&self) {
        let kill = format!("kill -INT {}", self.child.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
    }

    /// Sends no more; gives what still comes, and the exit code.
    fn end(mut self) -> (Vec<Value>, Option<i32>) {
        self.input = None;
        let events = std::iter::from_fn(|| self.event()).collect();
        (events, self.child.wait().unwrap().code())
    }
}

/// The texts of the events of a kind.
fn texts(events: &[Value], kind: &str) -> String {
    let found = events.iter().filter(|event| event["event"] == kind);
    found.map(|event| event["text"].as_str().unwrap()).collect()
}

/// What was written to a stream.
fn written(events: &[Value], stream: &str) -> String {
    let some: Vec<Value> = events.iter().filter(|e| e["stream"] == stream).cloned().collect();
    texts(&some, "output")
}

fn status(events: &[Value]) -> &str {
    events.last().unwrap()["status"].as_str().unwrap()
}

#[test]
fn inputs_are_answered_in_order() {
    let mut session = Session::new();
    let events = session
        .run("val x = 1; print \"out\\n\"; TextIO.output (TextIO.stdErr, \"err\\n\"); x + 1");
    let kinds: Vec<&str> = events.iter().map(|event| event["event"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["answer", "output", "answer", "output", "answer", "answer", "done"]);
    assert_eq!(events[0], json!({ "id": 1, "event": "answer", "text": "val x = 1 : int" }));
    assert_eq!(events[1]["stream"], "stdout");
    assert_eq!(events[3]["stream"], "stderr");
    assert_eq!(events[6], json!({ "id": 1, "event": "done", "status": "ok" }));
    assert_eq!(session.end(), (Vec::new(), Some(0)));
}

#[test]
fn the_first_failure_ends_a_run() {
    let mut session = Session::new();
    let events = session.run("val a = 1;\nval b = a ^ \"\"; val c = 1;");
    assert_eq!((status(&events), texts(&events, "answer").as_str()), ("error", "val a = 1 : int"));
    let message = &events[1]["message"];
    assert_eq!(message["severity"], "error");
    let start = json!({ "line": 2, "column": 9, "offset": 19 });
    assert_eq!(message["primary"]["start"], start, "{message}");
    let drawn = texts(&events, "message");
    assert!(drawn.contains("val b = a ^ \"\"; val c = 1;"), "{drawn}");
    let events =
        session.run("exception Odd of int fun f x = raise Odd x; val y : int =\n f 3; val c = 2;");
    let failed = events.iter().find(|event| event["event"] == "failed").unwrap();
    assert_eq!(failed["why"], "uncaught exception Odd 3");
    let places = failed["places"].as_array().unwrap();
    assert!(places[0].as_str().unwrap().starts_with("at f"), "{failed}");
    assert!(places[0].as_str().unwrap().contains("(input:1:32)"), "{failed}");
    assert_eq!((status(&events), written(&events, "stderr").as_str()), ("error", ""));
    assert_eq!(status(&session.run("c;")), "error");
    assert_eq!(texts(&session.run("a;"), "answer"), "val it = 1 : int");
}

#[test]
fn output_of_others_is_shown_and_in_time() {
    let mut session = Session::new();
    let sleep = "OS.Process.sleep (Time.fromMilliseconds 300)";
    let id =
        session.send(json!({ "do": "run", "text": format!("val () = (print \"now\"; {sleep});") }));
    let start = Instant::now();
    assert_eq!(texts(&session.until("output"), "output"), "now");
    let until_output = start.elapsed();
    session.until_done(&json!(id));
    assert!(start.elapsed() - until_output > Duration::from_millis(200), "{until_output:?}");
    let events = session.run("OS.Process.system \"echo child; echo error >&2\";");
    assert_eq!(
        (written(&events, "stdout"), written(&events, "stderr")),
        ("child\n".into(), "error\n".into())
    );
    // A character may come in two pieces; what is none is replaced.
    let events = session.run("print \"\\195\"; print \"\\169\\255|\"; print \"\\226\\130\";");
    assert_eq!(written(&events, "stdout"), "é\u{fffd}|\u{fffd}");
    let events = session
        .run("fun go 0 = () | go n = (print \"a line of output\\n\"; go (n - 1)); go 200000;");
    assert_eq!(written(&events, "stdout"), "a line of output\n".repeat(200_000));
}

#[test]
fn programs_read_what_the_client_sends() {
    let mut session = Session::new();
    let read = "TextIO.inputLine TextIO.stdIn;";
    assert_eq!(texts(&session.run(read), "answer"), "val it = NONE : string option");
    let id = session.send(json!({ "do": "run", "input": true, "text": format!("{read} {read}") }));
    session.until("input");
    session.send(json!({ "do": "input", "text": "one\n" }));
    session.until("input");
    session.send(json!({ "do": "input", "end": true }));
    let events = session.until_done(&json!(id));
    assert!(texts(&events, "answer").ends_with("val it = NONE : string option"), "{events:?}");
    // It does not end for good.
    let id = session.send(json!({ "do": "run", "input": true, "text": read }));
    session.until("input");
    session.send(json!({ "do": "input", "text": "two\n" }));
    let events = session.until_done(&json!(id));
    assert_eq!(texts(&events, "answer"), "val it = SOME \"two\\n\" : string option");
    session.run("1;");
    let id = session.send(json!({ "do": "input", "text": "nobody reads this" }));
    assert_eq!(status(&session.until_done(&json!(id))), "refused");
}

#[test]
fn interrupts_end_what_runs_and_nothing_else() {
    let mut session = Session::new();
    session.run("val kept = 5;");
    for by_signal in [true, false] {
        session.signal();
        // A busy machine takes a while to hand it over; later it would be one of the loop.
        std::thread::sleep(Duration::from_millis(200));
        let id = session.send(json!({ "do": "run", "text": LOOP }));
        let next = session.send(json!({ "do": "run", "text": "kept;" }));
        session.until("output");
        if by_signal {
            session.signal();
        } else {
            session.send(json!({ "do": "interrupt" }));
        }
        let events = session.until_done(&json!(id));
        assert_eq!((status(&events), texts(&events, "answer").as_str()), ("interrupted", ""));
        // A request interrupts all runs before it, a signal what runs.
        let wanted = if by_signal { "ok" } else { "interrupted" };
        assert_eq!(status(&session.until_done(&json!(next))), wanted);
        assert_eq!(texts(&session.run("kept;"), "answer"), "val it = 5 : int");
    }
    // Where nothing runs, nothing happens.
    let id = session.send(json!({ "do": "interrupt" }));
    assert_eq!(status(&session.until_done(&json!(id))), "ok");
    let id = session
        .send(json!({ "do": "run", "input": true, "text": "TextIO.inputLine TextIO.stdIn;" }));
    session.until("input");
    session.send(json!({ "do": "interrupt" }));
    assert_eq!(status(&session.until_done(&json!(id))), "interrupted");
    assert_eq!(texts(&session.run("kept;"), "answer"), "val it = 5 : int");
}

#[test]
fn names_are_completed_and_described() {
    let mut session = Session::new();
    session.run("fun double n = 2 * n; structure S = struct val size = 3 end;");
    let mut names = |text: &str, cursor: usize| {
        let id = session.send(json!({ "do": "complete", "text": text, "cursor": cursor }));
        let events = session.until_done(&json!(id));
        (events[0]["start"].as_u64().unwrap(), events[0]["names"].clone())
    };
    assert_eq!(names("dou", 3), (0, json!(["double"])));
    assert_eq!(names("(* é *) S.si + 1", 12), (10, json!(["size"])));
    assert_eq!(names("String.expl", 11), (7, json!(["explode"])));
    assert_eq!(names("whil", 4), (0, json!(["while"])));
    assert_eq!(names("nothing_like_this", 17), (0, json!([])));
    let mut about = |text: &str, cursor: usize| {
        let id = session.send(json!({ "do": "inspect", "text": text, "cursor": cursor }));
        session.until_done(&json!(id))[0]["text"].as_str().map(str::to_owned)
    };
    assert_eq!(about("double 1", 3).unwrap(), "val double : int -> int");
    let map = about("List.map f", 7).unwrap();
    assert!(map.starts_with("val map : ('a -> 'b) -> 'a list -> 'b list\n"), "{map}");
    assert_eq!(about("nowhere", 3), None);
    assert!(about("1 :: []", 4).unwrap().contains("::"));
    let id = session.send(json!({ "do": "types", "path": "S" }));
    let members = session.until_done(&json!(id))[0]["names"].clone();
    assert_eq!(members, json!([{ "name": "size", "kind": "value", "text": "val size : int" }]));
}

#[test]
fn texts_are_whole_or_not() {
    let mut session = Session::new();
    for (text, state) in
        [("val x = 1;", "complete"), ("let val x = 1; in", "incomplete"), ("x", "incomplete")]
    {
        let id = session.send(json!({ "do": "is_complete", "text": text }));
        assert_eq!(session.until_done(&json!(id))[0]["state"], state, "{text}");
    }
}

#[test]
fn a_reset_forgets_everything() {
    let mut session = Session::new();
    session.run("val x = 1;");
    let id = session.send(json!({ "do": "reset" }));
    assert_eq!(status(&session.until_done(&json!(id))), "ok");
    assert_eq!(status(&session.run("x;")), "error");
    let id = session.send(json!({ "do": "run", "text": LOOP }));
    session.until("output");
    session.signal();
    assert_eq!(status(&session.until_done(&json!(id))), "interrupted");
}

#[test]
fn what_is_no_request_is_refused() {
    let mut session = Session::new();
    let deep = "[".repeat(1 << 20);
    for line in ["nonsense", "{\"do\": 1}", "[]", "{\"do\": \"run\"}", "\u{0}", &deep] {
        session.write(format!("{line}\n").as_bytes());
        assert_eq!(status(&session.until("done")), "refused");
    }
    session.write(b"\xff\xfe\n");
    assert_eq!(status(&session.until("done")), "refused");
    session
        .write(b"{\"id\": {\"any\": [1]}, \"do\": \"run\", \"text\": \"1;\", \"more\": 1}\r\n\n");
    let events = session.until_done(&json!({ "any": [1] }));
    assert_eq!(texts(&events, "answer"), "val it = 1 : int");
    // A large text, and one that nests deeply.
    let long = format!("val s = \"{}\"; size s;", "x".repeat(4 << 20));
    assert!(texts(&session.run(&long), "answer").ends_with("val it = 4194304 : int"));
    let deep = format!("val n = {}1{};", "(".repeat(100_000), ")".repeat(100_000));
    assert_eq!(status(&session.run(&deep)), "error");
    // The end in the middle of a line.
    session.write(b"{\"do\": \"run\", \"text\": \"1");
    let (events, code) = session.end();
    assert_eq!((status(&events), code), ("refused", Some(0)));
}

#[test]
fn the_end_of_requests_ends_a_session() {
    // All that was asked is answered, and programs find the end of their input.
    let mut session = Session::new();
    session.send(json!({ "do": "run", "text": "OS.Process.sleep (Time.fromMilliseconds 100);" }));
    session.send(json!({ "do": "run", "text": "TextIO.inputLine TextIO.stdIn;", "input": true }));
    let (events, code) = session.end();
    assert_eq!((status(&events), code), ("ok", Some(0)));
    assert!(texts(&events, "answer").ends_with("val it = NONE : string option"), "{events:?}");
    // What is to be done at the end is done.
    let mut session = Session::new();
    session.run("OS.Process.atExit (fn () => print \"bye\\n\");");
    let (events, code) = session.end();
    assert_eq!((written(&events, "stdout").as_str(), code), ("bye\n", Some(0)));
    // Where nobody is left to be answered, nothing goes on.
    let mut session = Session::new();
    session.send(json!({ "do": "run", "text": LOOP }));
    session.until("output");
    let Session { mut child, input, output, number: _ } = session;
    drop((input, output));
    let start = Instant::now();
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert!(start.elapsed() < Duration::from_secs(20));
    // A program that ends the process ends the session.
    let mut session = Session::new();
    session.send(json!({ "do": "run", "text": "val () = (print \"last\"; OS.Process.exit OS.Process.failure);" }));
    let (events, code) = session.end();
    assert_eq!((written(&events, "stdout").as_str(), code), ("last", Some(1)));
}

#[test]
fn a_process_that_ignores_interrupts_begins_without_that() {
    let mut command = Command::new("bash");
    command.args(["-c", "trap '' INT; exec \"$@\"", "bash", KONT, "repl", "--protocol"]);
    let mut session = Session::start(&mut command);
    session.until("hello");
    let id = session.send(json!({ "do": "run", "text": LOOP }));
    session.until("output");
    session.signal();
    assert_eq!(status(&session.until_done(&json!(id))), "interrupted");
}

#[test]
fn nothing_reaches_standard_error() {
    let folder = Scratch::new();
    let (out, err) = (folder.file("out"), folder.file("err"));
    let request =
        "{\"do\": \"run\", \"text\": \"TextIO.output (TextIO.stdErr, \\\"e\\\"); 1 + ;\"}\n";
    let mut child = Command::new(KONT)
        .args(["repl", "--protocol"])
        .stdin(Stdio::piped())
        .stdout(std::fs::File::create(&out).unwrap())
        .stderr(std::fs::File::create(&err).unwrap())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(request.as_bytes()).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let mut said = String::new();
    std::fs::File::open(err).unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(said, "");
    assert_eq!(std::fs::read_to_string(out).unwrap().lines().count(), 5);
}
