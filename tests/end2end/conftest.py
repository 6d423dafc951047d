from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.end2end.world import MakeWorld, build_world


@pytest.fixture
def make_world(home: Path) -> Iterator[MakeWorld]:
    """Makes worlds that end with the test."""
    with ExitStack() as stack:
        yield lambda **kw: stack.enter_context(build_world(home, **kw))
