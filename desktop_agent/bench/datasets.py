"""Read the data sets GSM8K, HotpotQA, SimpleQA and Humanity's Last Exam.

JSON Lines files are read row by row. Errors name the file and, where possible, the line or entry.
"""

import codecs
import csv
import hashlib
import io
import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Literal, NoReturn, TypeVar

from pydantic import BeforeValidator, Field, StringConstraints

from desktop_agent.core.codec import validated
from desktop_agent.core.errors import AgentError
from desktop_agent.core.text import to_storable_text
from desktop_agent.storage.files import open_regular_file

# --- Items

T = TypeVar("T")
BenchmarkName = Literal["gsm8k", "hotpotqa", "simpleqa", "hle"]
AnswerKind = Literal["number", "span", "text", "choice"]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph supplied with a question."""

    title: str
    sentences: tuple[str, ...]

    @property
    def text(self) -> str:
        return "".join(self.sentences).strip()


@dataclass(frozen=True, slots=True)
class SupportingFact:
    """A sentence that supports the answer; ``sentence`` is "" if the data file omits its text."""

    title: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Item:
    """A question from a data file.

    ``id`` is the question's ID in the file or, failing that, its 1-based position. ``kind`` says
    how to compare answers with ``gold``: as numbers, spans (by HotpotQA's rules), free text, or
    multiple-choice letters.
    """

    id: str
    question: str
    gold: str
    kind: AnswerKind
    paragraphs: tuple[Paragraph, ...] = ()
    facts: tuple[SupportingFact, ...] = ()

    @property
    def digest(self) -> str:
        """A hash of the question and its correct answer: 16 hex digits."""
        text = f"{self.question}\0{self.gold}".encode("utf-8", "backslashreplace")
        return hashlib.sha256(text).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class DataSet:
    """The questions from a data file; ``left_out`` describes any that were skipped."""

    name: BenchmarkName
    items: tuple[Item, ...]
    left_out: str = ""


_EMPTY = "it is empty"
_NO_TEXT = "it is no UTF-8 text"


@dataclass(frozen=True, slots=True)
class Place:
    """A position in a data file and the format expected there, for error messages."""

    path: Path
    where: str
    expected: str
    error: type[AgentError] = AgentError

    def refuse(self, fault: str) -> NoReturn:
        at = f", {self.where}" if self.where else ""
        raise self.error(f"{self.path}{at}: {fault}.", f"Expected: {self.expected}.")


@dataclass(frozen=True, slots=True)
class Row:
    """An object in a data file, with its position."""

    place: Place
    number: int
    values: Mapping[str, Any]

    def read(self, form: type[T], **values: object) -> T:
        """Parse the object, updated with ``values``, as ``form``; raise `AgentError` if invalid."""
        try:
            read: T = validated(form, {**self.values, **values})
        except ValueError as error:
            self.place.refuse(str(error))
        return read

    def id(self, name: str) -> str:
        """Return the item's ID or, failing that, its position in the file."""
        value = self.values.get(name)
        return to_storable_text(value) if isinstance(value, str) and value else str(self.number)


def _storable(value: object) -> object:
    return to_storable_text(value) if isinstance(value, str) else "" if value is None else value


_STORABLE = BeforeValidator(_storable)
_NUMBERS = Field(coerce_numbers_to_str=True)
Sentence = Annotated[str, _STORABLE]
Line = Annotated[str, StringConstraints(strip_whitespace=True), _NUMBERS, _STORABLE]
Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1), _NUMBERS, _STORABLE]


def read_text(path: Path, expected: str) -> str:
    """Return the text of a data file.

    Raise `AgentError` if the file cannot be read, is empty or is not UTF-8.
    """
    whole = Place(path, "", expected)
    data = b"".join(line for _, line in _lines(path, whole))
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        Place(path, f"line {line}", expected).refuse(_NO_TEXT)
    if not text.strip():
        whole.refuse(_EMPTY)
    return text


def json_rows(path: Path, expected: str) -> Iterator[Row]:
    """Yield the objects in a JSON array or JSON Lines file. Errors name the line or entry."""
    whole = Place(path, "", expected)
    told = False
    for number, line in _lines(path, whole):
        if not line.strip():
            continue
        if not told and line.lstrip().startswith(b"["):
            yield from _array(read_text(path, expected), path, expected)
            return
        told = True
        place = Place(path, f"line {number}", expected)
        yield json_row(line, place, number)
    if not told:
        whole.refuse(_EMPTY)


