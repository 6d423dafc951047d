"""The step of a run that is being carried out here: parts of a run work side by side."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_current: ContextVar[str] = ContextVar("current_step", default="")


def current_step() -> str:
    """Gives the id of the step that this task, or the one that began it, works on; or ""."""
    return _current.get()


@contextmanager
def in_step(step_id: str) -> Iterator[None]:
    """Works on a step until the end of the block, in the tasks and threads that it begins too."""
    before = _current.set(step_id)
    try:
        yield
    finally:
        _current.reset(before)
