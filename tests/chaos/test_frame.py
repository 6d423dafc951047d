"""The frame itself: what is saved is seen to be gone, and what is unclear is seen to be so."""

import pytest

from tests.chaos.saved import read_saved


@pytest.mark.fault("No fault at all", "the program is closed and opened again")
async def test_without_a_fault_all_that_was_saved_is_there(chaos, world):
    async with chaos.at_work(world, documents=True) as session:
        before = await read_saved(session)
    kinds = {name.split(" ")[0] for name in before}
    assert len(kinds) == 12, kinds
    assert "found" in {before[each] for each in before if each.startswith("passages")}
