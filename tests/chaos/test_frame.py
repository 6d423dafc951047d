"""The frame itself: what is saved is seen to be gone, and what is unclear is seen to be so."""

import pytest

from tests.chaos.clear_words import unclear
from tests.chaos.frame import Chaos
from tests.chaos.saved import lost, read_saved
from tests.end2end.world import World


@pytest.mark.fault("No fault at all", "the program is closed and opened again")
async def test_without_a_fault_all_that_was_saved_is_there(chaos: Chaos, world: World):
    async with chaos.at_work(world, documents=True) as session:
        before = await read_saved(session)
    kinds = {name.split(" ")[0] for name in before}
    assert len(kinds) == 12, kinds
    assert "found" in {before[each] for each in before if each.startswith("passages")}


async def test_what_is_gone_or_changed_is_named():
    assert lost({"a": "1", "b": "2", "c": "3"}, {"a": "1", "b": "9"}) == ["b: changed", "c: gone"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ConnectError: nobody",
        "It failed: [Errno 28] No space left on device.",
        "something failed",
        "Something went wrong inside: KeyError.",
        "Traceback (most recent call last):",
        "The value is None.",
    ],
)
def test_what_only_a_programmer_can_read_is_unclear(text: str):
    assert unclear(text)


def test_a_sentence_is_clear():
    assert not unclear("Ollama does not answer at http://127.0.0.1:11434.")
