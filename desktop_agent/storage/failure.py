"""What may be told of a failure: its kind and where in the code it was. Never its message.

The message of an exception may quote anything: a question, the line of a page, a path, a key. Even
our own errors name files and addresses, so no message is kept at all; errors of the system have their
name (``ENOSPC``) instead.
"""

import errno
import re
from collections.abc import Iterator
from types import TracebackType
from typing import NamedTuple

_MOST_FRAMES = 40
_MOST_KINDS = 12
_OURS = "desktop_agent/"
_ROOTS = ("desktop_agent", "site-packages", "dist-packages", "lib-dynload")
_PYTHON = r"python3\.\d+t?|Lib"


class Failure(NamedTuple):
    """``kinds`` from the error that was met to the one that began it.

    ``frames`` are those of the first of them that passed through this program.

    A frame is ``file:line function``, the outermost first.
    """

    kinds: tuple[str, ...]
    frames: tuple[str, ...]

    @property
    def what(self) -> str:
        """One line: the kind, and the innermost place in this program."""
        ours = [each for each in self.frames if each.startswith(_OURS)]
        place = (ours or list(self.frames) or [""])[-1]
        return f"{self.kinds[0]} at {place}" if place else self.kinds[0]

    @property
    def text(self) -> str:
        """All of it, in lines."""
        return "\n".join((*(f"caused by {k}" if i else k for i, k in enumerate(self.kinds)),
                          *(f"  {frame}" for frame in self.frames)))  # fmt: skip


def failure_of(error: BaseException) -> Failure:
    """Gives what may be told of an error."""
    chain = list(_chain(error))
    found = [_frames(each.__traceback__) for each in chain]
    ours = (each for each in found if any(frame.startswith(_OURS) for frame in each))
    frames = next(ours, next(filter(None, found), []))
    return Failure(tuple(map(_kind, chain)), tuple(frames))


def place_of(file: str) -> str:
    """Gives the path of a file of code from its package on; of any other only the name."""
    if file.startswith("<"):
        return file if re.fullmatch(r"<[\w. -]{1,60}>", file) else "<other>"
    parts = file.replace("\\", "/").split("/")
    for root in _ROOTS:
        if root in parts[:-1]:
            start = len(parts) - 1 - parts[::-1].index(root)
            return "/".join(parts[start + (root != "desktop_agent") :])
    for index in range(len(parts) - 2, -1, -1):
        if re.fullmatch(_PYTHON, parts[index]):
            return "/".join(parts[index + 1 :])
    return parts[-1]


def _chain(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    waiting: list[BaseException | None] = [error]
    while waiting and len(seen) < _MOST_KINDS:
        each = waiting.pop(0)
        if each is None or id(each) in seen:
            continue
        seen.add(id(each))
        yield each
        if isinstance(each, BaseExceptionGroup):
            waiting.extend(each.exceptions)
        waiting.append(each.__cause__ or (None if each.__suppress_context__ else each.__context__))


def _kind(error: BaseException) -> str:
    kind = type(error)
    name = (
        kind.__qualname__
        if kind.__module__ == "builtins"
        else f"{kind.__module__}.{kind.__qualname__}"
    )
    if isinstance(error, OSError) and error.errno is not None:
        name = f"{name} ({errno.errorcode.get(error.errno, error.errno)})"
    return name[:200]


def _frames(trace: TracebackType | None) -> list[str]:
    found = []
    while trace is not None:
        code = trace.tb_frame.f_code
        found.append(f"{place_of(code.co_filename)}:{trace.tb_lineno} {code.co_qualname}"[:300])
        trace = trace.tb_next
    return found[-_MOST_FRAMES:]
