"""Run a program in full Python and report how it ended.

The request is read from standard input as JSON. Whatever the code prints goes to standard output
immediately. The last line of standard error is a record of how the code ended. Readers must assume
that the code itself may have written to both streams.
"""

import ast
import builtins
import contextlib
import io
import json
import linecache
import os
import sys
import traceback
import types
from typing import Any, NoReturn

NAME = "code.py"
"""The file name of the code in tracebacks."""

_COROUTINE = 0x80  # `inspect.CO_COROUTINE`
_MOST_RECORD = 16 * 1024  # characters of a value, and of an error


def main() -> NoReturn:
    """Read the request, lock down this process if requested, run the code and exit."""
    request = json.loads(sys.stdin.buffer.read())
    sys.stdin = io.StringIO()
    if request["lock_down"]:
        from desktop_agent.tools.sandbox.jail.lockdown import lock_down

        lock_down(request["memory_bytes"], request["cpu_s"], request["system_calls"])
    out = io.TextIOWrapper(
        io.BufferedWriter(_Output(request["most_output"])),
        encoding="utf-8",
        errors="backslashreplace",
        line_buffering=True,
    )
    sys.stdout = sys.stderr = out
    sys.set_int_max_str_digits(0)  # the time limit is enough
    vars(builtins).update(exit=sys.exit, quit=sys.exit)  # as in an interactive session
    record = _record_of(request["code"])
    with contextlib.suppress(Exception):  # the code may have replaced it
        out.flush()
    end(record)


def end(record: dict[str, str]) -> NoReturn:
    """Write the record and end the process, including all its threads."""
    line = b"\n" + json.dumps(record).encode("ascii")
    while line:
        line = line[os.write(2, line) :]
    os._exit(0)


def _record_of(code: str) -> dict[str, str]:
    try:
        return {"status": "ok", "value": _cut(_run(code))}
    except SystemExit as leaving:
        if leaving.code in (None, 0):
            return {"status": "ok"}
        return {"status": "error", "error": f"SystemExit: {_cut(str(leaving.code))}"}
    except MemoryError as error:
        return {"status": "memory", "error": _traceback(error)}
    except BaseException as error:  # noqa: BLE001 - whatever the code raises is reported
        return {"status": "error", "error": _traceback(error)}


def _run(code: str) -> str:
    """Run the code as ``__main__``; return the repr of a final expression, or ""."""
    linecache.cache[NAME] = (len(code), None, code.splitlines(keepends=True), NAME)
    module = types.ModuleType("__main__")
    sys.modules["__main__"] = module
    try:
        tree = ast.parse(code, NAME)
    except (MemoryError, RecursionError):
        raise SyntaxError("the code is nested too deeply") from None
    last = tree.body[-1] if tree.body else None
    if not isinstance(last, ast.Expr):
        _execute(tree, module)
        return ""
    tree.body.pop()
    _execute(tree, module)
    value = _execute(ast.Expression(last.value), module)
    return "" if value is None else repr(value)


def _execute(tree: ast.Module | ast.Expression, module: types.ModuleType) -> Any:
    mode = "eval" if isinstance(tree, ast.Expression) else "exec"
    compiled = compile(tree, NAME, mode, ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
    value = eval(compiled, module.__dict__)  # noqa: S307 - the process is isolated for this
    if compiled.co_flags & _COROUTINE:
        import asyncio  # imported only here, because it is slow to load

        return asyncio.run(value)
    return value


def _traceback(error: BaseException) -> str:
    try:
        trace = error.__traceback__
        while trace is not None and trace.tb_frame.f_code.co_filename != NAME:
            trace = trace.tb_next
        told = traceback.TracebackException(type(error), error, trace, compact=True).format()
        return _cut("".join(told).rstrip())
    except BaseException:  # noqa: BLE001 - formatting calls methods of the code
        return str(type.__dict__["__name__"].__get__(type(error)))


def _cut(text: str) -> str:
    text = str.__getitem__(text, slice(None))  # a subclass could fake its length
    if len(text) <= _MOST_RECORD:
        return text
    half = _MOST_RECORD // 2
    return f"{text[:half]}\n… ({len(text) - 2 * half:,} characters left out) …\n{text[-half:]}"


class _Output(io.RawIOBase):
    """Standard output that ends the process once the output exceeds its limit."""

    def __init__(self, most: int) -> None:
        self._left = most

    def writable(self) -> bool:
        return True

    def write(self, data: Any, /) -> int:
        taken = bytes(memoryview(data)[: self._left])
        size = len(taken)
        self._left -= size
        while taken:
            taken = taken[os.write(1, taken) :]
        if len(data) > size:
            end({"status": "output"})
        return len(data)
