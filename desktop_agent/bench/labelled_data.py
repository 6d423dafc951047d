"""Read labelled questions with their pages, and labelled claims with the pages that they cite.

Questions are in the program's own format or that of HotpotQA. Claims are in the program's own
format, in FEVER's (with the text of the evidence added) or in VitaminC's. Errors name the file and
the line or entry.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, Protocol, TypeVar

from pydantic import AfterValidator, BeforeValidator

from desktop_agent.bench.datasets import HotpotQuestion, Line, Row, Text, json_rows
from desktop_agent.core.errors import AgentError

# --- Questions


@dataclass(frozen=True, slots=True)
class Page:
    """A page supplied with a question or claim; ``url`` may be ""."""

    text: Text
    title: Line = ""
    url: Line = ""


def _filled(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(each for each in texts if each)


@dataclass(frozen=True, slots=True)
class LabelledQuestion:
    """A question with its pages; ``answers`` is empty if none of the pages answers it.

    ``hops`` is the number of pages that must be combined to find the answer, or 0 if unknown.
    ``language`` is a code such as ``en``, or "" if unknown.
    """

    id: str
    question: Text
    answers: Annotated[tuple[Line, ...], AfterValidator(_filled)]
    pages: tuple[Page, ...]
    hops: int = 0
    language: Line = ""


_WIKIPEDIA = "https://en.wikipedia.org/wiki/"
_QUESTIONS = (
    'rows of {"id", "question", "answers": […], "pages": [{"title", "text", "url"?}, …], "hops"?, '
    '"language"?}, or HotpotQA as it is published'
)


def read_questions(path: Path, limit: int | None = None) -> tuple[LabelledQuestion, ...]:
    """Return the first ``limit`` questions; raise `AgentError` if the file is invalid."""
    return _read(path, _QUESTIONS, _question, limit)


def _question(row: Row) -> LabelledQuestion:
    if "context" not in row.values:
        return row.read(LabelledQuestion, id=row.id("id"))
    read = row.read(HotpotQuestion)  # its paragraphs are the openings of Wikipedia articles
    pages = tuple(
        Page(each.text, each.title, _WIKIPEDIA + each.title.replace(" ", "_"))
        for each in read.paragraphs
        if each.text
    )
    return LabelledQuestion(row.id("_id"), read.question, (read.answer,), pages, 2, "en")


# --- Claims

Label = Literal["supported", "contradicted", "not stated"]
LABELS: tuple[Label, ...] = ("supported", "contradicted", "not stated")

_PUBLISHED_LABELS = dict(zip(("supports", "refutes", "not enough info"), LABELS, strict=True))


def _label(told: object) -> str:
    label = str(told).casefold().replace("_", " ")
    return _PUBLISHED_LABELS.get(label, label)


@dataclass(frozen=True, slots=True)
class LabelledClaim:
    """A claim, the page that it cites, and its correct ``label`` given that page."""

    id: str
    claim: Text
    page: Page
    label: Annotated[Label, BeforeValidator(_label)]


_CLAIMS = (
    'rows of {"id", "claim", "title"?, "text", "label": "supported", "contradicted" or "not '
    'stated"}, or {"claim", "evidence", "label": "SUPPORTS", "REFUTES" or "NOT ENOUGH INFO"}'
)


def read_claims(path: Path, limit: int | None = None) -> tuple[LabelledClaim, ...]:
    """Return the first ``limit`` claims; raise `AgentError` if the file is invalid."""
    return _read(path, _CLAIMS, _claim, limit)


def _claim(row: Row) -> LabelledClaim:
    given = row.values
    text, title = ("text", "title") if "text" in given else ("evidence", "page")
    page = {"text": given.get(text), "title": str(given.get(title) or "").replace("_", " ")}
    key = row.id("unique_id" if "unique_id" in given else "id")
    return row.read(LabelledClaim, id=key, page=page)


# --- Both


class _Labelled(Protocol):
    @property
    def id(self) -> str: ...


_T = TypeVar("_T", bound=_Labelled)


def _read(
    path: Path, expected: str, item: Callable[[Row], _T], limit: int | None
) -> tuple[_T, ...]:
    items = [item(row) for row in json_rows(path, expected)]
    if not items:
        raise AgentError(f"{path}: nothing in it can be measured.")
    twice = [each for each, times in Counter(one.id for one in items).items() if times > 1]
    if twice:
        raise AgentError(f"{path}: two rows have the id {twice[0]!r}.")
    return tuple(items[:limit])
