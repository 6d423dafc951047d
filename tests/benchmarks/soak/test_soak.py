"""Two thousand questions, one after the other, at the window of the real program: nothing of them stays.

It is measured at rest: the questions are answered, an empty chat is shown, and what nobody holds was let
go. The databases grow by what is asked, and with them what SQLite keeps of their pages, up to a limit
(4 and 32 MiB): that is told as well. Each sample and what grew is printed; ``SOAK_QUESTIONS`` and ``SOAK_SEED`` change what is asked.
"""

import os
from pathlib import Path

import pytest

from tests.benchmarks.figures import record
from tests.benchmarks.soak.checks import ended_in_order, holds_no_more
from tests.benchmarks.soak.growth import growth, more_objects
from tests.benchmarks.soak.soaking import Soaked, soak

QUESTIONS = int(os.environ.get("SOAK_QUESTIONS", "2000"))
SEED = int(os.environ.get("SOAK_SEED", "7"))
EVERY = 50
MOST_PERCENT = 5.0
_WAIT_S = 3 * 3600

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(_WAIT_S + 300)]


def told(found: Soaked) -> str:
    """Gives the table of the samples, and the types that became more."""
    head = f"{'asked':>6} {'seconds':>8} {'RSS':>7} {'USS':>7} {'heap':>7} {'SQLite':>6} {'workers':>8}"
    lines = [
        f"{head} {'fds':>4} {'threads':>7} {'tasks':>5} {'widgets':>7} {'Qt':>6} {'objects':>8}"
    ]
    lines += [
        f"{each.asked:6} {each.seconds:8.1f} {each.rss:7.1f} {each.uss:7.1f} {each.heap:7.1f} "
        f"{each.database_cache:6.1f} {sum(each.workers.values()):8.1f} {each.descriptors:4} {sum(each.threads.values()):7} "
        f"{sum(each.tasks.values()):5} {each.shown:7} {each.qt:6} {sum(each.objects.values()):8}"
        for each in found.samples
    ]
    lines += [f"{name:60} {early:7} {late:7}" for name, early, late in more_objects(found.samples)]
    lines += [f"{name:40} {count:5}" for name, count in sorted(found.done.items())]
    return "\n".join(lines)


def test_two_thousand_questions_leave_nothing_behind(tmp_path: Path) -> None:
    found = soak(tmp_path, QUESTIONS, EVERY, SEED, _WAIT_S)
    print(f"\n{told(found)}")
    ended_in_order(found)
    asked = [each.asked for each in found.samples]
    whole = growth(asked, [each.rss for each in found.samples])
    memory = growth(asked, [each.rss - each.database_cache for each in found.samples])
    heap = growth(asked, [each.heap - each.database_cache for each in found.samples])
    seconds = found.samples[-1].seconds / QUESTIONS
    for name, grown in (("RSS", whole), ("without SQLite's", memory), ("heap", heap)):
        print(
            f"{name}: {grown.early:.1f} MiB in the second tenth, {grown.late:.1f} in the last: "
            f"{grown.percent:+.2f} %, {grown.a_thousand:+.2f} MiB in 1,000 questions"
        )
    print(f"{seconds:.2f} s a question")
    record("Soak: seconds a question", seconds, "s")
    record("Soak: memory, last tenth against second", whole.percent, "%", limit=MOST_PERCENT)
    record("Soak: memory without what SQLite keeps of its pages", memory.percent, "%")
    record("Soak: heap, last tenth against second", heap.percent, "%")
    holds_no_more(found.samples[len(found.samples) // 5], found.samples[-1])
    assert whole.percent < MOST_PERCENT
