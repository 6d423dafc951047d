from dataclasses import replace

from desktop_agent.bench.datasets import Item, SupportingFact
from desktop_agent.bench.scoring import RetrievedPassages, Support
from desktop_agent.core.errors import StorageError
from desktop_agent.core.events import AnswerGiven, EvidenceFound, PageRead
from desktop_agent.core.research import CitationCheck, Claim, QuotedPassage, Source

ITEM = Item(
    "1",
    "q",
    "a",
    "span",
    facts=(
        SupportingFact("Alû", "An Alû is a demon."),
        SupportingFact("Lilu (mythology)", "A lilu is a masculine word for a spirit."),
        SupportingFact("Lilu (mythology)", ""),
    ),
)


def no_pages(name: str) -> str:
    raise StorageError(f"there is no {name}")


def page(title: str, url: str, snapshot: str = "") -> PageRead:
    return PageRead(url=url, final_url=url, title=title, chars=1, snapshot=snapshot)


def test_a_run_that_looked_nowhere_found_nothing():
    retrieved = RetrievedPassages()
    assert not retrieved.anything
    assert retrieved.support(ITEM, no_pages) == Support(2, 0, 2, 0)


def test_an_article_is_found_by_the_title_or_the_address_of_its_page():
    for read in (
        page("Lilu (mythology) - Wikipedia", "https://example.org/x"),
        page("", "https://en.example.org/wiki/Lilu_%28mythology%29"),
    ):
        retrieved = RetrievedPassages()
        retrieved.take(read)
        assert retrieved.support(ITEM, no_pages).articles_found == 1
    other = RetrievedPassages()
    other.take(page("Lilu", "https://example.org/wiki/Lilu"))
    assert other.support(ITEM, no_pages).articles_found == 0


def test_a_sentence_is_found_in_a_page_that_was_read():
    retrieved = RetrievedPassages()
    retrieved.take(page("Demons", "https://example.org/", snapshot="s"))
    retrieved.take(page("Gone", "https://example.org/gone", snapshot="gone"))

    def text(name: str) -> str:
        return "They say: an **alû** is a demon, and so on." if name == "s" else no_pages(name)

    assert retrieved.support(ITEM, text) == Support(2, 0, 2, 1)


def test_a_sentence_is_found_in_what_was_quoted_and_an_article_in_what_was_cited():
    quoted = RetrievedPassages()
    passage = QuotedPassage(1, "A lilu is a masculine word for a spirit.")
    quoted.take(EvidenceFound(intent="", passages=(passage,)))
    assert quoted.support(ITEM, no_pages) == Support(2, 0, 2, 1)

    source = Source(1, "Alû", "https://example.org/a")
    unread = Source(2, "Lilu (mythology)", "https://example.org/b")
    check = CitationCheck(1, "supported", quote="An Alû is a demon.")
    claim = Claim("It is a demon.", citations=(1,), checks=(check,))
    given = AnswerGiven(text="a demon", sources=(source, unread), claims=(claim,))
    cited = RetrievedPassages()
    cited.take(given)
    assert cited.support(ITEM, no_pages) == Support(2, 1, 2, 1)
    without = RetrievedPassages()
    without.take(replace(given, claims=()))
    assert not without.anything
