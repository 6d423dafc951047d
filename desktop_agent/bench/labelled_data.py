"""Read labelled questions with their pages, and labelled claims with the pages that they cite.

Questions are in the program's own format or that of HotpotQA. Claims are in the program's own
format, in FEVER's (with the text of the evidence added) or in VitaminC's. Errors name the file and
the line or entry.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol, TypeVar

from desktop_agent.bench.datasets import Row, json_rows, paragraphs_of, storable
from desktop_agent.core.errors import AgentError

# --- Questions


@dataclass(frozen=True, slots=True)
class Page:
    """A page supplied with a question or claim; ``url`` may be ""."""

    title: str
    text: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class LabelledQuestion:
    """A question with its pages; ``answers`` is empty if none of the pages answers it.

    ``hops`` is the number of pages that must be combined to find the answer, or 0 if unknown.
    ``language`` is a code such as ``en``, or "" if unknown.
    """

    id: str
    question: str
    answers: tuple[str, ...]
    pages: tuple[Page, ...]
    hops: int = 0
    language: str = ""


_QUESTIONS = (
    'rows of {"id", "question", "answers": […], "pages": [{"title", "text", "url"?}, …], "hops"?, '
    '"language"?}, or HotpotQA as it is published'
)


def read_questions(path: Path, limit: int | None = None) -> tuple[LabelledQuestion, ...]:
    """Return the first ``limit`` questions; raise `AgentError` if the file is invalid."""
    return _read(path, _QUESTIONS, _question, limit)


def _question(row: Row) -> LabelledQuestion:
    if "context" in row.values:
        return _hotpotqa_question(row)
    answers, hops = row.values.get("answers"), row.values.get("hops", 0)
    if not isinstance(answers, list) or not all(isinstance(each, str) for each in answers):
        row.place.refuse("'answers' is no list of texts")
    if not isinstance(hops, int) or isinstance(hops, bool):
        row.place.refuse("'hops' is no number")
    return LabelledQuestion(
        id=row.id("id"),
        question=row.text("question"),
        answers=tuple(storable(each) for each in answers if each.strip()),
        pages=_pages(row),
        hops=hops,
        language=row.text("language") if row.values.get("language") else "",
    )


def _pages(row: Row) -> tuple[Page, ...]:
    values = row.values.get("pages")
    if not isinstance(values, list) or not all(isinstance(each, dict) for each in values):
        row.place.refuse("'pages' is no list of objects")
    found = []
    for value in values:
        page = Row(row.place, row.number, value)
        title, url = (page.text(name) if value.get(name) else "" for name in ("title", "url"))
        found.append(Page(title, page.text("text"), url))
    return tuple(found)


def _hotpotqa_question(row: Row) -> LabelledQuestion:
    """Read a HotpotQA question, whose paragraphs are the openings of Wikipedia articles."""
    address = "https://en.wikipedia.org/wiki/"
    pages = (
        Page(storable(each.title), storable(each.text), address + each.title.replace(" ", "_"))
        for each in paragraphs_of(row)
        if each.text
    )
    return LabelledQuestion(
        row.id("_id"), row.text("question"), (row.text("answer"),), tuple(pages), 2, "en"
    )


# --- Claims

Label = Literal["supported", "contradicted", "not stated"]
LABELS: tuple[Label, ...] = ("supported", "contradicted", "not stated")

_PUBLISHED_LABELS: dict[str, Label] = {
    "supports": "supported",
    "refutes": "contradicted",
    "not enough info": "not stated",
}


@dataclass(frozen=True, slots=True)
class LabelledClaim:
    """A claim, the page that it cites, and the correct ``label`` of the claim given that page."""

    id: str
    claim: str
    page: Page
    label: Label


_CLAIMS = (
    'rows of {"id", "claim", "title"?, "text", "label": "supported", "contradicted" or "not '
    'stated"}, or {"claim", "evidence", "label": "SUPPORTS", "REFUTES" or "NOT ENOUGH INFO"}'
)


def read_claims(path: Path, limit: int | None = None) -> tuple[LabelledClaim, ...]:
    """Return the first ``limit`` claims; raise `AgentError` if the file is invalid."""
    return _read(path, _CLAIMS, _claim, limit)


def _claim(row: Row) -> LabelledClaim:
    published = "text" not in row.values
    title = "page" if published else "title"
    named = row.text(title).replace("_", " ") if row.values.get(title) else ""
    told = row.text("label").casefold().replace("_", " ")
    label = next((each for each in LABELS if each == told), _PUBLISHED_LABELS.get(told))
    if label is None:
        row.place.refuse(f"'label' is {told[:40]!r}")
    return LabelledClaim(
        id=row.id("unique_id" if "unique_id" in row.values else "id"),
        claim=row.text("claim"),
        page=Page(named, row.text("evidence" if published else "text")),
        label=label,
    )


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
