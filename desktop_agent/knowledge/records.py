"""What an index is told of a document that was read."""

from datetime import UTC, datetime
from pathlib import Path

from desktop_agent.core.knowledge import DocumentRecord
from desktop_agent.knowledge.file_paths import readable
from desktop_agent.knowledge.reading import ReadDocument


def record_of(
    read: ReadDocument,
    path: str,
    *,
    key: str,
    collection: str,
    source: int,
    url: str,
    date: str = "",
) -> DocumentRecord:
    """Gives the record of what was read of ``path`` (exact).

    Its day is ``date``, else that of the document itself, else that of its file.
    """
    return DocumentRecord(
        key=key,
        collection=collection,
        source=source,
        path=readable(path),
        url=url,
        title=readable(read.title or Path(path).name),
        media_type=read.media_type,
        size=read.size,
        modified_ns=read.modified_ns,
        sha256=read.sha256,
        date=date or read.date or _day(read.modified_ns),
        note=read.note,
        chunks=len(read.chunks),
        chars=len(read.text),
    )


def _day(modified_ns: int) -> str:
    """Gives the day of a file's last change, in UTC; nothing for a time that is none."""
    try:
        return datetime.fromtimestamp(modified_ns / 1e9, UTC).date().isoformat()
    except (ValueError, OverflowError, OSError):
        return ""
