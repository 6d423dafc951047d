"""The main module of the worker process that extracts the content of documents."""

import contextlib
import sys
from dataclasses import asdict
from typing import Any

from desktop_agent.system.worker_protocol import Reply, serve
from desktop_agent.web.extract.pipeline import extract
from desktop_agent.web.extract.worker_messages import Document

# Its one byte that is not UTF-8 triggers charset detection; its table and list load the rest.
_PAGE = (
    b"<!doctype html><title>Page</title><script type='application/ld+json'>{}</script><main>"
    b"<h1>Caf\xe9</h1><p>A line of text, as pages have it.<ul><li>one<li>two</ul>"
    b"<table><tr><th>a<th>b<tr><td>1<td>2</table><pre>code</pre></main>"
)
_PDF = (
    b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
    b"2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
    b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R"
    b"/Resources<</Font<</F1 5 0 R>>>>>>endobj\n"
    b"4 0 obj<</Length 27>>stream\nBT /F1 9 Tf 9 9 Td(a)Tj ET\nendstream endobj\n"
    b"5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\n"
    b"trailer<</Root 1 0 R>>\n%%EOF"
)


def main(memory_mb: int) -> None:
    """Process documents one after another; see `system.worker_protocol.serve`.

    The worker extracts a sample page before it reports that it is ready, so that the first real
    page does not wait for code and data to load. It loads the PDF code immediately afterwards.
    """
    serve(memory_mb, _answer, load=load_html, load_more=load_pdf)


def load_html() -> None:
    """Load the code and data for HTML by extracting a sample page."""
    _rehearse(_PAGE, "text/html")


def load_pdf() -> None:
    """Load the code for PDFs by extracting a sample file."""
    _rehearse(_PDF, "application/pdf")


def _answer(request: dict[str, Any], body: bytes) -> Reply:
    reply = asdict(extract(Document(body=body, **request)))
    reply["facts"] = [list(fact.values()) for fact in reply["facts"]]
    return Reply(reply)


def _rehearse(body: bytes, media_type: str) -> None:
    """Extract a sample document. Errors are ignored, because real documents will report them."""
    with contextlib.suppress(Exception):
        extract(Document(body, media_type, None, "https://example.org/"))


if __name__ == "__main__":
    main(int(sys.argv[1]))
