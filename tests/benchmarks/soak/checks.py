"""What must hold after the program was used, for a minute or for hours."""

from tests.benchmarks.soak.sample import Sample
from tests.benchmarks.soak.soaking import Soaked

_SPARE_DESCRIPTORS = 6
"""Connections that are kept open for the next request, more or fewer of them at a time."""
_SPARE_THREADS = 4
"""A pool makes a thread when none is idle, up to its most."""


def ended_in_order(found: Soaked) -> None:
    """The program has ended as it should, and all that it has written is whole."""
    assert not found.faults, "\n".join(found.faults)
    assert found.status == 0, found.said
    assert not found.processes_left, found.processes_left
    assert not found.temporary, found.temporary
    assert not found.left_over, found.left_over
    assert found.integrity
    assert set(found.integrity.values()) == {"ok"}, found.integrity
    assert found.runs
    assert not found.unfinished, found.unfinished
    assert not found.logged, "\n".join(found.logged)
    assert "Traceback" not in found.said, found.said


def holds_no_more(early: Sample, late: Sample) -> None:
    """At rest it has no more open, at work and on the disk than it had when all was warm."""
    assert late.descriptors <= early.descriptors + _SPARE_DESCRIPTORS, (early.fds, late.fds)
    files = {name for name in late.fds if name.startswith("/")}
    assert all(late.fds[name] <= max(early.fds.get(name, 0), 4) for name in files), late.fds
    threads = sum(late.threads.values()), sum(early.threads.values())
    assert threads[0] <= threads[1] + _SPARE_THREADS, (early.threads, late.threads)
    assert sum(late.tasks.values()) <= sum(early.tasks.values()), (early.tasks, late.tasks)
    assert len(late.workers) <= len(early.workers) + 1, (early.workers, late.workers)
    assert not late.temporary, late.temporary
