"""How long an indexing will take."""

from desktop_agent.knowledge.ingest.progress import Pace
from tests.unit.web.search.searching import Clock


def test_a_pace_is_told_once_it_is_known_and_follows_what_was_done_of_late():
    clock = Clock()
    pace = Pace(clock)
    assert pace.seconds_for(10) is None
    assert pace.seconds_for(0) == 0
    clock.now += 1
    pace.add(100)
    assert pace.seconds_for(100) is None
    clock.now += 1
    pace.add(100)
    assert pace.seconds_for(300) == 3
    for _ in range(40):
        clock.now += 1
        pace.add(10)
    assert 9 <= pace.seconds_for(100) <= 11
