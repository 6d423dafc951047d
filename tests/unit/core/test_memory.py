"""Too little memory is told as that, and nothing else is."""

import errno

import pytest

from desktop_agent.core.errors import OUT_OF_MEMORY, describe_unexpected


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        OSError(errno.ENOMEM, "Cannot allocate memory"),
        RuntimeError("can't start new thread"),
        ImportError("a.so: failed to map segment from shared object"),
        SystemError("<built-in function f> returned NULL without setting an exception"),
    ],
)
def test_too_little_memory_is_told_as_that(error: Exception) -> None:
    assert describe_unexpected(error)[0] == OUT_OF_MEMORY


@pytest.mark.parametrize(
    "error",
    [
        ValueError(),
        RuntimeError("x"),
        OSError(errno.ENOSPC, "x"),
        ImportError("No module named 'x'"),
        SystemError("x"),
    ],
)
def test_any_other_error_is_named(error: Exception) -> None:
    assert type(error).__name__ in describe_unexpected(error)[0]
