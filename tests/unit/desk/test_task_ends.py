"""How runs have ended is remembered for those who wait, and not for ever."""

import pytest

from desktop_agent.core.errors import AgentError
from desktop_agent.core.runs import RunRecord
from desktop_agent.runs.manager import RunResults


def ended(number: int) -> RunRecord:
    return RunRecord(f"r{number}", "What?", "answered", "model", "2026-04-01", answer="That.")


async def test_of_very_many_ends_the_newest_are_remembered():
    ends = RunResults()
    for number in range(2_000):
        ends.began(f"r{number}")
        ends.ended(ended(number))
    assert (await ends.wait("r1999")).answer == "That."
    assert (await ends.wait("r1700")).answer == "That."
    with pytest.raises(AgentError, match="no background run"):
        await ends.wait("r0")
