import errno
import inspect
import re

import pytest

from desktop_agent.core import errors
from desktop_agent.core.errors import OUT_OF_MEMORY, AgentError, describe_unexpected

TREE = [each for each in vars(errors).values() if inspect.isclass(each)]


@pytest.mark.parametrize("kind", TREE, ids=lambda kind: kind.__name__)
def test_every_error_can_be_told_to_a_person(kind):
    error = kind("It broke.", "Mend it.")
    assert isinstance(error, AgentError)
    assert (error.message, error.remedy) == ("It broke.", "Mend it.")
    assert (str(error), str(kind("It broke."))) == ("It broke. Mend it.", "It broke.")


@pytest.mark.parametrize("kind", TREE[1:], ids=lambda kind: kind.__name__)
def test_the_tree_is_drawn_as_it_is(kind):
    drawing = errors.__doc__ or ""
    line = next(line for line in drawing.splitlines() if re.search(rf"── {kind.__name__}\b", line))
    depth = len(kind.__mro__) - len(AgentError.__mro__)
    assert line.index("──") == 4 * depth + 1


@pytest.mark.parametrize(
    ("error", "of_memory"),
    [
        (MemoryError(), True),
        (OSError(errno.ENOMEM, "Cannot allocate memory"), True),
        (RuntimeError("can't start new thread"), True),
        (ImportError("a.so: failed to map segment from shared object"), True),
        (SystemError("<built-in function f> returned NULL without setting an exception"), True),
        (OSError(errno.ENOSPC, "x"), False),
    ],
)
def test_too_little_memory_is_told_as_that_and_any_other_error_is_named(error, of_memory):
    told = describe_unexpected(error)[0]
    assert told == OUT_OF_MEMORY if of_memory else type(error).__name__ in told
