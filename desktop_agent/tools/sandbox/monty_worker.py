"""The worker process that starts and controls the small interpreter.

The interpreter (pydantic-monty) is a separate process without access to files, the network, the
environment or other processes. It is started by this worker rather than by the program, so that it
inherits neither the program's environment nor its memory, and is killed together with the worker.
"""

import ast
import contextlib
import io
import os
import signal
import sys
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desktop_agent.system.worker_protocol import Reply, serve
from desktop_agent.tools.sandbox.base import MOST_OUTPUT, MOST_TEXT, cut, exit_with_parent
from desktop_agent.tools.sandbox.jail.runner import NAME

if TYPE_CHECKING:
    from pydantic_monty import Monty

# --- What code needs beyond the small interpreter, determined before it runs

# the interpreter's own modules (pydantic-monty 1.4)
_MODULES = frozenset(
    (
        "asyncio", "base64", "binascii", "bisect", "collections", "copy", "csv", "dataclasses",
        "datetime", "decimal", "functools", "hashlib", "itertools", "json", "math", "os", "pathlib",
        "random", "re", "sys", "time", "tomllib", "typing", "unicodedata", "__future__",
    )
)  # fmt: skip
_SYNTAX: dict[type[ast.AST], str] = {
    ast.Yield: "has a generator",
    ast.YieldFrom: "has a generator",
    ast.Delete: "deletes names",
    ast.TryStar: "has groups of exceptions",
    ast.AsyncWith: "has an asynchronous context",
    ast.AsyncFor: "has an asynchronous loop",
}
# The small interpreter turns these into lists at once: an endless one never finishes, and consumed
# items reappear.
_SERIES = frozenset(("map", "filter", "zip", "enumerate"))
_ENDLESS = frozenset(("count", "cycle", "repeat"))


@dataclass(frozen=True, slots=True)
class Needs:
    """The reasons why code needs full Python, each worded to follow "The code".

    ``full`` is set if the code requires full Python, and ``better`` if it merely benefits from it;
    otherwise, they are "".
    """

    full: str = ""
    better: str = ""


def needs_of(tree: ast.Module) -> Needs:
    """Determine from a syntax tree why the code requires or would benefit from full Python."""
    better = ""
    series = endless = False
    for node in ast.walk(tree):
        full = next(_full(node), "")
        if full:
            return Needs(full=full)
        series = series or _is_series(node)
        endless = endless or (
            isinstance(node, ast.Name | ast.Attribute) and _name(node) in _ENDLESS
        )
        better = better or _better(node)
    if series and endless:
        better = better or "goes through a series without an end"
    return Needs(better=better)


def _full(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (_import(alias.name) for alias in node.names if _foreign(alias.name))
    elif isinstance(node, ast.ImportFrom):
        if _foreign(node.module or ""):
            yield _import(node.module or "")
        if any(alias.name == "*" for alias in node.names):
            yield "imports all names of a module"
    elif isinstance(node, ast.ClassDef):
        if node.bases or node.keywords:
            yield "has a class that inherits"
        if any(getattr(part, "decorator_list", ()) for part in node.body):
            yield "has decorated methods"
    elif type(node) in _SYNTAX:
        yield _SYNTAX[type(node)]


def _better(node: ast.AST) -> str:
    if isinstance(node, ast.Assign | ast.NamedExpr | ast.AnnAssign):
        return "keeps a series" if node.value is not None and _is_series(node.value) else ""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        return ""
    if node.func.id == "round" and len(node.args) + len(node.keywords) > 1:
        return "rounds to digits"  # the interpreter rounds 2.675 to 2.68, not 2.67
    if node.func.id == "next" and any(isinstance(each, ast.GeneratorExp) for each in node.args):
        return "takes the first of a series"
    return ""


def _is_series(node: ast.AST) -> bool:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id in _SERIES
    return isinstance(node, ast.GeneratorExp)


def _name(node: ast.Name | ast.Attribute) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr


def _foreign(module: str) -> bool:
    return module.partition(".")[0] not in _MODULES


def _import(module: str) -> str:
    name = module.partition(".")[0]
    kind = "" if name in sys.stdlib_module_names else "the package "
    return f"imports {kind}{name}"


# Errors that full Python may avoid: this interpreter lacks a feature, or differs in it.
_OFTEN_LACKING = frozenset(
    (
        "NotImplementedError", "SyntaxError", "ImportError", "ModuleNotFoundError",
        "AttributeError", "NameError", "TypeError", "ValueError", "PatternError",
    )
)  # fmt: skip
_GRACE_S = 1.0
_MOST_SUSPENSIONS = 10_000  # each wait is one, and takes no time
_SPARE = 64 * 1024 * 1024  # of address space, for the interpreter itself


def main(memory_mb: int, interpreter: str = "") -> None:
    """Serve requests to run code; if ``interpreter`` is "", pydantic-monty finds its own."""
    exit_with_parent()
    worker = _Worker(memory_mb, Path(interpreter) if interpreter else None)
    serve(memory_mb, worker.answer, load=worker.load)


class _Worker:
    def __init__(self, memory_mb: int, interpreter: Path | None) -> None:
        self._memory = memory_mb * 1024 * 1024
        self._interpreter = interpreter
        self._pool: Monty | None = None

    def load(self) -> None:
        from pydantic_monty import Monty

        with _memory_of_children(self._memory + _SPARE):
            # one process per piece of code: nothing is left behind for the next
            self._pool = Monty(
                binary_path=self._interpreter,
                min_processes=1,
                max_processes=2,
                max_checkouts_per_worker=1,
                feed_duration_limit_grace=_GRACE_S,
            ).__enter__()

    def answer(self, request: dict[str, Any], body: bytes) -> Reply:
        code = body.decode("utf-8")
        try:
            tree = ast.parse(code, NAME)
        except (SyntaxError, ValueError) as error:
            return _said("error", error="".join(traceback.format_exception_only(error)).rstrip())
        except (RecursionError, MemoryError):
            return _said("error", error="SyntaxError: the code is nested too deeply")
        needs = needs_of(tree)
        if needs.full or (needs.better and request["full_python"]):
            return _elsewhere(needs)
        if self._pool is None:
            return _elsewhere(Needs(full="cannot run in pydantic-monty, which is not installed"))
        return self._run(code, tree, request["timeout_s"])

    def _run(self, code: str, tree: ast.Module, timeout_s: float) -> Reply:
        from pydantic_monty import MontyError

        assert self._pool is not None
        marked = _mark_value(code, tree)
        limits: Any = {
            "max_feed_duration_secs": timeout_s,
            "max_memory": self._memory,
            "max_suspensions": _MOST_SUSPENSIONS,
        }
        try:
            with self._pool.checkout(limits=limits, os_policy={"sleep": "zero"}) as session:
                output = _Output(session.worker_pid)
                try:
                    value = session.feed_run(marked, print_callback=output.take)
                except MontyError as error:
                    return _ended_badly(error, code, tree, output)
        except MontyError as error:
            return _said("error", error=cut(str(error)))
        text = value if marked is not code and isinstance(value, str) else ""
        if output.full:
            return _said("output", output.text())
        return _said("ok", output.text(), value="" if text == "None" else cut(text))


class _Output:
    """An output buffer that kills the interpreter once the output exceeds its limit."""

    def __init__(self, pid: int | None) -> None:
        self._pid = pid
        self._pieces = list[str]()
        self._left = MOST_OUTPUT
        self.full = False

    def take(self, _stream: str, text: str) -> None:
        size = len(text.encode("utf-8", "replace"))
        if size > self._left:
            text = text[: self._left]
            self.full = True
        self._left -= min(size, self._left)
        self._pieces.append(text)
        if self.full and self._pid is not None:
            pid, self._pid = self._pid, None
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL)

    def text(self) -> str:
        return "".join(self._pieces)


