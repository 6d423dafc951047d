"""Score answers by each benchmark's own rules."""

import re
import string
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit

from desktop_agent.agents.answers.quantities import final_number, same_value
from desktop_agent.bench.datasets import Item
from desktop_agent.core.citations import citation_numbers
from desktop_agent.core.errors import AgentError
from desktop_agent.core.events import AnswerGiven, Event, EvidenceFound, PageRead
from desktop_agent.evidence.text.wordings import Patterns

# --- Abstentions: an answer that says it does not know is not wrong

_LONGEST = 400
_PATTERNS = Patterns("abstentions")


def is_abstention(answer: str) -> bool:
    """Return whether an answer is empty or only says, briefly, that it does not know."""
    told = " ".join(answer.replace("\u2019", "'").split())
    return not told or (len(told) <= _LONGEST and _PATTERNS.abstention.match(told) is not None)


# --- Normalization, by HotpotQA's rule and by ours

_ARTICLES = re.compile(r"\b(a|an|the)\b")
_PUNCTUATION = frozenset(string.punctuation)
_LABEL = re.compile(
    r"^\W*(?:(?:the|my) )?(?:final |correct |short )?answer(?:\s+is|\s*[:=])\s*", re.IGNORECASE
)
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_NOT_WORDS = re.compile(r"(?<!\d)\.|\.(?!\d)|(?<=\w)-|-(?!\d)|[^\w.-]|_")
_DECIMAL_ZEROS = re.compile(r"\b(\d+)\.0+\b")
_ORDINAL = re.compile(r"\b(\d+)(?:st|nd|rd|th)\b")
_MONTHS = """january february march april may june july august september october november
december"""
_CHOICE = re.compile(
    r"^\W*(?:(?:option|choice)\s+)?([a-z])(?:[).:,*]|\s*$|\s+(?=\W|because\b|since\b|as\b))",
    re.IGNORECASE,
)
_FORMULA = re.compile(r"[=+^<>\\|\u00b1\u00d7\u00f7\u2200-\u22ff]")
_UNSEEN = re.compile(r"\s+|\$|\\[()\[\]]")

_ONE_WORD = frozenset({"yes", "no", "noanswer"})


def normalize_hotpotqa(text: str) -> str:
    """Convert text to lower case and remove ASCII punctuation, articles and extra spaces.

    Source: ``normalize_answer`` in HotpotQA's evaluation script, which follows SQuAD (P. Rajpurkar
    et al., 2016).
    """
    bare = "".join(sign for sign in text.lower() if sign not in _PUNCTUATION)
    return " ".join(_ARTICLES.sub(" ", bare).split())


def span_f1(prediction: str, gold: str) -> float:
    """Return the word-level F1 score by HotpotQA's rules; "yes" and "no" must match exactly."""
    one, other = normalize_hotpotqa(prediction), normalize_hotpotqa(gold)
    if one != other and (one in _ONE_WORD or other in _ONE_WORD):
        return 0.0
    said, wanted = one.split(), other.split()
    same = sum((Counter(said) & Counter(wanted)).values())
    if not same:
        return 0.0
    precision, recall = same / len(said), same / len(wanted)
    return 2 * precision * recall / (precision + recall)


def fold_words(text: str) -> str:
    """Fold text so that spelling variants compare equal.

    This ignores case, accents, English articles, thousands separators, punctuation other than
    decimal points and minus signs, the zero in ``5.0``, and the ending of ``5th``.
    """
    folded = unicodedata.normalize("NFKD", text.casefold())
    folded = "".join(sign for sign in folded if not unicodedata.combining(sign))
    folded = _NOT_WORDS.sub(" ", _THOUSANDS.sub("", folded.replace("\u2212", "-")))
    folded = _ORDINAL.sub(r"\1", _DECIMAL_ZEROS.sub(r"\1", folded))
    return " ".join(_ARTICLES.sub(" ", folded).split())


def normalize_words(text: str) -> str:
    """Fold a short answer, ignoring a leading "The answer is" and the order of a date's parts."""
    words = fold_words(_LABEL.sub("", text)).split()
    months = set(_MONTHS.split())
    is_date = not months.isdisjoint(words) and all(
        word in months or word.isdigit() for word in words
    )
    return " ".join(sorted(words) if is_date else words)


