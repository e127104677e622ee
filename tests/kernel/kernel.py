"""Drives the kernel as Jupyter does. The test `kernel` of kont-cli runs it, with the command as argument;
the kernel is installed where JUPYTER_PATH says."""

import sys
import time
from pathlib import Path
from queue import Empty

import nbformat
from jupyter_client.kernelspec import KernelSpecManager
from jupyter_client.manager import KernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

PATIENCE = 60


class Cell:
    """What a cell has shown."""

    def __init__(self, client, code, answer=None, meanwhile=None, **options):
        self.events, self.reply = [], None
        number = client.execute(code, allow_stdin=answer is not None, **options)
        while True:
            if answer is not None:
                self.answer(client, answer)
            try:
                message = client.get_iopub_msg(timeout=0.1 if answer is not None else PATIENCE)
            except Empty:
                continue
            if message["parent_header"].get("msg_id") != number:
                continue
            kind, content = message["msg_type"], message["content"]
            if kind == "status" and content["execution_state"] == "idle":
                break
            self.events.append((time.monotonic(), kind, content))
            if meanwhile:
                meanwhile(kind, content)
        while self.reply is None or self.reply["parent_header"]["msg_id"] != number:
            self.reply = client.get_shell_msg(timeout=PATIENCE)
        self.status = self.reply["content"]["status"]

    @staticmethod
    def answer(client, answer):
        try:
            if client.get_stdin_msg(timeout=0)["msg_type"] == "input_request":
                client.input(answer)
        except Empty:
            pass

    def contents(self, kind):
        return [content for _, k, content in self.events if k == kind]

    def text(self, stream="stdout"):
        return "".join(c["text"] for c in self.contents("stream") if c["name"] == stream)

    def results(self):
        return [c["data"]["text/plain"] for c in self.contents("execute_result")]

    def error(self):
        [error] = self.contents("error")
        assert self.status == "error", self.status
        return error


def answers_and_output(client):
    cell = Cell(client, 'val x = 6 fun double n = 2 * n; print "out\\n"; double x')
    assert cell.status == "ok" and cell.text() == "out\n", cell.events
    shown = [c["data"]["text/plain"] for c in cell.contents("display_data")]
    assert any("val x = 6 : int" in text for text in shown), cell.events
    assert cell.results() == ["val it = () : unit\nval it = 12 : int"], cell.events
    assert cell.reply["content"]["execution_count"] == 1
    cell = Cell(client, 'TextIO.output (TextIO.stdErr, "grumble\\n"); OS.Process.system "echo child";')
    assert (cell.text("stderr"), cell.text()) == ("grumble\n", "child\n"), cell.events
    cell = Cell(client, 'print "quiet\\n"; 1;', silent=True)
    assert cell.status == "ok" and not cell.contents("stream") + cell.contents("execute_result")


def output_as_it_comes(client):
    pause = "OS.Process.sleep (Time.fromMilliseconds 400)"
    cell = Cell(client, f'val () = (print "first\\n"; {pause}; print "second\\n"; {pause});')
    times = [at for at, kind, _ in cell.events if kind == "stream"]
    end = time.monotonic()
    assert cell.text() == "first\nsecond\n" and len(times) == 2, cell.events
    assert times[1] - times[0] > 0.2 and end - times[1] > 0.2, times


def errors(client):
    error = Cell(client, "val n = 1;\nval s = n ^ \"a\";\nval never = 1;").error()
    assert error["ename"] == "error", error
    trace = "\n".join(error["traceback"])
    assert "\x1b[" in trace and ":2:" in trace, error
    error = Cell(client, 'fun fail () = raise Fail "no luck";\nval it : int = fail ();').error()
    assert (error["ename"], error["evalue"]) == ("Fail", "no luck"), error
    assert any("fail" in line and ":1:" in line for line in error["traceback"]), error
    assert Cell(client, "n;").results() == ["val it = 1 : int"]
    assert Cell(client, "never;").error()["evalue"] == "unknown name"
    cell = Cell(client, "fun first (x :: _) = x;")
    assert cell.status == "ok" and "not exhaustive" in cell.text("stderr"), cell.events


