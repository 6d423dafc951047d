"""Split pages into sentences and passages, and rank passages for a question."""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from desktop_agent.core.markdown import Block, blocks, path_of, plain
from desktop_agent.core.research import QuestionType
from desktop_agent.core.text import spans
from desktop_agent.evidence.records import Document, Passage, Reading
from desktop_agent.evidence.text.synonyms import concepts, members
from desktop_agent.evidence.text.word_forms import (
    folded_words,
    language_of,
    stem,
    stop_words,
    words,
)
from desktop_agent.evidence.text.wordings import Patterns, Words

_WORDS = Words("passages")
_PATTERNS = Patterns("passages")
_SYNONYMS = Words("text/synonyms")


MOST_UNITS = 20_000
"""Maximum number of units per page, to bound the work. A page of 2 MB has fewer sentences."""

_MOST_SENTENCES = 4
_MOST_CODE_LINES = 12
_ENOUGH = 500
_LONGEST = 1000
_MARKS = "*_`~\\"
_MORE = re.compile(r"\S")


@dataclass(frozen=True, slots=True)
class Unit:
    """A sentence, list item, table row or line of code, with its offsets in the page.

    ``number`` is the index of the block, which all sentences of a paragraph share.
    """

    start: int
    end: int
    block: Block
    number: int


def units_of(text: str, bare: str) -> Iterator[Unit]:
    """Yield the sentences, list items, rows and lines of code in a page, up to `MOST_UNITS`.

    Headings are skipped. ``bare`` is the text after `plain`.
    """
    return islice(_units(text, bare), MOST_UNITS)


def _units(text: str, bare: str, wanted: Callable[[str], object] | None = None) -> Iterator[Unit]:
    for number, block in enumerate(blocks(text)):
        if block.kind == "heading":
            continue
        if wanted is not None and not wanted(bare[block.start : block.end]):
            continue
        for start, end in _parts(text, bare, block):
            yield Unit(start, end, block, number)


def _parts(text: str, bare: str, block: Block) -> Iterator[tuple[int, int]]:
    if block.kind == "row":
        yield block.start, block.end
        return
    if block.kind == "code":
        found = _lines(text, block.start, block.end)
    else:
        found = _marked(text, block, spans(bare, block.start, block.end))
    for start, end in found:
        yield from _cut(bare, start, end) if end - start > _LONGEST else ((start, end),)


