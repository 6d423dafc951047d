"""Split pages into sentences and passages, and rank the passages for a question.

Passages are ranked by their words, with BM25 (Robertson and Zaragoza, "The Probabilistic Relevance
Framework: BM25 and Beyond", 2009), and by their meaning if embeddings are available. Neither score
depends on letter case.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import lru_cache
from itertools import islice

from desktop_agent.core.markdown import Block, blocks, path_of, plain
from desktop_agent.core.research import Passage
from desktop_agent.core.sentences import spans
from desktop_agent.evidence.records import Document, Reading
from desktop_agent.evidence.text.fold import (
    concepts,
    folded_words,
    language_of,
    members,
    stem,
    stop_words,
    word_spans,
)
from desktop_agent.evidence.text.wordings import Patterns, Words, keys_by_word

_WORDS = Words("passages")
_PATTERNS = Patterns("passages")

# --- Sentences and passages

MOST_UNITS = 20_000
"""Maximum number of units per page, to bound the work. A page of 2 MB has fewer sentences."""

PASSAGE = 400
"""Length in characters up to which neighbouring sentences and blocks are joined into a passage."""

_LONGEST = 1000
_MARKS = "*_`~\\"
_MARKS_BEHIND = re.compile(rf"[{re.escape(_MARKS)}]+")
_LINE = re.compile(r"\S(?:.*\S)?")
_PIECE = re.compile(rf"(?s)\S.{{0,{_LONGEST - 1}}}(?=\s|\Z)|\S.{{0,{_LONGEST - 1}}}")


@dataclass(frozen=True, slots=True)
class Unit:
    """A sentence, list item, table row or line of code, with its offsets in the page.

    ``number`` is the index of its block; all sentences in a paragraph share one block.
    """

    start: int
    end: int
    block: Block
    number: int


def units_of(text: str, bare: str, whole: int = 0) -> Iterator[Unit]:
    """Yield the sentences, list items, rows and lines of code in a page, up to `MOST_UNITS`.

    Headings are skipped, and prose blocks of up to ``whole`` characters are kept whole. ``bare`` is
    the result of `plain` for the text.
    """
    return islice(_units(text, bare, whole), MOST_UNITS)


def _units(text: str, bare: str, whole: int) -> Iterator[Unit]:
    for number, block in enumerate(blocks(text)):
        if block.kind != "heading" and not bare[block.start : block.end].isspace():
            long = block.end - block.start > whole or block.kind == "code"
            for start, end in _parts(text, bare, block) if long else ((block.start, block.end),):
                yield Unit(start, end, block, number)


def _parts(text: str, bare: str, block: Block) -> Iterator[tuple[int, int]]:
    found: Iterable[tuple[int, int]]
    if block.kind == "row":
        found = ((block.start, block.end),)
    elif block.kind == "code":
        found = (line.span() for line in _LINE.finditer(text, block.start, block.end))
    else:
        found = _marked(text, block, spans(bare, block.start, block.end))
    for start, end in found:
        if end - start > _LONGEST and block.kind != "row":
            yield from (piece.span() for piece in _PIECE.finditer(bare, start, end))
        else:
            yield start, end


def _marked(
    text: str, block: Block, sentences: Iterable[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """Yield the sentences, extended to keep adjacent Markdown such as ``**`` with its text."""
    before = block.start
    for start, end in sentences:
        begin = before + len(text[before:start].rstrip(_MARKS))
        behind = _MARKS_BEHIND.match(text, end, block.end)
        before = behind.end() if behind else end
        yield begin, before


@lru_cache(maxsize=64)
def passages_of(text: str, source: int) -> tuple[tuple[Passage, str], ...]:
    """Split the Markdown of a page into passages of about `PASSAGE` characters.

    A passage consists of neighbouring sentences, list items, table rows or lines of code under the
    same headings. Each passage, ``text[passage.start:passage.end]``, is paired with its text
    without markup. Its heading is the joined `path_of` of its first block. Recent results are
    cached, because passages are ranked again each time a page has been read.
    """
    bare = plain(text)
    runs: list[list[Unit]] = []
    for unit in units_of(text, bare, PASSAGE):
        if runs and _belongs(runs[-1][0], runs[-1][-1], unit):
            runs[-1].append(unit)
        else:
            runs.append([unit])
    found = []
    for run in runs:
        start, end = run[0].start, run[-1].end
        heading = " > ".join(path_of(run[0].block))
        found.append((Passage(source, text[start:end], heading, start, end), bare[start:end]))
    return tuple(found)


def _belongs(first: Unit, last: Unit, unit: Unit) -> bool:
    """Return whether a unit continues the passage from ``first`` to ``last``.

    It must share the first unit's headings, table header and list items, and fit within the length
    of a passage. Code is joined only with code from the same block.
    """
    if "code" in (last.block.kind, unit.block.kind):
        return last.number == unit.number and unit.end - first.start <= _LONGEST
    one, other = first.block, unit.block
    same = one.headings == other.headings and one.header == other.header
    nested = other.above[: len(one.above)] == one.above
    return same and nested and unit.end - first.start <= PASSAGE


# --- The words of a question

_LONG_STEM = 5
_ASIDE = re.compile(r"\([^()]*\)")
_SIMILAR = 0.8
"""Minimum ratio of `difflib.SequenceMatcher` at which one stem may be another one misspelt."""


class _Query:
    """The stems of a question's content words.

    ``_known`` maps these stems, and those of words that may stand for them, to the question's
    stems.
    """

    def __init__(self, asked: str, language: str) -> None:
        self._language = language
        self._respelt = bool(_PATTERNS.respelt.search(asked))
        self._near: dict[str, set[str]] = {}
        stop = stop_words(language)
        own: dict[str, str] = {}
        others: dict[str, str] = {}
        for word in word_spans(_one_spelling(asked)):
            if word.folded in _WORDS.asking or (word.folded in stop and not word.acronym):
                continue
            stemmed = stem(word.folded, language)
            for part in folded_words(word.folded):
                own.setdefault(stem(part, language), stemmed)
            for other in members(language).get(concepts(language).get(word.folded, ""), ()):
                others.setdefault(stem(other, language), stemmed)
        self.stems = frozenset(own.values())
        self._known = others | own
        self._starts = {word[:2] for word in self._known}

    def found(self, text: str) -> Counter[str]:
        """Count how often each of the question's stems, including synonyms, occurs in the text."""
        counts: Counter[str] = Counter()
        for word in folded_words(_one_spelling(text) if self._respelt else text):
            if word[:2] not in self._starts:
                continue
            stemmed = stem(word, self._language)
            known = self._known.get(stemmed)
            if known is not None:
                counts[known] += 1
            else:
                self._near.setdefault(word[:2], set()).add(stemmed)
        return counts

    def names(self, title: str) -> bool:
        """Return whether the question contains a title, except for what it has in parentheses."""
        stop = stop_words(self._language)
        told = [word for word in folded_words(_ASIDE.sub("", title)) if word not in stop]
        return bool(told) and all(map(self.found, told))

    def loosen(self, missing: Iterable[str]) -> bool:
        """Accept words with a similar spelling for missing stems; return whether any were found."""
        before = len(self._known)
        for word in missing:
            if len(word) >= _LONG_STEM:
                for other in get_close_matches(word, self._near.get(word[:2], ()), 5, _SIMILAR):
                    self._known[other] = word
        return len(self._known) > before


