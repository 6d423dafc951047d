"""Rank passages for a question by their words and, if embeddings are available, their meaning.

Words are scored by BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and
Beyond", 2009). Neither score depends on letter case.
"""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from desktop_agent.core.markdown import plain
from desktop_agent.core.research import QuestionType
from desktop_agent.evidence.passages import passages_of, units_of
from desktop_agent.evidence.records import Document, Passage, Reading
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
_SYNONYMS = Words("text/synonyms")

K1, B = 1.2, 0.75
MOST_PER_SOURCE = 2
SHORTLIST = 64
COVERED = 0.15
"""Minimum share of a question's words, weighted by rarity, in a passage, its title and headings."""

_COVERED_IN_PAIRS = 0.05
"""The same minimum for scripts without spaces, where many character pairs are not words."""

CLOSE = 0.4
"""Minimum cosine similarity at which a passage is relevant whatever words it contains."""

_MEANING = 0.5
_SAME = 0.8
_UNREAD = 0.7
_ABOVE = 0.5
_SYNONYM = 0.6
_LIGHT = 0.3
_FORM = 1.25
_NAMED = 0.5
_LINKED = 0.4
_LINE = re.compile(r"\S.*")
_DIGIT = re.compile(r"\d")
_YEAR = re.compile(r"\b(?:1\d{3}|20\d{2})\b")
_NAME = re.compile(r"(?<=[\w,;] )[A-Z\u00c0-\u00de][\w'\u2019-]{1,40}")
_IN_BRACKETS = re.compile(r"\s*\([^()]*\)\s*$")


# --- The words of a question


