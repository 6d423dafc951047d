"""A run that is played again looks as it did: some kinds here, all of them among the benchmarks."""

import random

from tests.ui.replay.kinds import studio
from tests.ui.replay.same_picture import Stand

SOME = ("verified, hostile", "slept")


async def test_runs_of_several_kinds_look_the_same_when_they_are_played_again(theme, home):
    faults = []
    with studio(home) as world:
        wanted = [case for case in world.cases if case.name in SOME]
        assert len(wanted) == len(SOME)
        stand = Stand(theme, world)
        try:
            for number, case in enumerate(wanted):
                if await stand.faults(case, random.Random(number), places=2):
                    # once in many runs of a busy machine; what is wrong is so twice
                    faults += await stand.faults(case, random.Random(number), places=2)
        finally:
            await stand.close()
    assert faults == []