def _lines(path: Path, whole: Place) -> Iterator[tuple[int, bytes]]:
    """Yield each line and its 1-based number, without a byte order mark."""
    try:
        with open_regular_file(path) as file:
            for number, line in enumerate(file, start=1):
                if number == 1 and line.startswith(b"PAR1"):
                    whole.refuse("it is a Parquet file; export it as JSON Lines first")
                yield number, line.removeprefix(codecs.BOM_UTF8) if number == 1 else line
    except OSError as error:
        whole.refuse(f"it cannot be read ({error.strerror})")


def json_row(line: bytes, place: Place, number: int) -> Row:
    """Parse a line that contains a JSON object; ``number`` is its position among the rows."""
    try:
        text = line.decode()
    except UnicodeDecodeError:
        place.refuse(_NO_TEXT)
    return _row(_parse(text, place), place, number)


def _array(text: str, path: Path, expected: str) -> Iterator[Row]:
    values = _parse(text, Place(path, "", expected))
    assert isinstance(values, list)
    for number, value in enumerate(values, start=1):
        yield _row(value, Place(path, f"entry {number}", expected), number)


def _parse(text: str, place: Place) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        where = place.where or f"line {error.lineno}"
        replace(place, where=where).refuse(f"it is no JSON ({error.msg})")
    except (ValueError, RecursionError):  # huge numbers, deep nesting
        place.refuse("it is no JSON that can be read")


def _row(value: object, place: Place, number: int) -> Row:
    if not isinstance(value, dict):
        place.refuse("it is no JSON object")
    return Row(place, number, value)


# --- GSM8K: word problems with one number as their answer, as JSON Lines
#
# Source: K. Cobbe et al. (2021), arXiv 2110.14168; an answer is a derivation, then ``#### n``.

_EXPECTED = 'JSON Lines with {"question": …, "answer": "… #### number"} on each line'
_FINAL = re.compile(r"####\s*(-?[\d.,]*\d)")


@dataclass(frozen=True, slots=True)
class _Asked:
    question: Text
    answer: Text


def read_gsm8k(path: Path) -> DataSet:
    """Read a GSM8K file; raise `AgentError`, naming the line, if it is invalid."""
    items = []
    for row in json_rows(path, _EXPECTED):
        read = row.read(_Asked)
        final = _FINAL.search(read.answer)
        if final is None:
            row.place.refuse("'answer' does not end with #### and a number")
        items.append(Item(str(row.number), read.question, final[1], "number"))
    return DataSet("gsm8k", tuple(items))


# --- HotpotQA: questions about two paragraphs, as a JSON array
#
# Source: Z. Yang et al. (2018), arXiv 1809.09600. The test files have no answers and cannot be
# used.

_HOTPOTQA_EXPECTED = (
    'a JSON array of {"question", "answer", "supporting_facts": [[title, sentence number], …], '
    '"context": [[title, [sentence, …]], …]}'
)


@dataclass(frozen=True, slots=True)
class HotpotQuestion(_Asked):
    """A HotpotQA question with its paragraphs."""

    context: tuple[tuple[Sentence, tuple[Sentence, ...]], ...] = ()
    supporting_facts: tuple[tuple[Sentence, int], ...] = ()

    @property
    def paragraphs(self) -> tuple[Paragraph, ...]:
        return tuple(Paragraph(*each) for each in self.context)

    @property
    def facts(self) -> tuple[SupportingFact, ...]:
        # some published entries have a sentence number beyond the paragraph
        sentences = {
            (title, number): sentence.strip()
            for title, said in self.context
            for number, sentence in enumerate(said)
        }
        return tuple(
            SupportingFact(each[0], sentences.get(each, "")) for each in self.supporting_facts
        )


def read_hotpotqa(path: Path) -> DataSet:
    """Read a HotpotQA file; raise `AgentError`, naming the entry, if it is invalid."""
    items = []
    for row in json_rows(path, _HOTPOTQA_EXPECTED):
        read = row.read(HotpotQuestion)
        known_as, asked = row.id("_id"), read.question
        items.append(Item(known_as, asked, read.answer, "span", read.paragraphs, read.facts))
    return DataSet("hotpotqa", tuple(items))


