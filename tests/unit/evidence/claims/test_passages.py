import time

import pytest

from desktop_agent.evidence.claims.index import SourceIndex
from desktop_agent.evidence.claims.values import values
from desktop_agent.evidence.passages import passages_of
from desktop_agent.evidence.text.sentences import sentences

HOSTILE = [
    "a", "(", " ", "1", "](", "[1 ", "1,", "`", "-", "# ", "| a ", "one hundred ", "A ", "[", "\n",
]  # fmt: skip


@pytest.mark.parametrize("piece", HOSTILE)
def test_a_hostile_megabyte_takes_no_longer_than_any(piece: str) -> None:
    page = piece * (1_000_000 // len(piece))
    begun = time.process_time()
    passages_of(page, 1)
    cut = time.process_time() - begun
    begun = time.process_time()
    SourceIndex("", page)
    sentences(page)
    whole = time.process_time() - begun
    print(f"{piece!r}: passages {cut:.3f} s, index and sentences {whole:.3f} s")
    assert cut < 1.5
    assert whole < 1.5


@pytest.mark.parametrize("piece", HOSTILE)
def test_values_of_a_hostile_sentence_are_quick(piece: str) -> None:
    begun = time.process_time()
    values(piece * (2000 // len(piece)))
    assert time.process_time() - begun < 1.2
