import inspect
import re

import pytest

from desktop_agent.core import errors
from desktop_agent.core.errors import AgentError

TREE = [each for each in vars(errors).values() if inspect.isclass(each)]


@pytest.mark.parametrize("kind", TREE, ids=lambda kind: kind.__name__)
def test_every_error_can_be_told_to_a_person(kind: type[AgentError]):
    error = kind("It broke.", "Mend it.")
    assert (error.message, error.remedy, str(error)) == (
        "It broke.",
        "Mend it.",
        "It broke. Mend it.",
    )
    assert str(kind("It broke.")) == "It broke."
    assert isinstance(error, AgentError)


@pytest.mark.parametrize("kind", TREE[1:], ids=lambda kind: kind.__name__)
def test_the_tree_is_drawn_as_it_is(kind: type[AgentError]):
    drawing = errors.__doc__ or ""
    line = next(line for line in drawing.splitlines() if re.search(rf"── {kind.__name__}\b", line))
    depth = len(kind.__mro__) - len(AgentError.__mro__)
    assert line.index("──") == 4 * depth + 1