def _one_spelling(text: str) -> str:
    """Unify the spelling of names with several spellings ("USA", "U.S." and "United States")."""
    spelling = keys_by_word("passages", "spellings")
    return _PATTERNS.respelt.sub(
        lambda match: spelling.get(re.sub(r"\W", "", match[0].lower()), match[0]), text
    )


# --- Scores

K1, B = 1.2, 0.75
_MOST_TEXT = 200_000
"""Number of characters searched per page. The relevant text is usually near the top."""

MOST_PER_SOURCE = 2
SHORTLIST = 64
COVERED = 0.15
"""Minimum share of a question's words, weighted by rarity, in a passage, its title and headings."""

_COVERED_IN_PAIRS = 0.05
"""The same minimum for scripts without spaces, where many character pairs are not words."""

_WHOLE, _BESIDE_WHOLE = 0.9, 0.3
"""Share of the words in the best passage from which others must contain more, and how much."""

CLOSE = 0.4
"""Minimum cosine similarity at which a passage is relevant whatever words it contains."""

_SAME = 0.6
"""Minimum share of the words of two passages that near-duplicates have in common."""

_NAMED = 1.5
"""Score factor for a page whose title is in the question."""

_FORM = 1.25
_ABOVE = 0.3
"""Weight, for the choice of a sentence, of words that the page title or the headings hold."""