def same_answer(one: str, other: str) -> bool:
    """Return whether two short answers are equivalent; formulas may differ in spacing."""
    if _FORMULA.search(one) or _FORMULA.search(other):
        return _formula(one) == _formula(other)
    words = normalize_words(one), normalize_words(other)
    # texts without any words are compared unchanged
    return words[0] == words[1] if all(words) else one.strip() == other.strip()


def _formula(text: str) -> str:
    text = unicodedata.normalize("NFKC", _LABEL.sub("", text)).replace("\u2212", "-")
    return _UNSEEN.sub("", text).strip("*_\"'.`")


def chosen_letter(text: str) -> str:
    """Return the letter of a choice such as ``(B)`` or ``B. text``, or ""."""
    match = _CHOICE.match(_LABEL.sub("", text))
    return match[1].upper() if match else ""


LONGEST = 20_000
"""Maximum number of characters examined in an answer; a bare answer is far shorter."""

RULES = {
    "gsm8k": "equal final numbers",
    "hotpotqa": "exact match by HotpotQA's rule",
    "simpleqa": "equal words",
    "hle": "equal words or letters",
}
"""The scoring rule of each benchmark without a judge."""


@dataclass(frozen=True, slots=True)
class Score:
    """The score of an answer, with ``f1`` in [0, 1]; an ``abstained`` answer is never correct."""

    correct: bool
    f1: float
    abstained: bool = False


def score(item: Item, answer: str) -> Score:
    """Score an answer against the gold answer by the rules for the item's kind."""
    answer = answer[:LONGEST]
    correct, f1 = _compared(item, answer)
    return Score(correct, f1, abstained=not correct and is_abstention(answer))


def _compared(item: Item, answer: str) -> tuple[bool, float]:
    match item.kind:
        case "number":
            correct = same_value(final_number(answer), item.gold) is True
            return correct, float(correct)
        case "span":
            return normalize_hotpotqa(answer) == normalize_hotpotqa(item.gold), span_f1(
                answer, item.gold
            )
        case "choice":
            correct = chosen_letter(answer) == item.gold.upper()
            return correct, float(correct)
        case "text":
            correct = same_answer(answer, item.gold)
            shared = span_f1(normalize_words(answer), normalize_words(item.gold))
            return correct, max(shared, float(correct))


# --- Supporting facts found (HotpotQA)


@dataclass(frozen=True, slots=True)
class Support:
    """The numbers of an item's supporting articles and sentences, and how many were found."""

    articles: int
    articles_found: int
    sentences: int
    sentences_found: int


@dataclass(slots=True)
class RetrievedPassages:
    """The pages and passages that a run read, quoted or cited, collected from its events."""

    _names: set[str] = field(default_factory=set)
    _passages: list[str] = field(default_factory=list)
    _snapshots: set[str] = field(default_factory=set)

    @property
    def anything(self) -> bool:
        return bool(self._names or self._passages)

    def take(self, event: Event) -> None:
        match event:
            case PageRead():
                self._name(event.title, event.final_url)
                if event.snapshot:
                    self._snapshots.add(event.snapshot)
            case EvidenceFound(preliminary=False):
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
        """Count the supporting facts found; ``snapshot`` returns the stored text of a page.

        An article counts if a page with its name was read or cited. A sentence counts if its words
        occur consecutively in text that was read or quoted.
        """
        titles = list(dict.fromkeys(fact.title for fact in item.facts))
        sentences = [words for fact in item.facts if (words := normalize_hotpotqa(fact.sentence))]
        texts = [f" {normalize_hotpotqa(text)} " for text in self._texts(snapshot)]
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
            except AgentError:  # a deleted page does not count
                continue


def _article(title: str) -> str:
    """Normalize an encyclopedia article's title, without the site name."""
    name = title.replace("_", " ")
    for sign in (" - ", " \u2013 ", " \u2014 ", " | "):
        name = name.removesuffix(f"{sign}Wikipedia")
    return " ".join(name.casefold().split())


def _stands_in(words: str, texts: Sequence[str]) -> bool:
    return any(f" {words} " in text for text in texts)