@dataclass(slots=True)
class _Query:
    """The stems of a question's content words, each with its weight.

    ``known`` maps these stems, and the stems of words that may stand for them, to a pair: the stem
    in the question, and how much an occurrence counts.
    """

    weights: Mapping[str, float]
    known: dict[str, tuple[str, float]]
    language: str
    respelt: bool = False
    starts: frozenset[str] = frozenset()
    near: dict[str, set[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.starts = frozenset(word[:2] for word in self.known)

    def found(self, text: str) -> dict[str, float]:
        """Return how often each of the question's stems occurs in a text. Synonyms count less."""
        counts: dict[str, float] = {}
        for word in folded_words(_one_spelling(text) if self.respelt else text):
            if word[:2] in self.starts:
                stemmed = stem(word, self.language)
                known = self.known.get(stemmed)
                if known is not None:
                    counts[known[0]] = counts.get(known[0], 0.0) + known[1]
                else:
                    self.near.setdefault(word[:2], set()).add(stemmed)
        return counts

    def loosen(self, missing: Iterable[str]) -> bool:
        """Let words with a similar spelling stand for missing stems.

        Return whether there are any such words.
        """
        before = len(self.known)
        for word in missing:
            for other in self.near.get(word[:2], ()):
                if _almost(word, other):
                    self.known[other] = (word, _SYNONYM)
        return len(self.known) > before


def _query(asked: str, language: str) -> _Query:
    text = _one_spelling(asked)
    stop = stop_words(language)
    weights: dict[str, float] = {}
    known: dict[str, tuple[str, float]] = {}
    others: dict[str, tuple[str, float]] = {}
    for word in word_spans(text):
        if word.folded in _WORDS.asking or (word.folded in stop and not word.acronym):
            continue
        own = stem(word.folded, language)
        weights[own] = _LIGHT if word.folded in _SYNONYMS.light else 1.0
        for part in folded_words(word.folded):
            known.setdefault(stem(part, language), (own, 1.0))
        for other in members(language).get(concepts(language).get(word.folded, ""), ()):
            others.setdefault(stem(other, language), (own, _SYNONYM))
    respelt = bool(_PATTERNS.respelt.search(asked))
    return _Query(weights, others | known, language, respelt)


def _one_spelling(text: str) -> str:
    """Unify the spelling of names with several spellings ("USA", "U.S." and "United States")."""
    spelling = keys_by_word("passages", "spellings")
    return _PATTERNS.respelt.sub(
        lambda match: spelling.get(re.sub(r"\W", "", match[0].lower()), match[0]), text
    )


def _almost(one: str, other: str) -> bool:
    """Return whether two long stems are almost the same.

    They may differ by one letter or a swap of two, or one may begin with the other.
    """
    if min(len(one), len(other)) < 5:
        return False
    if one.startswith(other) or other.startswith(one):
        return True
    if abs(len(one) - len(other)) > 1:
        return False
    same = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    left, right = one[same:], other[same:]
    swapped = left[:2] == right[1::-1] and left[2:] == right[2:]
    return swapped or left[1:] == right[1:] or left[1:] == right or left == right[1:]


# --- Scores


@dataclass(frozen=True, slots=True)
class _Counted:
    """A passage, with the counts of the question's words in it (``own``) and above it.

    ``above`` are the counts in the page title and the headings.
    """

    passage: Passage
    own: Mapping[str, float]
    above: Mapping[str, float]
    title: str


class Ranking:
    """Ranks the passages in documents by their relevance to a question.

    Passages are taken from pages that were read, and from the snippets of pages that were not.
    ``weights`` maps source numbers to score factors, which default to 1.
    """

    def __init__(
        self,
        reading: Reading,
        documents: Sequence[Document],
        weights: Mapping[int, float] | None = None,
    ) -> None:
        self._weights = weights or {}
        self._query = _query(reading.text, reading.language)
        self._named: dict[str, bool] = {}
        self._asked = " ".join(folded_words(reading.text))
        self._form = _expected_form(reading)
        self._least = COVERED if language_of(reading.text) else _COVERED_IN_PAIRS
        self._pool = [each for document in documents for each in _passages(document)]
        counted = self._counted()
        missing = self._query.weights.keys() - {word for each in counted for word in each.own}
        if self._query.loosen(missing):
            counted = self._counted()
        self._rarity = _rarity(self._query.weights, counted)
        self._whole = sum(self._rarity.values()) or 1.0
        self._mean = sum(len(c.passage.text) for c in counted) / max(1, len(counted))
        self._scores = {c.passage: self._score(c) for c in counted}
        self._covered = {c.passage: self._share(c) for c in counted}
        self._titles = {c.passage: c.title for c in counted}

    def shortlist(self, count: int = SHORTLIST) -> tuple[Passage, ...]:
        """Return the passages worth embedding, those with the best word scores first.

        Passages with equal scores are in page order.
        """
        ranked = sorted(self._scores, key=lambda each: -self._scores[each])
        return tuple(ranked[:count])

    def best(
        self, count: int = 6, similarity: Mapping[Passage, float] | None = None
    ) -> tuple[Passage, ...]:
        """Return the relevant passages, best first, with at most two per source.

        ``similarity`` maps passages to their cosine similarity to the question. Near-duplicates are
        dropped. An empty result means that no document addresses the question.
        """
        close = similarity or {}
        score = _mixed(self._scores, close)
        score = self._linked(score)
        ranked = sorted(
            (p for p in score if self._relevant(p, close.get(p, 0.0))), key=lambda p: -score[p]
        )
        chosen = _different(ranked, count)
        return tuple(replace(p, score=score[p], best=self._best_sentence(p)) for p in chosen)

    def _counted(self) -> list[_Counted]:
        found = []
        above: dict[str, dict[str, float]] = {}
        for passage, bare, title in self._pool:
            context = f"{title} {passage.heading}"
            if context not in above:
                above[context] = self._query.found(context)
            own = self._query.found(bare)
            found.append(_Counted(passage, own, above[context], title))
        return found

    def _score(self, counted: _Counted) -> float:
        score = 0.0
        length = K1 * (1 - B + B * len(counted.passage.text) / self._mean)
        for word in counted.own.keys() | counted.above.keys():
            count = counted.own.get(word, 0.0) + (_ABOVE if word in counted.above else 0.0)
            score += self._rarity[word] * count * (K1 + 1) / (count + length)
        score *= self._form(counted.passage.text) * self._weights.get(counted.passage.source, 1.0)
        if counted.passage.start < 0:
            score *= _UNREAD
        return score * (1 + _NAMED * self._names(counted.title))

    def _names(self, title: str) -> bool:
        """Return whether the question contains a title, ignoring case and bracketed suffixes."""
        if title not in self._named:
            name = " ".join(folded_words(_IN_BRACKETS.sub("", title)))
            self._named[title] = len(name) > 2 and f" {name} " in f" {self._asked} "
        return self._named[title]

    def _share(self, counted: _Counted) -> float:
        held = sum(self._rarity[word] for word in counted.own.keys() | counted.above.keys())
        return held / self._whole if counted.own else 0.0

    def _relevant(self, passage: Passage, cosine: float) -> bool:
        if _PATTERNS.label.match(passage.text):
            return False
        return self._covered[passage] >= self._least or cosine >= CLOSE

    def _linked(self, score: dict[Passage, float]) -> dict[Passage, float]:
        """Raise the scores of passages on pages whose title occurs in a leading passage.

        If a question only describes its subject, a leading passage may name the subject, and the
        page with that name as its title may contain the answer.
        """
        leading = sorted(score, key=lambda each: -score[each])[:3]
        raised = dict(score)
        for title in dict.fromkeys(self._titles.values()):
            name = _IN_BRACKETS.sub("", title)
            if len(name) < 4 or self._names(title) or name[0].islower():
                continue
            by = max(
                (score[p] for p in leading if self._titles[p] != title and name in p.text),
                default=0.0,
            )
            if by:
                for passage in raised:
                    if self._titles[passage] == title:
                        raised[passage] += _LINKED * by
        return raised

    def _best_sentence(self, passage: Passage) -> tuple[int, int]:
        """Return the offsets of the sentence that best matches the question."""

        def use(span: tuple[int, int]) -> float:
            said = bare[slice(*span)]
            held = self._query.found(said)
            return (0.1 + sum(self._rarity[word] for word in held)) * self._form(said)

        bare = plain(passage.text)
        return max(_sentences(passage.text, bare), key=use, default=(0, 0))


def _sentences(text: str, bare: str) -> Iterator[tuple[int, int]]:
    """Yield the offsets of the sentences, list items or table rows in a passage's text."""
    if text.startswith("|"):
        yield from ((line.start(), line.end()) for line in _LINE.finditer(text))
    else:
        yield from ((unit.start, unit.end) for unit in units_of(text, bare))


def _expected_form(reading: Reading) -> Callable[[str], float]:
    """Return a function that favours texts with the number, year or name that is asked for."""
    first = next(iter(folded_words(reading.text)), "")
    if reading.question_type is QuestionType.NUMERIC or _PATTERNS.measure.match(reading.text):
        looked_for = _DIGIT
    elif first in _WORDS.when:
        looked_for = _YEAR
    elif first in _WORDS.who:
        looked_for = _NAME
    else:
        return lambda _said: 1.0
    return lambda said: _FORM if looked_for.search(said) else 1 / _FORM


def _rarity(weights: Mapping[str, float], counted: Sequence[_Counted]) -> dict[str, float]:
    number = len(counted)
    found = {}
    for word, weight in weights.items():
        held = sum(word in each.own for each in counted)
        found[word] = weight * math.log(1 + (number - held + 0.5) / (held + 0.5))
    return found


def _mixed(
    scores: Mapping[Passage, float], similarity: Mapping[Passage, float]
) -> dict[Passage, float]:
    """Return the mean of the word and similarity scores, each scaled to [0, 1].

    Without any similarities, return the scaled word scores.
    """
    most = max(scores.values(), default=0.0) or 1.0
    by_words = {passage: score / most for passage, score in scores.items()}
    cosines = [similarity[passage] for passage in scores if passage in similarity]
    if not cosines:
        return by_words
    least, spread = min(cosines), (max(cosines) - min(cosines)) or 1.0
    return {
        passage: (1 - _MEANING) * score
        + _MEANING * (similarity.get(passage, least) - least) / spread
        for passage, score in by_words.items()
    }


def _passages(document: Document) -> Iterator[tuple[Passage, str, str]]:
    """Yield the passages in a document, each with its plain text and the document's title."""
    if document.read:
        bare = plain(document.text)
        for passage in passages_of(document.text, document.number, bare):
            yield passage, bare[passage.start : passage.end], document.title
    elif document.snippet:
        yield Passage(document.number, document.snippet), document.snippet, document.title


def _different(ranked: Sequence[Passage], count: int) -> list[Passage]:
    """Return up to ``count`` passages, at most two per source and without near-duplicates."""
    kept: list[tuple[Passage, frozenset[str]]] = []
    for passage in ranked:
        said = frozenset(folded_words(plain(passage.text)))
        of_source = sum(other.source == passage.source for other, _ in kept)
        if of_source < MOST_PER_SOURCE and not any(_alike(said, other) for _, other in kept):
            kept.append((passage, said))
        if len(kept) == count:
            break
    return [passage for passage, _ in kept]


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    shorter, longer = sorted((len(one), len(other)))
    return 0 < longer <= 2 * shorter and len(one & other) >= _SAME * shorter
