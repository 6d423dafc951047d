"""Translatable strings for counts, locations and states on the knowledge page."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from desktop_agent.core.knowledge import (
    CollectionInfo,
    DocumentRecord,
    IngestProgress,
    KnowledgeStatus,
    Place,
    SourceInfo,
)
from desktop_agent.frontends.ui.widgets.model_download import bytes_text
from desktop_agent.frontends.ui.widgets.plain_text import one_line, visible

tr = partial(QCoreApplication.translate, "Knowledge")

_MINUTE_S = 60
_HOUR_S = 3600
_DOT = " · "


def documents(count: int) -> str:
    """Format a document count, such as "1 document" or "1,204 documents"."""
    return tr("1 document") if count == 1 else tr("{0} documents").format(f"{count:,}")


def passages(count: int) -> str:
    """Format a passage count, such as "1 passage" or "1,204 passages"."""
    return tr("1 passage") if count == 1 else tr("{0} passages").format(f"{count:,}")


def problems(count: int) -> str:
    """Format a count of unreadable files, such as "1 problem" or "3 problems"."""
    return tr("1 problem") if count == 1 else tr("{0} problems").format(f"{count:,}")


def place_line(place: Place) -> str:
    """Format a location in a document, such as ``page 3 · lines 4-9``, or return "" if unknown."""
    parts = [tr("page {0}").format(place.page)] if place.page else []
    parts += [one_line(place.label)] if place.label else []
    parts += [" \u203a ".join(map(one_line, place.headings))] if place.headings else []
    if place.first_line and place.last_line > place.first_line:
        parts.append(tr("lines {0}-{1}").format(place.first_line, place.last_line))
    elif place.first_line:
        parts.append(tr("line {0}").format(place.first_line))
    return _DOT.join(parts)


def shown_path(path: str) -> str:
    """Return a path for display, on one line and with ``~`` for the home folder."""
    home = str(Path.home())
    if path == home or path.startswith((home + "/", home + "\\")):
        path = "~" + path[len(home) :]
    return visible(path).replace("\n", "␊")


def where(document: DocumentRecord) -> str:
    """Return a document's path, or the URL of a stored page."""
    return shown_path(document.path) if is_file(document) else one_line(document.url)


def is_file(document: DocumentRecord) -> bool:
    """Return whether a document is a local file rather than a stored page."""
    return document.url.startswith("file:")


def title(document: DocumentRecord) -> str:
    """Return a document's title, or its file name if it has none."""
    return one_line(document.title) or shown_path(Path(document.path).name)


def collection_name(collection: CollectionInfo) -> str:
    """Return a collection's name, translated for the built-in collection."""
    built_in = collection.kind == "pages"
    return tr("Pages read and discoveries") if built_in else one_line(collection.name)


def source_name(source: SourceInfo) -> str:
    """Return a source's path, or a translated name for a source of the built-in collection."""
    built_in = {"snapshots": tr("Pages that were read"), "discoveries": tr("Discoveries")}
    return built_in.get(source.kind) or shown_path(source.path)


def collection_line(collection: CollectionInfo) -> str:
    """Format a collection's document count, passage count, size and embedding progress."""
    parts = [documents(collection.documents)]
    if collection.chunks:
        parts.append(passages(collection.chunks))
    if collection.size:
        parts.append(bytes_text(collection.size))
    if 0 < collection.embedded < collection.chunks:
        share = min(99, 100 * collection.embedded // collection.chunks)
        parts.append(tr("{0} % embedded").format(share))
    return _DOT.join(parts)


def source_line(source: SourceInfo) -> str:
    """Format a source's document count unless it is a file, and a note if the source is missing."""
    parts = [] if source.kind == "file" else [documents(source.documents)]
    if source.missing:
        parts.insert(0, tr("not there now"))
    return _DOT.join(parts)


def all_together(collections: Sequence[CollectionInfo]) -> str:
    """Format the total document and passage counts, or return "" if there are no documents."""
    count = sum(each.documents for each in collections)
    chunks = sum(each.chunks for each in collections)
    return _DOT.join((documents(count), passages(chunks))) if count else ""


def model_words(status: KnowledgeStatus) -> str:
    """Format the index size and the embedding model's name, or say that no model is used."""
    parts = [tr("index {0}").format(bytes_text(status.disk_bytes))] if status.disk_bytes else []
    model = status.wanted_model and (status.embedding_model or status.wanted_model)
    parts.append(one_line(model) if model else tr("searching by words alone"))
    return _DOT.join(parts)


def progress_line(progress: IngestProgress) -> str:
    """Format the progress of indexing, the number of problems and the time left."""
    read = tr("{0} of {1} files").format(f"{progress.done:,}", f"{progress.total:,}")
    embedded = tr("{0} of {1} passages").format(f"{progress.embedded:,}", f"{progress.to_embed:,}")
    said = {
        "scanning": tr("Looking for changed files…"),
        "reading": tr("Reading: {0}").format(read),
        "embedding": tr("Embedding: {0}").format(embedded),
        "waiting": tr("Another Desktop Agent is indexing; this one waits."),
    }
    parts = [_paused(progress, read, embedded) or said.get(progress.state, "")]
    if progress.problems:
        parts.append(problems(progress.problems))
    if progress.eta_s is not None and progress.state in ("reading", "embedding"):
        parts.append(time_left(progress.eta_s))
    return _DOT.join(part for part in parts if part)


def _paused(progress: IngestProgress, read: str, embedded: str) -> str:
    if progress.state != "paused":
        return ""
    if progress.done < progress.total:
        return tr("Paused: {0}").format(read)
    if progress.embedded < progress.to_embed:
        return tr("Paused: {0}").format(embedded)
    return tr("Indexing is paused")


def time_left(seconds: float) -> str:
    """Format an estimate of the remaining time, such as "about 5 min left"."""
    if seconds < _MINUTE_S:
        return tr("less than a minute left")
    if seconds < _HOUR_S:
        return tr("about {0} min left").format(round(seconds / _MINUTE_S))
    hours = round(seconds / _HOUR_S, 1)
    return tr("about {0} h left").format(f"{hours:g}")


def found(count: int, limit: int) -> str:
    """Format the number of passages found, and say so if the limit was reached."""
    if count >= limit:
        return tr("The best {0} passages").format(f"{count:,}")
    return passages(count)
