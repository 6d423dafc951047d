"""What reading a page costs, and how that grows with its size, beside what a library takes.

Figures are of processor time, in the same run. Ours grows with the size until a page has
`blocks.MOST_BLOCKS` blocks or `html_tree.MAX_ELEMENTS` elements: of a page with more blocks the
part that it marks itself is taken, and one with more elements is cut, so that what lies beyond
costs little more than parsing it. These pages are of that size from 400 kB (tables) to 4 MB
(articles) on, so that the growth up to 400 kB is told beside that up to 5 MB.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.benchmarks.figures import record
from tests.benchmarks.reader.cost import KINDS, MOST_S, SIZES

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(1800)]

GROWTH = (400_000, 5_000_000)
_USUAL = 100_000
_ROOT = Path(__file__).parents[3]
_WAIT_S = 8 * MOST_S  # for all sizes; the machine may be busy


def measured(library: str, kind: str) -> dict[int, float]:
    """Gives seconds of processor time by size; sizes that took too long are missing."""
    command = [sys.executable, "-m", "tests.benchmarks.reader.cost", library, kind]
    try:
        # a library that crashes has figures as well: those until then
        done = subprocess.run(
            command, check=False, cwd=_ROOT, stdout=subprocess.PIPE, timeout=_WAIT_S
        )
        lines = done.stdout
    except subprocess.TimeoutExpired as expired:
        lines = expired.stdout or b""
    return dict(json.loads(line) for line in lines.splitlines())


@pytest.mark.parametrize("kind", KINDS)
def test_reading_takes_time_in_proportion_to_the_size(kind):
    ours, rival = measured("ours", kind), measured("trafilatura", kind).get(_USUAL)
    assert set(ours) == set(SIZES), "a page took more than 20 s"
    baseline = None if rival is None else rival * 1000
    record(f"Reading a page of 100 kB, {kind}", ours[_USUAL] * 1000, "ms CPU", baseline=baseline)
    for size in GROWTH:
        assert ours[size] / size <= 2 * ours[_USUAL] / _USUAL, ours