class Ranking:
    """The passages in documents, ranked by their relevance to a question.

    Passages are taken from pages that were read, and from the snippets of pages that were not.
    ``weights`` maps source numbers to score factors, which default to 1.
    """

    def __init__(
        self,
        reading: Reading,
        documents: Sequence[Document],
        weights: Mapping[int, float] | None = None,
    ) -> None:
        self._query = _Query(reading.text, reading.language)
        form = f"with_{reading.answer_type}"
        self._looked_for: re.Pattern[str] | None = getattr(_PATTERNS, form, None)
        self._weights = dict(weights or {})
        for document in documents:
            if self._query.names(document.title):
                self._weights[document.number] = self._weights.get(document.number, 1.0) * _NAMED
        self._snapshots = {document.number: document.snapshot for document in documents}
        counted = self._counted(documents)
        missing = self._query.stems.difference(*(own for _, own, _ in counted))
        if self._query.loosen(missing):
            counted = self._counted(documents)
        self._rarity = {}
        for word in self._query.stems:
            held = sum(word in own for _, own, _ in counted)
            self._rarity[word] = math.log(1 + (len(counted) - held + 0.5) / (held + 0.5))
        mean = sum(len(passage.text) for passage, _, _ in counted) / max(1, len(counted))
        self._least = COVERED if language_of(reading.text) else _COVERED_IN_PAIRS
        in_all = sum(self._rarity.values()) or 1.0
        self._scores: dict[Passage, float] = {}
        self._covered: dict[Passage, float] = {}
        self._above: dict[Passage, Counter[str]] = {}
        for passage, own, counts in counted:
            self._above[passage] = counts - own
            self._scores[passage] = self._score(passage, counts, len(passage.text) / mean)
            covered = sum(self._rarity[word] for word in counts) if own else 0.0
            self._covered[passage] = covered / in_all

    def shortlist(self, count: int = SHORTLIST) -> tuple[Passage, ...]:
        """Return the passages worth embedding, by descending word score, then in page order."""
        return tuple(sorted(self._scores, key=lambda each: -self._scores[each])[:count])

    def best(
        self, count: int = 6, similarity: Mapping[Passage, float] | None = None
    ) -> tuple[Passage, ...]:
        """Return the relevant passages, best first, with at most two per source.

        ``similarity`` maps passages to their cosine similarity to the question. Near-duplicates are
        dropped. An empty result means that no document addresses the question.
        """
        close = similarity or {}
        most = max(self._scores.values(), default=0.0) or 1.0
        least = min(close.values(), default=0.0)
        spread = max(close.values(), default=0.0) - least or 1.0
        score = {  # both scores, each scaled to [0, 1]
            passage: by_words / most + (close.get(passage, least) - least) / spread
            for passage, by_words in self._scores.items()
        }
        ranked = sorted(score, key=lambda each: -score[each])
        whole = bool(ranked) and self._covered[ranked[0]] >= _WHOLE
        needed = max(self._least, _BESIDE_WHOLE) if whole else self._least
        relevant = (p for p in ranked if self._covered[p] >= needed or close.get(p, 0.0) >= CLOSE)
        chosen = _different(relevant, count)
        return tuple(
            replace(
                p,
                snapshot=self._snapshots[p.source] if p.start >= 0 else "",
                best=self._best_sentence(p),
            )
            for p in chosen
        )

    def _counted(
        self, documents: Sequence[Document]
    ) -> Sequence[tuple[Passage, Counter[str], Counter[str]]]:
        """Return each passage with its query word counts.

        The first count covers only the passage, and the second also the title and headings.
        """
        found = []
        for document in documents:
            above: dict[str, Counter[str]] = {}
            pairs = passages_of(document.text[:_MOST_TEXT], document.number)
            if document.snippet and not pairs:
                pairs = ((Passage(document.number, document.snippet), document.snippet),)
            for passage, said in pairs:
                heading = passage.heading
                if heading not in above:
                    title = f"{document.title} {heading}"
                    above[heading] = Counter(set(self._query.found(title)))
                own = self._query.found(said)
                found.append((passage, own, own + above[heading]))
        return found

    def _score(self, passage: Passage, counts: Mapping[str, int], length: float) -> float:
        damped = K1 * (1 - B + B * length)
        score = sum(
            self._rarity[word] * count * (K1 + 1) / (count + damped)
            for word, count in counts.items()
        )
        return score * self._form(passage.text) * self._weights.get(passage.source, 1.0)

    def _form(self, said: str) -> float:
        """Return a factor that favours text with the number, year or name asked for."""
        if self._looked_for is None:
            return 1.0
        return _FORM if self._looked_for.search(said) else 1 / _FORM

    def _best_sentence(self, passage: Passage) -> tuple[int, int]:
        """Return the offsets of the sentence, item or table row that best fits the question."""

        def fit(span: tuple[int, int]) -> float:
            said = bare[slice(*span)]
            held = sum(
                self._rarity[word] * (_ABOVE if word in above else 1)
                for word in self._query.found(said)
            )
            return (0.1 + held) * self._form(said) ** 3

        above = self._above[passage]
        bare = plain(passage.text)
        if passage.text.startswith("|"):
            parts = [line.span() for line in _LINE.finditer(passage.text)]
        else:
            parts = [(unit.start, unit.end) for unit in units_of(passage.text, bare)]
        return max(parts, key=fit, default=(0, 0))


def _different(ranked: Iterable[Passage], count: int) -> list[Passage]:
    """Return up to ``count`` passages, at most two per source and without near-duplicates."""
    kept: dict[Passage, set[str]] = {}
    for passage in ranked:
        said = set(folded_words(plain(passage.text)))
        of_source = sum(other.source == passage.source for other in kept)
        same = any(len(said & other) > _SAME * len(said | other) for other in kept.values())
        if of_source < MOST_PER_SOURCE and not same:
            kept[passage] = said
        if len(kept) == count:
            break
    return list(kept)
