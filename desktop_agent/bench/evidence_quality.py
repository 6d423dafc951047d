"""Measure the evidence layer on questions and their pages, without a model or the network."""

import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from desktop_agent.agents.evidence_gathering import embedded_similarity
from desktop_agent.bench.labelled_data import LabelledQuestion
from desktop_agent.bench.offline import (
    AS_OF,
    Figure,
    OfflineReport,
    chunks,
    in_processes,
    ranked,
    sentences,
)
from desktop_agent.bench.runner import Progress
from desktop_agent.bench.scoring import fold_words, same_answer
from desktop_agent.core.citations import CITATION
from desktop_agent.core.research import Passage
from desktop_agent.evidence.grounding.evidence_answer import evidence_text
from desktop_agent.evidence.pack_assembly import Assembly
from desktop_agent.evidence.question.parser import read_question
from desktop_agent.evidence.records import Document
from desktop_agent.evidence.text.dates import When, dates

if TYPE_CHECKING:
    from desktop_agent.llm.embedding import Embedder

# --- Comparison with the gold answers

_EAST_ASIAN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_FOREIGN_ARTICLE = re.compile(r"(?:le|la|les|l|der|die|das|el|los|las|il|lo|gli|de|het) (?=\w)")
_BESIDE_A_DATE = re.compile(r"\W|\b(?:on|in|the|of|am|im|le|en|el)\b", re.IGNORECASE)
_YES_OR_NO = frozenset({"yes", "no"})


def right_value(value: str, answers: Sequence[str]) -> bool:
    """Return whether an extracted value equals one of the answers, in any notation.

    A date may be more or less precise than the gold date if the two are consistent.
    """
    said = _date(value)
    for answer in answers:
        wanted = _date(answer)
        if said and wanted and (said.holds(wanted) or wanted.holds(said)):
            return True
        if same_answer(value, answer) or _bare(value) == _bare(answer) != "":
            return True
    return False


def holds_answer(text: str, answers: Sequence[str]) -> bool:
    """Return whether the text contains an answer's words, or its date in any notation.

    The answers "yes" and "no" are ignored, because these words can occur in any text.
    """
    folded = f" {fold_words(text)} "
    for answer in answers:
        words = fold_words(answer)
        if not words or words in _YES_OR_NO:
            continue
        if f" {words} " in folded:
            return True
        if _EAST_ASIAN.search(words) and words.replace(" ", "") in folded.replace(" ", ""):
            return True
        wanted = _date(answer)
        if wanted and any(at.when.year and wanted.holds(at.when) for at in dates(text)):
            return True
    return False


def _bare(text: str) -> str:
    return _FOREIGN_ARTICLE.sub("", fold_words(text), count=1)


def _date(text: str) -> When | None:
    """Parse text that consists only of a date; return None for any other text."""
    found = list(dates(text)) if len(text) < 60 else []
    if len(found) != 1 or not found[0].when.year:
        return None
    rest = text[: found[0].start] + text[found[0].end :]
    return None if _BESIDE_A_DATE.sub("", rest) else found[0].when


# --- Answering a question


@dataclass(frozen=True, slots=True)
class EvidenceOutcome:
    """The evidence layer's answer to a question, and its scores.

    ``value`` is the extracted value, or "". ``shown`` is the number of characters quoted from
    pages, and ``gold_shown`` is True if they contain a gold answer. Each ``bm25`` field is True if
    the sentence or chunks ranked first by BM25 contain a gold answer.
    """

    id: str
    answerable: bool
    hops: str
    language: str
    intent: str
    value: str
    value_right: bool
    shown: int
    gold_shown: bool
    bm25_sentence: bool
    bm25_chunk: bool
    bm25_three_chunks: bool
    cpu_ms: float

    @property
    def useful(self) -> bool:
        return self.value_right or self.gold_shown

    @property
    def wrong(self) -> bool:
        return bool(self.value) and not self.value_right

    @property
    def refused(self) -> bool:
        return not self.value and not self.shown

    @property
    def right(self) -> bool:
        return self.useful if self.answerable else self.refused


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question, and its passages' cosine similarities to it (None without an embedder)."""

    question: LabelledQuestion
    similarity: Mapping[Passage, float] | None = None

    @property
    def documents(self) -> tuple[Document, ...]:
        """The pages as search results, with a separate site for each page without a URL."""
        return tuple(
            Document(
                at,
                page.url or f"https://www.site{at}.example/",
                page.title,
                rank=at,
                text=page.text,
            )
            for at, page in enumerate(self.question.pages, start=1)
        )


