"""HotpotQA: questions over two paragraphs, as a JSON array.

Source: Z. Yang et al. (2018), arXiv 1809.09600. The test files without answers are of no use here.
"""

from pathlib import Path
from typing import Any

from desktop_agent.bench.datasets.rows import Row, json_rows
from desktop_agent.bench.item import DataSet, Item, Paragraph, SupportingFact

_EXPECTED = (
    'a JSON array of {"question", "answer", "supporting_facts": [[title, sentence number], …], '
    '"context": [[title, [sentence, …]], …]}'
)


def read(path: Path) -> DataSet:
    """Reads the file; raises `AgentError`, which names the entry."""
    return DataSet("hotpotqa", tuple(_item(row) for row in json_rows(path, _EXPECTED)))


def _item(row: Row) -> Item:
    paragraphs = _paragraphs(row)
    return Item(
        id=row.id("_id"),
        question=row.text("question"),
        gold=row.text("answer"),
        kind="span",
        paragraphs=paragraphs,
        facts=_facts(row, {each.title: each.sentences for each in paragraphs}),
    )


def _paragraphs(row: Row) -> tuple[Paragraph, ...]:
    found = []
    for title, sentences in _pairs(row, "context"):
        if not isinstance(sentences, list) or not all(isinstance(each, str) for each in sentences):
            row.place.refuse(f"the paragraph {title!r} is no list of sentences")
        found.append(Paragraph(title, tuple(sentences)))
    return tuple(found)


def _facts(row: Row, paragraphs: dict[str, tuple[str, ...]]) -> tuple[SupportingFact, ...]:
    found = []
    for title, number in _pairs(row, "supporting_facts"):
        if not isinstance(number, int):
            row.place.refuse(f"the supporting fact in {title!r} has no sentence number")
        sentences = paragraphs.get(title, ())
        # some published entries number a sentence that the paragraph does not have
        sentence = sentences[number].strip() if 0 <= number < len(sentences) else ""
        found.append(SupportingFact(title, sentence))
    return tuple(found)


def _pairs(row: Row, name: str) -> list[tuple[str, Any]]:
    values = row.values.get(name, [])
    if not isinstance(values, list):
        row.place.refuse(f"{name!r} is no list")
    pairs = []
    for value in values:
        if not (isinstance(value, list) and len(value) == 2 and isinstance(value[0], str)):
            row.place.refuse(f"{name!r} holds something that is no pair of a title and the rest")
        pairs.append((value[0], value[1]))
    return pairs