def assistance(client):
    Cell(client, "fun triple n = 3 * n;")
    reply = client.complete("val y = tri + 1", cursor_pos=11, reply=True)["content"]
    assert reply["matches"] == ["triple"], reply
    assert (reply["cursor_start"], reply["cursor_end"]) == (8, 11), reply
    reply = client.inspect("val y = triple 4", cursor_pos=10, reply=True)["content"]
    assert reply["found"] and "int -> int" in reply["data"]["text/plain"], reply
    assert not client.inspect("nowhere", reply=True)["content"]["found"]
    for code, state in [("val x = 1;", "complete"), ("let val x = 1 in", "incomplete")]:
        client.is_complete(code)
        reply = client.get_shell_msg(timeout=PATIENCE)["content"]
        assert reply["status"] == state, (code, reply)


def input_of_programs(client):
    read = "TextIO.inputLine TextIO.stdIn;"
    assert Cell(client, read, answer="a line").results() == ['val it = SOME "a line\\n" : string option']
    assert Cell(client, read).results() == ["val it = NONE : string option"]


def interrupts(client, manager):
    def interrupt(kind, content):
        if kind == "stream" and content["name"] == "stdout":
            manager.interrupt_kernel()

    loop = 'fun loop n = loop (n + 1) : unit;\nval () = (print "begun\\n"; loop 1); print "never\\n";'
    for code in [loop, 'print "begun\\n"; OS.Process.system "sleep 60"; 1;']:
        start = time.monotonic()
        cell = Cell(client, code, meanwhile=interrupt)
        assert cell.error()["ename"] == "interrupted" and cell.text() == "begun\n", cell.events
        assert time.monotonic() - start < 20
    manager.interrupt_kernel()
    time.sleep(0.1)
    assert Cell(client, "n + 1;").results() == ["val it = 2 : int"]


def ends(client, manager):
    error = Cell(client, "OS.Process.exit OS.Process.failure : unit;").error()
    assert error["evalue"] == "the session has ended, with exit code 1", error
    cell = Cell(client, "1;")
    assert cell.results() == ["val it = 1 : int"] and "nothing is bound" in cell.text("stderr")
    assert Cell(client, "val kept = 1;").status == "ok"
    manager.restart_kernel(now=False)
    client.wait_for_ready(timeout=PATIENCE)
    assert Cell(client, "kept;").status == "error"


def notebook():
    cells = ['val xs = List.tabulate (3, fn i => i * i)', 'print "hello\\n"', 'xs = rev xs', '(raise Div) : int']
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    try:
        NotebookClient(book, kernel_name="kont", timeout=PATIENCE).execute()
        raise AssertionError("the last cell raises")
    except CellExecutionError as error:
        assert error.ename == "Div", error
    texts = [cell.outputs[0].get("text") or cell.outputs[0]["data"]["text/plain"] for cell in book.cells[:3]]
    assert texts == ["val xs = [0,1,4] : int list", "hello\n", "val it = false : bool"], texts
    assert book.metadata.language_info.name == "sml"


def example():
    """The example runs without an error."""
    book = nbformat.read(Path(__file__).parents[2] / "examples/notebook.ipynb", as_version=4)
    NotebookClient(book, timeout=PATIENCE).execute()
    texts = [output["data"]["text/plain"] for output in book.cells[1].outputs]
    assert texts[-1].endswith("val it = [2,3,5,7,11,13,17,19,23,29,31,37,41,43,47] : int list"), texts


def main():
    assert "kont" in KernelSpecManager().find_kernel_specs()
    manager = KernelManager(kernel_name="kont")
    manager.start_kernel()
    client = manager.client()
    client.start_channels()
    try:
        client.wait_for_ready(timeout=PATIENCE)
        info = client.kernel_info(reply=True)["content"]
        assert info["implementation"] == "kont" and info["language_info"]["file_extension"] == ".sml"
        for test in [answers_and_output, output_as_it_comes, errors, assistance, input_of_programs]:
            start = time.monotonic()
            test(client)
            print(f"{test.__name__}: {time.monotonic() - start:.2f} s")
        interrupts(client, manager)
        ends(client, manager)
    finally:
        client.stop_channels()
        manager.shutdown_kernel()
    assert not manager.is_alive()
    notebook()
    example()


if __name__ == "__main__":
    sys.exit(main())