async def embedded(embedder: "Embedder", asked: AskedQuestion) -> AskedQuestion:
    """Return the question with its passages' similarities."""
    assembly = Assembly(read_question(asked.question.question, AS_OF), AS_OF)
    similarity = await embedded_similarity(embedder, assembly, asked.documents)
    return replace(asked, similarity=similarity)


def answer_question(asked: AskedQuestion) -> EvidenceOutcome:
    """Answer a question from its pages, as if a search had found them, and score the answer."""
    question, documents = asked.question, asked.documents
    began = time.process_time()
    reading = read_question(question.question, AS_OF)
    pack = Assembly(reading, AS_OF).pack(documents, similarity=asked.similarity)
    text = evidence_text(pack)
    cpu_ms = (time.process_time() - began) * 1000
    value = evidence_text(pack, bare=True) if pack.answer else ""
    quotes = shown_quotes(text)
    sentence, chunk, three = _baselines(question)
    return EvidenceOutcome(
        id=question.id,
        answerable=bool(question.answers),
        hops=str(question.hops or "not told"),
        language=question.language or reading.language,
        intent=str(reading.intent),
        value=value,
        value_right=bool(value) and right_value(value, question.answers),
        shown=sum(map(len, quotes)),
        gold_shown=any(holds_answer(quote, question.answers) for quote in quotes),
        bm25_sentence=sentence,
        bm25_chunk=chunk,
        bm25_three_chunks=three,
        cpu_ms=cpu_ms,
    )


def shown_quotes(text: str) -> list[str]:
    """Return the quoted lines in an answer, without citations and source lines."""
    quoted = (line.lstrip("> ") for line in text.splitlines() if line.startswith(">"))
    lines = (CITATION.sub("", line).strip() for line in quoted)
    return [line for line in lines if line and not line.startswith("\u2014 ")]


def _baselines(question: LabelledQuestion) -> tuple[bool, bool, bool]:
    asked, answers = question.question, question.answers
    texts = {f"{page.title}\n{page.text}": page.text for page in question.pages}
    best_page = texts[ranked(asked, list(texts))[0]] if texts else ""
    best = ranked(asked, sentences(best_page))[:1]
    pieces = ranked(asked, [piece for text in texts.values() for piece in chunks(text)])
    found = [holds_answer(piece, answers) for piece in pieces[:3]]
    return any(holds_answer(each, answers) for each in best), any(found[:1]), any(found)


# --- Report


def _with_answer(title: str, holds: Callable[[EvidenceOutcome], object], column: str = "") -> Any:
    return Figure(title, lambda each: each.answerable, holds, column)


def _without(title: str, holds: Callable[[EvidenceOutcome], object]) -> Any:
    return Figure(f"no answer: {title}", lambda each: not each.answerable, holds)


FIGURES: dict[str, Figure[EvidenceOutcome]] = {
    "useful": _with_answer(
        "useful (value right, or gold shown)", lambda each: each.useful, "useful"
    ),
    "value_right": _with_answer("value right", lambda each: each.value_right, "right"),
    "value_wrong": _with_answer("value wrong", lambda each: each.wrong, "wrong"),
    "wrong_of_asserted": Figure(
        "wrong, of values asserted",
        lambda each: each.answerable and each.value,
        lambda each: each.wrong,
    ),
    "gold_shown": _with_answer(
        "gold in the passages shown", lambda each: each.gold_shown, "gold shown"
    ),
    "nothing_shown": _with_answer("nothing shown", lambda each: each.refused, "nothing"),
    "bm25_sentence": _with_answer(
        "BM25: best sentence of best page", lambda each: each.bm25_sentence, "sentence"
    ),
    "bm25_chunk": _with_answer("BM25: best 400 characters", lambda each: each.bm25_chunk, "chunk"),
    "bm25_three_chunks": _with_answer(
        "BM25: best 3 x 400 characters", lambda each: each.bm25_three_chunks, "3 chunks"
    ),
    "refused": _without("refused", lambda each: each.refused),
    "passages_shown": _without("passages shown", lambda each: each.shown and not each.value),
    "value_asserted": _without("value asserted", lambda each: each.value),
}


async def measure_evidence(
    data: str,
    questions: Sequence[LabelledQuestion],
    told: Callable[[Progress], None],
    embedder: "Embedder | None" = None,
) -> OfflineReport[EvidenceOutcome]:
    """Answer all questions in two processes; ``told`` receives progress updates.

    With an ``embedder``, passages are also ranked by meaning.
    """
    asked = [AskedQuestion(each) for each in questions]
    prepare = partial(embedded, embedder) if embedder else None
    outcomes = await in_processes(answer_question, asked, told, "questions", prepare)
    by = ("hops", "language", "intent")
    return OfflineReport(data, "question", outcomes, FIGURES, by, {})
