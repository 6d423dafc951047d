"""The knowledge base as text for people."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rich.filesize import decimal

from desktop_agent.cli.plain_text import one_line
from desktop_agent.core.knowledge import (
    CollectionInfo,
    IngestProgress,
    KnowledgeHit,
    KnowledgeStatus,
    Problem,
    SourceInfo,
    place_words,
)

_MOST_PROBLEMS = 20
_SHOWN = 600
"""Characters of a passage."""
_BEFORE = 100
"""Characters that are shown before the first word that was searched for."""
_BUILT_IN = {"snapshots": "pages that were read", "discoveries": "discoveries"}


def counted(number: int, what: str) -> str:
    """Gives a number with its noun, as in ``1,204 chunks``."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def hit_text(number: int, hit: KnowledgeHit) -> str:
    """Gives a passage with where it stands."""
    title, place = hit.document.title or hit.document.path, hit.place
    if place.headings[:1] == (title,):
        place = replace(place, headings=place.headings[1:])
    where = place_words(place)
    about = f" ({one_line(where)})" if where else ""
    lines = [f"{number}. {one_line(title)}{about}", f"   {one_line(hit.document.path, 2000)}"]
    return "\n".join([*lines, f"   {one_line(_telling_part(hit), _SHOWN)}"])


def _telling_part(hit: KnowledgeHit) -> str:
    """Gives the stretch of a long passage that holds most of the words that were searched for."""
    if len(hit.text) <= _SHOWN:
        return hit.text
    starts = [start for start, _ in hit.marks]
    reach = _SHOWN - 2 * _BEFORE
    best = max(starts, key=lambda at: sum(at <= s < at + reach for s in starts), default=0)
    start = hit.text.rfind(" ", 0, max(0, best - _BEFORE)) + 1
    return f"…{hit.text[start:]}" if start else hit.text


def collection_text(collection: CollectionInfo) -> str:
    """Gives a collection, and its sources below it."""
    facts = [counted(collection.documents, "document"), counted(collection.chunks, "chunk")]
    if collection.embedded < collection.chunks:
        facts.append(f"{collection.embedded:,} of them embedded")
    facts.append(decimal(collection.size))
    if collection.problems:
        facts.append(counted(collection.problems, "problem"))
    head = f"{one_line(collection.name)}: {', '.join(facts)}"
    return "\n".join([head, *(f"  {_source_text(source)}" for source in collection.sources)])


def _source_text(source: SourceInfo) -> str:
    facts = [counted(source.documents, "document")]
    if source.problems:
        facts.append(counted(source.problems, "problem"))
    if source.missing:
        facts.append("not there now")
    name = _BUILT_IN.get(source.kind) or one_line(source.path, 2000)
    return f"{name} ({', '.join(facts)})"


def status_text(status: KnowledgeStatus) -> str:
    """Gives the state of the whole."""
    lines = [
        f"Documents:  {status.documents:,} in {counted(len(status.collections), 'collection')}",
        f"Index:      {status.engine}, {counted(status.chunks, 'chunk')}, {decimal(status.disk_bytes)}",
        f"Vectors:    {_vectors(status)}",
        f"State:      {progress_text(status.progress)}",
    ]
    if status.progress.note:
        lines.append(f"Note:       {one_line(status.progress.note, 400)}")
    if status.needs_rebuild:
        lines.append(
            f"Rebuild:    {one_line(status.wanted_model)} is wanted now:"
            " desktop-agent knowledge rebuild"
        )
    return "\n".join(lines)


def _vectors(status: KnowledgeStatus) -> str:
    model = status.embedding_model or status.wanted_model
    if not model:
        return "none; documents are searched by words alone"
    size = f" ({status.dimensions} dimensions)" if status.dimensions else ""
    return f"{status.embedded:,} of {status.chunks:,} by {one_line(model)}{size}"


def progress_text(progress: IngestProgress) -> str:
    """Gives how far the indexing is, on a line."""
    match progress.state:
        case "scanning":
            return "looking for changed files"
        case "reading":
            return f"reading, {progress.done:,} of {counted(progress.total, 'file')}"
        case "embedding":
            return f"embedding, {progress.embedded:,} of {counted(progress.to_embed, 'chunk')}"
        case "waiting":
            return "waiting for another Desktop Agent that is indexing"
        case _:
            return progress.state


def problem_lines(problems: Sequence[Problem]) -> Iterator[str]:
    """Gives the files that could not be indexed, the first of them by name."""
    if problems:
        yield f"{counted(len(problems), 'file')} could not be indexed:"
    for problem in problems[:_MOST_PROBLEMS]:
        why = one_line(f"{problem.reason} {problem.remedy}", 400)
        yield f"- {one_line(problem.path, 2000)}: {why}"
    if len(problems) > _MOST_PROBLEMS:
        yield f"- and {len(problems) - _MOST_PROBLEMS:,} more (knowledge status --json has all)"
