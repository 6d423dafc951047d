"""Translatable strings for counts, locations and states on the page of documents."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from desktop_agent.core.knowledge import (
    CollectionInfo,
    DocumentRecord,
    IngestProgress,
    Place,
    SourceInfo,
)
from desktop_agent.frontends.ui.widgets.model_download import bytes_text, duration_text
from desktop_agent.frontends.ui.widgets.plain_text import one_line, visible
from desktop_agent.frontends.ui.wording.labels import label

tr = partial(QCoreApplication.translate, "Knowledge")


def documents(count: int) -> str:
    """Format a document count, such as "1 document" or "1,204 documents"."""
    return tr("1 document") if count == 1 else tr("{0} documents").format(f"{count:,}")


def problems(count: int) -> str:
    """Format a count of unreadable files, such as "3 problems", or return "" if it is 0."""
    if not count:
        return ""
    return tr("1 problem") if count == 1 else tr("{0} problems").format(f"{count:,}")


def results(count: int, limit: int) -> str:
    """Format the number of results, and say so if the limit was reached."""
    if count >= limit:
        return tr("Top {0} results").format(f"{count:,}")
    return tr("1 result") if count == 1 else tr("{0} results").format(f"{count:,}")


def place_line(place: Place) -> str:
    """Format a location in a document, such as ``page 3 · lines 4-9``, or return "" if unknown."""
    parts = [tr("page {0}").format(place.page)] if place.page else []
    parts += [one_line(place.label)] if place.label else []
    parts += [" \u203a ".join(map(one_line, place.headings))] if place.headings else []
    if place.first_line and place.last_line > place.first_line:
        parts.append(tr("lines {0}-{1}").format(place.first_line, place.last_line))
    elif place.first_line:
        parts.append(tr("line {0}").format(place.first_line))
    return " · ".join(parts)


def shown_path(path: str) -> str:
    """Return a path for display, on one line and with ``~`` for the home folder."""
    home = str(Path.home())
    if path == home or path.startswith((home + "/", home + "\\")):
        path = "~" + path[len(home) :]
    return visible(path).replace("\n", "␊")


def where(document: DocumentRecord) -> str:
    """Return a document's path, or the URL of a stored page."""
    is_file = document.url.startswith("file:")
    return shown_path(document.path) if is_file else one_line(document.url)


def title(document: DocumentRecord) -> str:
    """Return a document's title, or its file name if it has none."""
    return one_line(document.title) or shown_path(Path(document.path).name)


# --- Collections and their sources

Row = CollectionInfo | SourceInfo


def name(row: Row) -> str:
    """Return the display name of a collection or source."""
    if isinstance(row, CollectionInfo):
        is_built_in = row.kind == "pages"
        return tr("Web pages and discoveries") if is_built_in else one_line(row.name)
    built_in = {"snapshots": tr("Web pages"), "discoveries": tr("Discoveries")}
    return built_in.get(row.kind) or shown_path(row.path)


def badge(row: Row) -> str:
    """Return the badge of a built-in collection, or "" for other collections and for sources."""
    badges = {"pages": tr("built in"), "remote": tr("read-only")}
    return badges.get(row.kind, "")


def about(row: Row) -> str:
    """Format a row's document count and size, and say what is missing."""
    if isinstance(row, SourceInfo):
        counted = tr("1 file") if row.kind == "file" else documents(row.documents)
        parts = [tr("unavailable") if row.missing else "", counted]
    else:
        parts = [documents(row.documents), bytes_text(row.size) if row.size else ""]
        if 0 < row.embedded < row.chunks:
            share = min(99, 100 * row.embedded // row.chunks)
            parts.append(tr("{0}% searchable by meaning").format(share))
    return " · ".join(part for part in parts if part)


# --- Indexing


def progress_line(progress: IngestProgress) -> str:
    """Format the progress of indexing, the number of problems and the time left."""
    read = tr("{0} of {1} files").format(f"{progress.done:,}", f"{progress.total:,}")
    embedded = f"{progress.embedded / progress.to_embed:.0%}" if progress.to_embed else ""
    paused = read if progress.done < progress.total else embedded
    done = embedded if progress.state == "embedding" else read
    state = label("Knowledge", "progress", progress.state, "").format(done)
    if progress.state == "paused":
        state = tr("Paused: {0}").format(paused) if paused else tr("Paused")
    parts = [state, problems(progress.problems)]
    if progress.eta_s is not None and progress.state in ("reading", "embedding"):
        parts.append(duration_text(progress.eta_s))
    return " · ".join(part for part in parts if part)