def _marked(
    text: str, block: Block, sentences: Iterable[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """Yield the sentences, extended by adjacent Markdown marks so that no ``**bold**`` is split."""
    before = block.start
    for start, end in sentences:
        begin, stop = start, end
        while begin > before and text[begin - 1] in _MARKS:
            begin -= 1
        while stop < block.end and text[stop] in _MARKS:
            stop += 1
        if stop < block.end and text[stop].isalnum():
            stop = end  # these marks belong to the next sentence
        yield begin, stop
        before = stop


def _cut(bare: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while end - start > _LONGEST:
        cut = _break(bare, start, start + _LONGEST)
        yield start, cut
        more = _MORE.search(bare, cut, end)
        start = more.start() if more else end
    if start < end:
        yield start, end


def _lines(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while start < end:
        stop = text.find("\n", start, end)
        stop = end if stop < 0 else stop
        line = text[start:stop]
        if line.strip():
            yield start + len(line) - len(line.lstrip()), start + len(line.rstrip())
        start = stop + 1


def _break(bare: str, start: int, end: int) -> int:
    """Return where to cut a span: at a line break or space in its second half, or at its end."""
    half = (start + end) // 2
    cut = max(bare.rfind("\n", half, end), half)
    cut = max(bare.rfind(" ", half, end), half) if cut == half else cut
    return end if cut == half else cut


def passages_of(
    text: str, source: int, wanted: Callable[[str], object] | None = None
) -> tuple[Passage, ...]:
    """Split the Markdown of a page into passages.

    A passage is one to four sentences, a list item, a table row, or some lines of code. Its text is
    ``text[passage.start:passage.end]`` and its heading is the joined result of `path_of`. If
    ``wanted`` is given, it is called with each block and can reject the block before it is split.
    """
    found: list[Passage] = []
    open_units: list[Unit] = []
    for unit in islice(_units(text, plain(text), wanted), MOST_UNITS):
        if open_units and not _belongs(open_units, unit):
            found.append(_passage(text, open_units, source))
            open_units = []
        open_units.append(unit)
    if open_units:
        found.append(_passage(text, open_units, source))
    return tuple(found)


def _belongs(open_units: list[Unit], unit: Unit) -> bool:
    most = _MOST_CODE_LINES if unit.block.kind == "code" else _MOST_SENTENCES
    same = open_units[-1].number == unit.number and len(open_units) < most
    return same and unit.end - open_units[0].start <= _ENOUGH


def _passage(text: str, units: list[Unit], source: int) -> Passage:
    start, end = units[0].start, units[-1].end
    return Passage(source, text[start:end], start, end, " > ".join(path_of(units[0].block)))


# --- Passage ranking: BM25, without a model
#
# Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), with
# ``k1`` = 1.2 and ``b`` = 0.75.

K1, B = 1.2, 0.75
MOST_PER_SOURCE = 2
COVERED = 0.5
"""Minimum share of a question's content words in a passage together with its context."""

_SAME = 0.8
_FITTING = 1.25
_UNREAD = 0.7
_IN_HEADING = 0.5
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_DIGIT = re.compile(r"\d")
_YEAR = re.compile(r"\b(?:1\d{3}|20\d{2})\b")
_NAME = re.compile(r"(?<=[\w,;] )[A-Z\u00c0-\u00de][\w'\u2019-]{1,40}")


@dataclass(frozen=True, slots=True)
class _Query:
    """The stems of a question's content words, with synonyms and a cheap pre-check.

    ``known`` maps these stems, and those of synonyms from the thesaurus (``elevation`` for
    ``high``), to stems of the question.
    """

    stems: tuple[str, ...]
    known: Mapping[str, str]
    language: str
    near: re.Pattern[str]

    def found(self, text: str) -> dict[str, int]:
        counts: dict[str, int] = {}
        if not self.near.search(text):
            return counts
        starts = {word[:2] for word in self.known}
        for word in folded_words(text):
            if word[:2] in starts:
                key = self.known.get(stem(word, self.language))
                if key is not None:
                    counts[key] = counts.get(key, 0) + 1
        return counts


@dataclass(frozen=True, slots=True)
class _Counted:
    """A passage with counts of the question's words in it (``own``) and those in its context."""

    passage: Passage
    words: int
    own: Mapping[str, int]
    above: frozenset[str]


def best_passages(
    reading: Reading,
    documents: Sequence[Document],
    count: int = 6,
    weights: Mapping[int, float] | None = None,
) -> tuple[Passage, ...]:
    """Return the passages that best answer a general question, at most two per source.

    Passages are taken from the text of pages that were read, and otherwise from snippets.
    ``weights`` maps source numbers to score factors, which default to 1. Near-duplicates and
    passages with fewer than half of the question's content words are dropped. An empty result means
    that none of the documents addresses the question.
    """
    asked = _query(reading.text)
    if not asked.stems:
        return ()
    # all names in the question; German capitalises every noun
    names = [] if asked.language == "de" else _NAME.findall(reading.text)
    about = frozenset(asked.found(" ".join([reading.entity, *names])))
    pool = [
        _counted(asked, passage, document.title)
        for document in documents
        for passage in _passages(asked, document)
    ]
    characters = sum(len(document.text or document.snippet) for document in documents)
    scored = _scored(
        [c for c in pool if _speaks(asked, about, c) and _counts(asked, reading, c)],
        max(len(pool), characters // 300),
        pool,
    )
    counts = weights or {}
    fitting = sorted(
        (replace(p, score=p.score * _fit(reading, p) * counts.get(p.source, 1.0)) for p in scored),
        key=lambda passage: -passage.score,
    )
    return _different(fitting, count)


def _query(text: str) -> _Query:
    language = language_of(text) or "en"
    stop = stop_words(language) | _SYNONYMS.light | _WORDS.asking
    found = [word.folded for word in words(text) if word.acronym or word.folded not in stop]
    known: dict[str, str] = {}
    for word in found:
        own = stem(word, language)
        known[own] = own
        for other in members(language).get(concepts(language).get(word, ""), ()):
            known.setdefault(stem(other, language), own)
    stems = tuple(dict.fromkeys(known.values()))
    starts = "|".join(dict.fromkeys(map(_start, known))) or "(?!)"
    return _Query(stems, known, language, re.compile(starts, re.IGNORECASE))


def _start(word: str) -> str:
    """Return a pattern for a stem's first three letters; an ASCII stem must begin a word."""
    letters = "".join(_ANY_ACCENT.get(letter, re.escape(letter)) for letter in word[:3])
    return rf"(?<![^\W_]){letters}" if word.isascii() else letters


_ANY_ACCENT = {
    letter: f"[{letter}{accented}]"
    for letter, accented in {
        "a": "\u00e0-\u00e6\u0101", "c": "\u00e7\u0107\u010d", "e": "\u00e8-\u00eb\u0113", "i": "\u00ec-\u00ef",
        "l": "\u0142", "n": "\u00f1\u0144", "o": "\u00f2-\u00f8\u0153", "s": "\u015b\u0161\u00df", "u": "\u00f9-\u00fc",
        "y": "\u00fd\u00ff", "z": "\u017a-\u017e", "d": "\u0111\u00f0",
    }.items()
}  # fmt: skip


def _counted(asked: _Query, passage: Passage, title: str) -> _Counted:
    said = plain(passage.text)
    own = asked.found(said)
    above = frozenset(asked.found(f"{title} {passage.heading}")) if own else frozenset()
    return _Counted(passage, said.count(" ") + 1, own, above)


def _scored(counted: Sequence[_Counted], number: int, pool: Sequence[_Counted]) -> list[Passage]:
    """Return passages with scores, best first; ``pool`` supplies word rarity and mean length.

    Words in the context above a passage count half as much as those in the passage itself.
    """
    mean = sum(c.words for c in pool) / len(pool) if pool else 1.0
    holding: dict[str, int] = {}
    for c in pool:
        for word in c.own:
            holding[word] = holding.get(word, 0) + 1
    scored = [(replace(c.passage, score=_score(c, mean, holding, number)), c) for c in counted]
    return sorted((p for p, c in scored if c.own), key=lambda passage: -passage.score)


def _score(counted: _Counted, mean: float, holding: Mapping[str, int], number: int) -> float:
    score = 0.0
    length = K1 * (1 - B + B * counted.words / mean)
    for word in counted.own.keys() | counted.above:
        count = counted.own.get(word, 0) + (_IN_HEADING if word in counted.above else 0.0)
        held = holding.get(word, 0)
        rarity = math.log(1 + (max(number, held) - held + 0.5) / (held + 0.5))
        score += rarity * count * (K1 + 1) / (count + length)
    return score


def _passages(asked: _Query, document: Document) -> Sequence[Passage]:
    if document.read:
        return passages_of(document.text, document.number, asked.near.search)
    return (Passage(document.number, document.snippet),) if document.snippet else ()


def _speaks(asked: _Query, about: frozenset[str], counted: _Counted) -> bool:
    """Return whether a passage contains enough of the question's words, with some in its own text.

    At least half of the words outside the name in ``about`` must occur, since a page about Niels
    Bohr, for example, may say nothing about his bicycle.
    """
    if not counted.own or _PATTERNS.label.match(counted.passage.text):
        return False
    held = counted.own.keys() | counted.above
    asks = [word for word in asked.stems if word not in about]
    if 3 * len(held & about) < 2 * len(about):
        return False  # a part of a name is another name
    if about and asks and 2 * len(held - about) < len(asks):
        return False
    needed = max(1.0, COVERED * len(asked.stems))
    enough = len(counted.own) > 1 or len(asked.stems) == 1 or len(held) > needed
    return len(held) >= needed and enough


def _counts(asked: _Query, reading: Reading, counted: _Counted) -> bool:
    """Return whether a passage can answer a "how many" question. Other questions always pass.

    For ``how many bricks``, a sentence with a number, or its heading, must mention bricks.
    """
    wanted = _PATTERNS.how_many.search(reading.text)
    if wanted is None:
        return True
    thing = asked.found(wanted[1])
    heading = counted.passage.heading
    return not thing or any(
        _DIGIT.search(said) and thing.keys() & asked.found(f"{said} {heading}").keys()
        for said in _SENTENCE.split(counted.passage.text)
    )


def _fit(reading: Reading, passage: Passage) -> float:
    """Return a factor that favours pages that were read, and expected numbers, dates or names."""
    return (_UNREAD if passage.start < 0 else 1.0) * _form(reading, passage.text)


def _form(reading: Reading, said: str) -> float:
    first = next(iter(folded_words(reading.text)), "")
    if reading.question_type is QuestionType.NUMERIC or _PATTERNS.measure.match(reading.text):
        return _FITTING if _DIGIT.search(said) else 1 / _FITTING
    if first in ("when", "wann", "quand", "cuando", "quando", "wanneer"):
        return _FITTING if _YEAR.search(said) else 1 / _FITTING
    if first in ("who", "whom", "wer", "qui", "quien", "chi", "quem", "wie"):
        return _FITTING if _NAME.search(said) else 1 / _FITTING
    return 1.0


def _different(ranked: Sequence[Passage], count: int) -> tuple[Passage, ...]:
    """Drop near-duplicates and keep at most two passages per source."""
    kept: list[tuple[Passage, frozenset[str]]] = []
    for passage in ranked:
        said = frozenset(folded_words(plain(passage.text)))
        of_source = sum(other.source == passage.source for other, _ in kept)
        if of_source < MOST_PER_SOURCE and not any(_alike(said, other) for _, other in kept):
            kept.append((passage, said))
        if len(kept) == count:
            break
    return tuple(passage for passage, _ in kept)


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    shorter, longer = sorted((len(one), len(other)))
    return 0 < longer <= 2 * shorter and len(one & other) >= _SAME * shorter
