"""The document reader's worker process, which returns the text and chunks of files."""

import hashlib
import json
import os
import stat
import sys
from operator import attrgetter
from pathlib import Path
from typing import Any

from desktop_agent.core.errors import Unreadable
from desktop_agent.core.knowledge import Place
from desktop_agent.core.text import display_name
from desktop_agent.knowledge.chunking import chunk
from desktop_agent.knowledge.loaders.load import load
from desktop_agent.knowledge.loaders.programs import recognize
from desktop_agent.system.worker_protocol import Reply, serve
from desktop_agent.web.extract.worker_main import load_html, load_pdf

_CHUNKS_A_PART = 500  # small enough that parsing one does not delay the program
_FIELDS = attrgetter(*Place.__slots__)
_TOLD = ("title", "media_type", "date", "note")
_BINARY = getattr(os, "O_BINARY", 0)
_NOT_WAITING = getattr(os, "O_NONBLOCK", 0)


def main(memory_mb: int) -> None:
    """Serve requests to read files, one at a time, until standard input is closed."""
    serve(memory_mb, _answer, load=load_html, load_more=_load_rest)


def _load_rest() -> None:
    load_pdf()
    chunk(load(b"# Title\n\nText.\n", "page.md"), tokens=512, overlap=50)


def _answer(request: dict[str, Any], body: bytes) -> Reply:
    size, modified_ns = len(body), 0
    if request["path"] is not None:
        body, found = _read(request["path"], request["max_bytes"])
        size, modified_ns = found.st_size, found.st_mtime_ns
    if request["page"]:
        text = recognize(body, request["name"], request["page"], request["ocr_languages"])
        return Reply({"same": False}, [text.encode("utf-8", "replace")])
    sha256 = hashlib.sha256(body).hexdigest()
    if sha256 == request["known_sha256"]:
        return Reply({"same": True})
    recognized = request["recognized"]
    if recognized is not None:
        recognized = {int(page): text for page, text in recognized.items()}
    loaded = load(body, request["name"], recognized)
    del body
    told = {name: getattr(loaded, name) for name in _TOLD}
    record = {"sha256": sha256, "size": size, "modified_ns": modified_ns, **told}
    head = {
        "same": False, "scanned": loaded.scanned, "remedy": loaded.remedy, "record": record,
    }  # fmt: skip
    if loaded.scanned:
        return Reply(head)
    parts = [loaded.text.encode()]
    if request["tokens"]:
        chunks = chunk(loaded, tokens=request["tokens"], overlap=request["overlap"])
        for first in range(0, len(chunks), _CHUNKS_A_PART):
            rows = [_FIELDS(each.place) for each in chunks[first : first + _CHUNKS_A_PART]]
            parts.append(json.dumps(rows, ensure_ascii=False).encode())
    return Reply(head, parts)


def _read(path: str, most: int) -> tuple[bytes, os.stat_result]:
    """Return the content and status of a file of at most ``most`` bytes."""
    name = display_name(Path(path).name)
    try:
        # non-blocking, because the file may have been replaced by a pipe
        with os.fdopen(os.open(path, os.O_RDONLY | _NOT_WAITING | _BINARY), "rb") as file:
            found = os.fstat(file.fileno())
            if not stat.S_ISREG(found.st_mode):
                raise Unreadable(f"{name} is not a file.")
            if found.st_size > most:
                raise Unreadable(
                    f"{name} is larger than {most >> 20} MiB.", "Raise knowledge.max_file_mb."
                )
            body = file.read(most + 1)
    except OSError as error:
        raise Unreadable(f"{name} cannot be read: {error.strerror or error}.") from None
    if len(body) > most:
        raise Unreadable(f"{name} grew while it was being read.")
    if not body:
        raise Unreadable(f"{name} is empty.")
    return body, found


if __name__ == "__main__":
    main(int(sys.argv[1]))
