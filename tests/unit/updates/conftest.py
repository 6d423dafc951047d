"""A place of updates on loopback, and a program that trusts it."""

from collections.abc import Iterator

import pytest

from tests.security.update_world import World, make_world
from tests.servers.update_repository import Served, UpdateRepository, serve_updates


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with serve_updates(UpdateRepository()) as server:
        yield server


@pytest.fixture
def world(served, tmp_path) -> World:
    return make_world(served, tmp_path)
