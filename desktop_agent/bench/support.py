"""How much of what an answer rests on was found: HotpotQA's supporting facts."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit

from desktop_agent.bench.item import Item
from desktop_agent.bench.normalising import as_hotpotqa
from desktop_agent.core.citations import citation_numbers
from desktop_agent.core.errors import AgentError
from desktop_agent.core.events import AnswerGiven, Event, EvidenceFound, PageRead


@dataclass(frozen=True, slots=True)
class Support:
    """Of the articles and sentences that an answer rests on, how many there are and were found."""

    articles: int
    articles_found: int
    sentences: int
    sentences_found: int


@dataclass(slots=True)
class Retrieved:
    """What a run read, quoted and cited, gathered from its events."""

    _names: set[str] = field(default_factory=set)
    _passages: list[str] = field(default_factory=list)
    _snapshots: set[str] = field(default_factory=set)

    @property
    def anything(self) -> bool:
        """False for a run that looked nowhere."""
        return bool(self._names or self._passages)

    def take(self, event: Event) -> None:
        """Notes what an event tells of."""
        match event:
            case PageRead():
                self._name(event.title, event.final_url)
                if event.snapshot:
                    self._snapshots.add(event.snapshot)
            case EvidenceFound():
                self._passages += [passage.text for passage in event.passages]
            case AnswerGiven():
                cited = set(citation_numbers(event.text))
                cited |= {number for claim in event.claims for number in claim.citations}
                for source in event.sources:
                    if source.number in cited:
                        self._name(source.title, source.url)
                for claim in event.claims:
                    self._passages += [check.quote for check in claim.checks]

    def support(self, item: Item, snapshot: Callable[[str], str]) -> Support:
        """Counts what was found; ``snapshot`` gives the stored text of a page. Reads files.

        An article counts where a page of its name was read or cited, a sentence where its words
        stand in one run in what was read or quoted.
        """
        titles = list(dict.fromkeys(fact.title for fact in item.facts))
        sentences = [words for fact in item.facts if (words := as_hotpotqa(fact.sentence))]
        texts = [f" {as_hotpotqa(text)} " for text in self._texts(snapshot)]
        return Support(
            articles=len(titles),
            articles_found=sum(_article(title) in self._names for title in titles),
            sentences=len(sentences),
            sentences_found=sum(_stands_in(each, texts) for each in sentences),
        )

    def _name(self, title: str, url: str) -> None:
        self._names.add(_article(title))
        self._names.add(_article(unquote(urlsplit(url).path.rpartition("/")[2])))
        self._names.discard("")

    def _texts(self, snapshot: Callable[[str], str]) -> Iterable[str]:
        yield from self._passages
        for name in self._snapshots:
            try:
                yield snapshot(name)
            except AgentError:  # a page that is gone was not found
                continue


def _article(title: str) -> str:
    """The name of an encyclopaedia's article, from the title or the address of its page."""
    name = title.replace("_", " ")
    for sign in (" - ", " \u2013 ", " \u2014 ", " | "):
        name = name.removesuffix(f"{sign}Wikipedia")
    return " ".join(name.casefold().split())


def _stands_in(words: str, texts: Sequence[str]) -> bool:
    return any(f" {words} " in text for text in texts)
