"""A Jupyter kernel for Standard ML, which has `kont repl --protocol` do the work.

`kont kernel install` writes this file beside `kernel.json`. It is started with the command `kont` as
its first argument; the others are those of every kernel.
"""

import json
import os
import select
import signal
import subprocess
import sys

from ipykernel.kernelapp import IPKernelApp
from ipykernel.kernelbase import Kernel

PROTOCOL = 1
# Seconds after which an answer is shown although nothing has followed it, and for which a session
# may take to end.
PATIENCE, FAREWELL = 0.1, 2.0


class Ended(Exception):
    """The session has ended."""


class Session:
    """A child process that speaks the protocol."""

    def __init__(self, kont):
        command = [kont, "repl", "--protocol", "--color", "always"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.bytes = bytearray()
        self.number = 0
        self.hello = self.event()
        if self.hello["protocol"] != PROTOCOL:
            raise Ended("the kernel is older or newer than kont: run `kont kernel install` again")

    def ask(self, do, **fields):
        """Sends a request; gives its number."""
        self.number += 1
        line = json.dumps({"id": self.number, "do": do, **fields}) + "\n"
        try:
            self.process.stdin.write(line.encode())
            self.process.stdin.flush()
        except OSError:
            raise Ended(self.end()) from None
        return self.number

    def event(self, timeout=None):
        """The next event; None if none comes in time."""
        stream = self.process.stdout.fileno()
        searched = 0
        while (end := self.bytes.find(b"\n", searched)) < 0:
            searched = len(self.bytes)
            if not select.select([stream], [], [], timeout)[0]:
                return None
            some = os.read(stream, 1 << 16)
            if not some:
                raise Ended(self.end())
            self.bytes += some
        line = bytes(self.bytes[:end])
        del self.bytes[: end + 1]
        return json.loads(line)

    def answers(self, do, **fields):
        """Sends a request that nothing interrupts; gives its events by their kind."""
        number = self.ask(do, **fields)
        found = {}
        while (event := self.event())["event"] != "done" or event["id"] != number:
            found[event["event"]] = event
        return found

    def end(self, patience=FAREWELL):
        """Ends the process; says how it ended."""
        try:
            self.process.stdin.close()
        except OSError:
            pass
        try:
            code = self.process.wait(patience)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = self.process.wait()
        how = f"exit code {code}" if code >= 0 else f"signal {-code}"
        return f"the session has ended, with {how}"


class KontKernel(Kernel):
    """The kernel."""

    implementation = "kont"
    implementation_version = "1"
    banner = "Standard ML, compiled by Kont"
    language_info = {
        "name": "sml",
        "version": "1997",
        "mimetype": "text/x-sml",
        "codemirror_mode": "text/x-sml",
        "pygments_lexer": "sml",
        "file_extension": ".sml",
    }
    kont = "kont"

    def __init__(self, **settings):
        super().__init__(**settings)
        self.session_of_kont = None
        self.lost = False
        self.leaving = False
        self.interrupted = False
        try:
            self.implementation_version = self.open().hello["kont"]
        except (Ended, OSError):
            # The first cell says why.
            self.session_of_kont = None

    @property
    def kernel_info(self):
        return {**super().kernel_info, "supported_features": []}

    def open(self):
        """The session; a new one, if there is none."""
        if self.session_of_kont is None:
            self.session_of_kont = Session(self.kont)
            if self.lost:
                self.say("stderr", "a new session has begun: nothing is bound\n")
                self.lost = False
        return self.session_of_kont

    def say(self, stream, text):
        """Sends text as output."""
        self.send_response(self.iopub_socket, "stream", {"name": stream, "text": text})

    async def do_execute(
        self, code, silent, store_history=True, user_expressions=None, allow_stdin=False, **_
    ):
        cell = Cell(self, silent)
        self.interrupted = False
        self._allow_stdin = allow_stdin
        before = handle_interrupts(self.note_interrupt)
        try:
            cell.run(code, allow_stdin)
        except (Ended, OSError) as why:
            self.session_of_kont = None
            self.lost = True
            if not self.leaving:
                cell.fail("Ended", str(why), [str(why)])
        finally:
            handle_interrupts(before)
        return cell.reply()

    def note_interrupt(self, *_):
        """Notes that the user interrupts the cell; it looks for that now and then."""
        self.interrupted = True

    async def do_complete(self, code, cursor_pos):
        found = self.ask("complete", text=code, cursor=cursor_pos).get("names", {})
        return {
            "status": "ok",
            "matches": found.get("names", []),
            "cursor_start": found.get("start", cursor_pos),
            "cursor_end": found.get("end", cursor_pos),
            "metadata": {},
        }

    async def do_inspect(self, code, cursor_pos, detail_level=0, omit_sections=()):
        found = self.ask("inspect", text=code, cursor=cursor_pos).get("about")
        data = {"text/plain": found["text"]} if found else {}
        return {"status": "ok", "found": bool(found), "data": data, "metadata": {}}

    async def do_is_complete(self, code):
        state = self.ask("is_complete", text=code).get("complete", {}).get("state", "unknown")
        return {"status": state, "indent": "  "} if state == "incomplete" else {"status": state}

    def ask(self, do, **fields):
        """The answers to a request; none if there is no session."""
        try:
            return self.open().answers(do, **fields)
        except (Ended, OSError):
            self.session_of_kont = None
            self.lost = True
            return {}

    async def do_shutdown(self, restart):
        self.leaving = True
        session, self.session_of_kont = self.session_of_kont, None
        if session is not None:
            try:
                # What the program wants done at its end is done.
                session.ask("interrupt")
            except (Ended, ValueError):
                pass
            session.end()
        return {"status": "ok", "restart": restart}


class Cell:
    """A cell that is run, and what is shown of it."""

    def __init__(self, kernel, silent):
        self.kernel = kernel
        self.silent = silent
        # Answers that are not shown yet: the last ones are the result.
        self.answers = []
        self.error = None

    def run(self, code, allow_stdin):
        """Runs the cell to its end."""
        session = self.kernel.open()
        number = session.ask("run", text=code, input=allow_stdin, name=self.name())
        while True:
            event = session.event(PATIENCE)
            if self.kernel.interrupted:
                self.kernel.interrupted = False
                session.ask("interrupt")
            if event is None:
                self.show_answers("display_data")
            elif event["event"] == "done" and event["id"] == number:
                return self.end(event["status"])
            elif event["event"] == "input":
                self.input(session)
            elif event["id"] in (number, None):
                self.show(event)

    def name(self):
        return f"In[{self.kernel.execution_count}]"

    def show(self, event):
        """Shows what has happened."""
        kind = event["event"]
        if kind == "answer":
            self.answers.append(event["text"])
            return
        self.show_answers("display_data")
        if kind == "output":
            self.say(event["stream"], event["text"])
        elif kind == "message" and event["message"]["severity"] == "error":
            self.fail("error", event["message"]["title"], event["text"].split("\n"))
        elif kind == "message":
            self.say("stderr", event["text"] + "\n")
        elif kind == "failed":
            why = event["why"].removeprefix("uncaught exception ")
            name, _, value = why.partition(": ")
            self.fail(name, value, event["text"].split("\n"))

    def say(self, stream, text):
        if not self.silent:
            self.kernel.say(stream, text)

    def show_answers(self, kind):
        """Shows the answers that have come since the last time."""
        text, self.answers = "\n".join(self.answers), []
        if text and not self.silent:
            content = {"data": {"text/plain": text}, "metadata": {}}
            if kind == "execute_result":
                content["execution_count"] = self.kernel.execution_count
            self.kernel.send_response(self.kernel.iopub_socket, kind, content)

    def input(self, session):
        """Asks the user for a line that the program reads."""
        self.show_answers("display_data")
        before = handle_interrupts(signal.default_int_handler)
        try:
            session.ask("input", text=self.kernel.raw_input() + "\n")
        except KeyboardInterrupt:
            session.ask("interrupt")
        finally:
            handle_interrupts(before)

    def fail(self, name, value, lines):
        """Notes why the cell has failed: the first reason counts, all are shown."""
        if self.error is None:
            self.error = {"ename": name, "evalue": value, "traceback": []}
        self.error["traceback"] += lines

    def end(self, status):
        self.show_answers("execute_result")
        if status != "ok" and self.error is None:
            self.fail(status, "", [status])

    def reply(self):
        """What Jupyter is told at the end."""
        count = self.kernel.execution_count
        if self.error is None:
            return {
                "status": "ok",
                "execution_count": count,
                "payload": [],
                "user_expressions": {},
            }
        if not self.silent:
            self.kernel.send_response(self.kernel.iopub_socket, "error", self.error)
        return {"status": "error", "execution_count": count, **self.error}


def handle_interrupts(handler):
    """Sets what SIGINT does; gives what it did before."""
    try:
        return signal.signal(signal.SIGINT, handler)
    except ValueError:
        # Another thread than the first: it gets no signals.
        return None


if __name__ == "__main__":
    KontKernel.kont = sys.argv.pop(1)
    IPKernelApp.launch_instance(kernel_class=KontKernel)
