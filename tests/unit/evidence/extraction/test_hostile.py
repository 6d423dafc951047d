import time

import pytest

from desktop_agent.evidence.extraction.mentions import find_mentions
from desktop_agent.evidence.records import Document, Intent, Reading
from tests.unit.evidence.extraction.seeing import TODAY

READINGS = [
    Reading("q", Intent.LATEST_ALBUM, "Adele"),
    Reading("q", Intent.PERFORMER, "Hello"),
    Reading("q", Intent.TITLE_HOLDER, "CEO of Nvidia", "CEO"),
    Reading("q", Intent.LATEST_VERSION, "Python"),
    Reading("q", Intent.EVENT_DATE, "Marie Curie", "born"),
]
SIZE = 25_000
PLAIN = ["a", "(", "1", "A ", "1."]
AIMED = [
    "Adele's latest album ", '"Hello" is a song by ', "Nvidia CEO ",
    "latest version of Python ", "Python 3.1 ", "Marie Curie born ", "2024-01-01 ", "|a\n",
    "[a](b) ", "is the ",
]  # fmt: skip


def everywhere(text: str) -> list[Document]:
    url = "https://a.com"
    return [
        Document(1, url, "Adele, Hello, Nvidia, Python, Marie Curie", text=text),
        Document(2, url, "Title", snippet=text),
        Document(3, url, text),
    ]


@pytest.mark.parametrize("reading", READINGS, ids=lambda reading: reading.intent.value)
@pytest.mark.parametrize("piece", [*PLAIN, *AIMED], ids=repr)
def test_a_long_or_hostile_text_takes_a_bounded_time(piece, reading):
    documents = everywhere(piece * (SIZE // len(piece)))
    began = time.process_time()
    find_mentions(reading, documents, TODAY)
    assert time.process_time() - began < (1 if piece in AIMED else 0.3)
