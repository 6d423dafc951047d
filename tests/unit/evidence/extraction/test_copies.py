import pytest

from desktop_agent.evidence.records import EXTRACTED_AT, Intent
from tests.unit.evidence.extraction.seeing import extract, page

SAID = "The song Glass Ferries in the new airline film is performed by Mona Tern, viewers have found out."
MORE = (
    " People wrote to the broadcaster all night after the clip was shown for the first time on Thursday. "
    "It shows a boy who sends small boats over a lake, and has been called the best of the year by many."
)


def sure(*texts: str, sites: tuple[str, ...] = ("a.example", "b.example", "c.example")) -> float:
    pages = [
        page(f"{n} things about the film", url=f"https://{site}/x", text=text)
        for n, (site, text) in enumerate(zip(sites, texts, strict=False))
    ]
    return extract(Intent.PERFORMER, "Glass Ferries", *pages).confidence


@pytest.mark.parametrize(
    "texts",
    [
        (SAID + MORE, f"Advertisement\n\n{SAID}{MORE}\n\nYou may also like cats.", f"{SAID}\n\nHelpful?"),
        (SAID, SAID.replace("new airline film", "latest airline film"), SAID.replace(", viewers", ". Viewers")),
        (SAID + MORE, "Ads " * 200 + f"\n\n{SAID}{MORE}", SAID),
    ],
)  # fmt: skip
def test_one_text_on_unknown_sites_is_not_enough(texts: tuple[str, ...]):
    assert sure(*texts) < EXTRACTED_AT


def test_words_of_their_own_are_voices_of_their_own():
    texts = (SAID, '"Glass Ferries" is a song by Mona Tern.')
    assert sure(*texts) >= EXTRACTED_AT
