"""One question of a benchmark, with what it is scored by."""

import hashlib
from dataclasses import dataclass
from typing import Literal

BenchmarkName = Literal["gsm8k", "hotpotqa", "simpleqa", "hle"]
AnswerKind = Literal["number", "span", "text", "choice"]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph that comes with a question, as its title and its sentences."""

    title: str
    sentences: tuple[str, ...]

    @property
    def text(self) -> str:
        """The whole paragraph."""
        return "".join(self.sentences).strip()


@dataclass(frozen=True, slots=True)
class SupportingFact:
    """A sentence that the answer rests on; ``sentence`` is empty where the file does not hold it."""

    title: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Item:
    """One question; ``id`` is its own in the data file, or its place there, counted from 1.

    ``kind`` says how ``gold`` is compared: as a number, a span by HotpotQA's rules, a text, or the
    letter of a choice.
    """

    id: str
    question: str
    gold: str
    kind: AnswerKind
    paragraphs: tuple[Paragraph, ...] = ()
    facts: tuple[SupportingFact, ...] = ()

    @property
    def digest(self) -> str:
        """Tells this question and its right answer from every other: 16 hex digits."""
        text = f"{self.question}\0{self.gold}".encode("utf-8", "backslashreplace")
        return hashlib.sha256(text).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class DataSet:
    """The questions of a data file; ``left_out`` says in a line which of them were not taken."""

    name: BenchmarkName
    items: tuple[Item, ...]
    left_out: str = ""