# --- SimpleQA: short factual questions, as CSV
#
# Source: J. Wei et al. (2024), arXiv 2411.04368; the columns are metadata, problem and answer.

_SIMPLEQA_EXPECTED = "CSV with the columns metadata, problem and answer"


def read_simpleqa(path: Path) -> DataSet:
    """Read a SimpleQA file; raise `AgentError`, naming the line, if it is invalid."""
    lines = csv.reader(io.StringIO(read_text(path, _SIMPLEQA_EXPECTED), newline=""), strict=True)
    items: list[Item] = []
    began = 1
    try:
        header = [name.strip() for name in next(lines)]
        missing = [name for name in ("problem", "answer") if name not in header]
        if missing:
            Place(path, "line 1", _SIMPLEQA_EXPECTED).refuse(f"there is no column {missing[0]!r}")
        began = lines.line_num + 1
        for cells in lines:
            place = Place(path, f"line {began}", _SIMPLEQA_EXPECTED)
            began = lines.line_num + 1
            if not cells:
                continue
            if len(cells) != len(header):
                place.refuse(f"it has {len(cells)} cells where the first line has {len(header)}")
            values = dict(zip(header, cells, strict=True))
            read = Row(place, 0, values).read(_Asked, question=values["problem"])
            items.append(Item(str(len(items) + 1), read.question, read.answer, "text"))
    except csv.Error as error:
        Place(path, f"line {began}", _SIMPLEQA_EXPECTED).refuse(f"it is no CSV ({error})")
    return DataSet("simpleqa", tuple(items))


# --- Humanity's Last Exam: hard questions on many subjects, only those without an image
#
# Source: L. Phan et al. (2025), arXiv 2501.14249. It is published as Parquet; an export of its rows
# as JSON Lines or as a JSON array is read.

_HLE_EXPECTED = (
    'JSON Lines or a JSON array of {"id", "question", "image", "answer", "answer_type"}, exported '
    "from the published Parquet"
)
_LETTER = re.compile(r"[A-Za-z]")


@dataclass(frozen=True, slots=True)
class _HleQuestion(_Asked):
    answer_type: Literal["exactMatch", "multipleChoice"] = "exactMatch"


def read_hle(path: Path) -> DataSet:
    """Read a Humanity's Last Exam file; raise `AgentError`, naming the entry, if it is invalid."""
    items: list[Item] = []
    pictured = 0
    for row in json_rows(path, _HLE_EXPECTED):
        if row.values.get("image"):
            pictured += 1
            continue
        read = row.read(_HleQuestion)
        lettered = read.answer_type == "multipleChoice" and _LETTER.fullmatch(read.answer)
        kind: AnswerKind = "choice" if lettered else "text"
        items.append(Item(row.id("id"), read.question, read.answer, kind))
    total = pictured + len(items)
    told = (
        f"{pictured:,} of {total:,} questions have an image and were left out" if pictured else ""
    )
    return DataSet("hle", tuple(items), told)


# --- Selecting questions

_READERS: Mapping[str, Callable[[Path], DataSet]] = {
    "gsm8k": read_gsm8k,
    "hotpotqa": read_hotpotqa,
    "simpleqa": read_simpleqa,
    "hle": read_hle,
}


def read_data_set(
    name: BenchmarkName, path: Path, *, limit: int | None = None, seed: int | None = None
) -> DataSet:
    """Return the first ``limit`` questions in a data file or, given a ``seed``, a random sample.

    Raise `AgentError` if the file is invalid, has no usable questions, or repeats an ID.
    """
    found = _READERS[name](path)
    if not found.items:
        raise AgentError(f"{path}: there are no usable questions. {found.left_out}")
    twice = [each for each, times in Counter(item.id for item in found.items).items() if times > 1]
    if twice:
        raise AgentError(f"{path}: two questions have the id {twice[0]!r}.")
    items = found.items
    if seed is not None:
        items = tuple(random.Random(seed).sample(items, len(items)))  # noqa: S311 - a sample, no secret
    return replace(found, items=items[:limit])
