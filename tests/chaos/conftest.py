"""`make chaos` runs each fault with twenty seeds; the ordinary suite runs none of them."""

from collections.abc import Iterator

import pytest

from tests.chaos.frame import Chaos
from tests.chaos.outside import Outside, open_outside
from tests.chaos.table import write_row
from tests.end2end.world import World, build_world

SEEDS = 20


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "fault(name, did): the row of the table of faults that a test belongs to"
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "chaos" in metafunc.fixturenames:
        seeds = [
            pytest.param(seed, marks=pytest.mark.benchmark, id=f"seed{seed}")
            for seed in range(SEEDS)
        ]
        metafunc.parametrize("chaos", seeds, indirect=True)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    report = yield
    if report.when == "call":
        item.stash[_FAILED] = report.failed
    return report


_FAILED = pytest.StashKey[bool]()


@pytest.fixture
def chaos(request, home, tmp_path) -> Iterator[Chaos]:
    """The fault of a test: its dice, its home, what was seen and what was lost."""
    mark = request.node.get_closest_marker("fault")
    assert mark is not None, "a test of chaos names its fault"
    name, did = mark.args
    faults = Chaos(name, request.param, home, tmp_path)
    yield faults
    write_row(faults.row(did, failed=request.node.stash.get(_FAILED, True)))
    faults.judge()


@pytest.fixture
def world(chaos) -> Iterator[World]:
    """A world without faults, whose model answers everything with one sentence."""
    with build_world(chaos.home, replies=lambda _request: "It is so.") as world:
        yield world


@pytest.fixture
def outside(chaos) -> Iterator[Outside]:
    """A world with pages, in which everything works until a fault is put into it."""
    with open_outside(chaos.home) as outside:
        yield outside
