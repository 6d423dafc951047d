"""The main module of the worker process that extracts document content."""

import contextlib
import sys
from dataclasses import asdict
from typing import Any

from desktop_agent.system.resources import resource_path
from desktop_agent.system.worker_protocol import Reply, serve
from desktop_agent.web.extract.pipeline import extract
from desktop_agent.web.extract.worker_messages import Document


def main(memory_mb: int) -> None:
    """Process documents one after another; see `system.worker_protocol.serve`.

    The worker extracts a sample page before it reports that it is ready, so that the first real
    page does not have to wait for imports. It loads the PDF code right afterwards.
    """
    serve(memory_mb, _answer, load=load_html, load_more=load_pdf)


def load_html() -> None:
    """Load the code and data for HTML by extracting a sample page.

    Its one byte that is not UTF-8 triggers charset detection; its table and list load the rest.
    """
    _rehearse("sample.html", "text/html")


def load_pdf() -> None:
    """Load the PDF code by extracting a sample file."""
    _rehearse("sample.pdf", "application/pdf")


def _answer(request: dict[str, Any], body: bytes) -> Reply:
    reply = asdict(extract(Document(body=body, **request)))
    reply["facts"] = [list(fact.values()) for fact in reply["facts"]]
    return Reply(reply)


def _rehearse(name: str, media_type: str) -> None:
    """Extract a sample document, ignoring errors; real documents will report them."""
    with contextlib.suppress(Exception):
        body = resource_path("reader", name).read_bytes()
        extract(Document(body, media_type, None, "https://example.org/"))


if __name__ == "__main__":
    main(int(sys.argv[1]))