def _mark_value(code: str, tree: ast.Module) -> str:
    """Wrap the last expression, so that the interpreter returns its repr."""
    last = tree.body[-1] if tree.body else None
    if not isinstance(last, ast.Expr) or last.end_lineno is None or last.end_col_offset is None:
        return code
    lines = [line.encode("utf-8") for line in _lines(code)]
    line = lines[last.end_lineno - 1]
    after = last.end_col_offset
    lines[last.end_lineno - 1] = line[:after] + f"))[:{2 * MOST_TEXT}]".encode() + line[after:]
    line, before = lines[last.lineno - 1], last.col_offset
    lines[last.lineno - 1] = line[:before] + b"repr((" + line[before:]
    marked = b"".join(lines).decode("utf-8")
    try:
        ast.parse(marked)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return code
    return marked


def _lines(code: str) -> list[str]:
    """Split code into lines as the parser does; `str.splitlines` recognizes more line endings."""
    return io.StringIO(code, newline="").readlines()


def _ended_badly(error: Any, code: str, tree: ast.Module, output: _Output) -> Reply:
    from pydantic_monty import MontyCrashedError, MontyRuntimeError, MontySyntaxError

    text = output.text()
    if output.full:
        return _said("output", text)
    if isinstance(error, MontyCrashedError):
        if error.timed_out:
            return _said("timeout", text)
        return _said("error", text, error="The code ended the interpreter, so there is no result.")
    if not isinstance(error, MontyRuntimeError | MontySyntaxError):
        return _said("error", text, error=cut(str(error)))
    raised, frames = error.exception(), error.traceback()
    said = error.display("type-msg")
    if isinstance(raised, TimeoutError) and not frames:
        return _said("timeout", text)
    told = cut(_traceback(frames, code, said))
    if isinstance(raised, MemoryError):
        # here, a generator expression is a list
        lazy = any(isinstance(node, ast.GeneratorExp) for node in ast.walk(tree))
        return _said("memory", text, error=told, lacking=lazy)
    lacking = (
        said.partition(":")[0].rpartition(".")[2] in _OFTEN_LACKING or "Internal error" in said
    )
    return _said("error", text, error=told, lacking=lacking)


def _traceback(frames: Any, code: str, said: str) -> str:
    if not frames:
        return said
    lines = _lines(code)
    summaries = [
        traceback.FrameSummary(
            NAME,
            frame.line,
            frame.function_name or "<module>",
            lookup_line=False,
            line=lines[frame.line - 1] if 0 < frame.line <= len(lines) else "",
        )
        for frame in frames
    ]
    told = traceback.StackSummary.from_list(summaries).format()
    return "".join(["Traceback (most recent call last):\n", *told, said])


def _said(
    status: str, output: str = "", *, value: str = "", error: str = "", lacking: bool = False
) -> Reply:
    head = {"status": status, "value": value, "error": error, "lacking": lacking}
    return Reply(head, [output.encode("utf-8", "replace")])


def _elsewhere(needs: Needs) -> Reply:
    return Reply({"status": "elsewhere", "why": needs.full or needs.better})


@contextlib.contextmanager
def _memory_of_children(most: int) -> Any:
    """Limit the address space of processes started in the ``with`` block (not on Windows)."""
    if sys.platform == "win32":
        yield
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    with contextlib.suppress(ValueError, OSError):  # macOS refuses it
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    try:
        yield
    finally:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:])
