"""What kind of document a body is: by its Content-Type, and by its first bytes where that errs."""

import json
import re
from enum import StrEnum

from desktop_agent.core.errors import Unreadable
from desktop_agent.web.extract.charset import unmarked_utf_16
from desktop_agent.web.extract.encoding import encoding_name, text_in
from desktop_agent.web.extract.signatures import binary_type, kind_name

READ = "HTML, plain text, Markdown, CSV, JSON, XML and PDF are"

_HTML = frozenset({"text/html", "application/xhtml+xml", "application/vnd.wap.xhtml+xml"})
_XML = frozenset({"application/xml", "text/xml"})
_JSON = frozenset({"application/json", "text/json", "text/x-json", "application/x-json"})
_TABLE = frozenset(
    {"text/csv", "application/csv", "text/x-csv", "application/x-csv",
     "text/tab-separated-values", "text/tsv", "text/comma-separated-values"}
)  # fmt: skip
_VERBATIM = frozenset({"text/markdown", "text/x-markdown"})
_TEXT = frozenset(
    f"application/{name}"
    for name in (
        "dart", "ecmascript", "graphql", "javascript", "json-seq", "jsonl", "jsonlines",
        "n-quads", "n-triples", "ndjson", "node", "relax-ng-compact-syntax", "sparql-query", "sql",
        "text", "toml", "trig", "typescript", "x-bibtex", "x-csh", "x-httpd-php", "x-javascript",
        "x-jsonlines", "x-latex", "x-ndjson", "x-perl", "x-php", "x-python", "x-ruby", "x-sh",
        "x-shellscript", "x-sql", "x-subrip", "x-tex", "x-texinfo", "x-troff", "x-turtle",
        "x-typescript", "x-yaml", "xml-dtd", "yaml",
    )
)  # fmt: skip
# said of what a server does not know, or wants saved; much CSV is sent as Excel's
_UNTOLD = frozenset(
    {
        "",
        "*/*",
        "application/binary",
        "application/download",
        "application/force-download",
        "application/octet-stream",
        "application/octetstream",
        "application/unknown",
        "application/vnd.ms-excel",
        "application/x-download",
        "application/x-force-download",
        "application/x-octet-stream",
        "application/x-unknown-content-type",
        "binary/octet-stream",
        "content/unknown",
        "unknown/unknown",
    }
)
_PDF = frozenset({"application/pdf", "application/x-pdf"})

_LOOKS_HTML = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b",
    re.IGNORECASE | re.DOTALL,
)
_LOOKS_FEED = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<\?[^>]*>\s*|<!--.*?-->\s*)*"
    rb"<(?:!doctype\s+)?(?:rss|feed|rdf:rdf|urlset|sitemapindex)[\s>]",
    re.IGNORECASE | re.DOTALL,
)
_LOOKS_JSON = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:\{\s*[\"}]|\[\s*[\[{\"\]\d-])")
_SNIFFED = 2048
_CONTROLS = [chr(code) for code in range(1, 27) if not 9 <= code <= 13]  # ISO-2022 has ESC


class Kind(StrEnum):
    """How a document is read."""

    HTML = "html"
    PDF = "pdf"
    JSON = "json"
    XML = "xml"
    TABLE = "table"
    TEXT = "text"


def split_content_type(header: str) -> tuple[str, str | None]:
    """Gives the media type in lower case, and the charset or None (RFC 9110, section 8.3)."""
    media_type, *parameters = header.split(";")
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "charset":
            return media_type.strip().lower(), value.strip().strip("\"'") or None
    return media_type.strip().lower(), None


def refuse_by_name(media_type: str, url: str) -> None:
    """Refuses what is not worth downloading.

    Raises:
        Unreadable: the type is one that is never read.
    """
    if media_type in _PDF or _is_untold(media_type) or _kind_by_name(media_type) is not None:
        return
    raise unreadable(media_type, url)


def unreadable(media_type: str, url: str) -> Unreadable:
    """Gives the refusal of a type."""
    name, remedy = kind_name(media_type)
    what = f"{name} of type" if name else "of type"
    return Unreadable(
        f"{url} is {what} {media_type}, which is not read.", f"{remedy} Only {READ}.".strip()
    )


def sniff(body: bytes, media_type: str, url: str, charset: str | None = None) -> tuple[Kind, str]:
    """Gives how to read the body, and the media type that it really has.

    ``charset`` is what the Content-Type header names.

    Raises:
        Unreadable: it is binary of a kind that is not read.
    """
    head = body[:_SNIFFED]
    if head.lstrip()[:5] == b"%PDF-" or (media_type in _PDF and b"%PDF-" in head):
        return Kind.PDF, "application/pdf"
    if real := binary_type(body):
        raise unreadable(real, url)
    kind = _kind_by_name(media_type)
    if kind is not Kind.HTML and _LOOKS_HTML.match(head) and not _is_code(media_type):
        return Kind.HTML, "text/html"
    if _is_binary(head, charset):
        raise unreadable(f"{media_type or 'unknown'} (binary)", url)
    if media_type in _VERBATIM:
        return Kind.TEXT, media_type
    if kind is Kind.XML or (kind is not Kind.JSON and _LOOKS_FEED.match(head)):
        return Kind.XML, media_type if kind is Kind.XML else "application/xml"
    if kind is not Kind.JSON and _LOOKS_JSON.match(head) and _is_json(body):
        return Kind.JSON, media_type if kind is Kind.TEXT else "application/json"
    if kind is None:
        return _untold(media_type)
    return kind, media_type


def _untold(media_type: str) -> tuple[Kind, str]:
    if media_type == "application/vnd.ms-excel":
        return Kind.TABLE, "text/csv"
    return Kind.TEXT, "text/plain"


def _is_untold(media_type: str) -> bool:
    # what is no media type at all ("html") says nothing
    return media_type in _UNTOLD or "/" not in media_type


def _kind_by_name(media_type: str) -> Kind | None:
    if media_type in _HTML:
        return Kind.HTML
    if media_type in _JSON or media_type.endswith("+json"):
        return Kind.JSON
    if media_type in _XML or (media_type.endswith("+xml") and not media_type.startswith("image/")):
        return Kind.XML
    if media_type in _TABLE:
        return Kind.TABLE
    if media_type in _TEXT or media_type.startswith("text/") or media_type.endswith("+yaml"):
        return Kind.TEXT
    return None


def _is_code(media_type: str) -> bool:
    """True for types that may well hold HTML as their subject."""
    return media_type in _VERBATIM or media_type in _TABLE or "json" in media_type


def _is_json(body: bytes) -> bool:
    try:
        json.loads(body)
    except (ValueError, RecursionError):
        return False
    return True


def _is_binary(head: bytes, charset: str | None) -> bool:
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return False
    name = encoding_name(charset or "")
    name = name if name.startswith("utf-16") else unmarked_utf_16(head)
    text = text_in(head, name) if name else head.decode("latin-1")
    if "\0" in text:
        return True
    return sum(map(text.count, _CONTROLS)) > len(text) * 0.1
