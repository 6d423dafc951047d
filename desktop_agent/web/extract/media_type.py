"""What kind of document a body is: by its Content-Type, and by its first bytes where that errs."""

import re
from enum import StrEnum

from desktop_agent.core.errors import Unreadable

READ = "HTML, plain text, Markdown, CSV, JSON, XML and PDF are"

_HTML = frozenset({"text/html", "application/xhtml+xml", "application/vnd.wap.xhtml+xml"})
_TEXT = frozenset(
    {
        "application/json",
        "application/xml",
        "application/yaml",
        "application/x-yaml",
        "application/toml",
        "application/javascript",
        "application/x-javascript",
        "application/ecmascript",
        "application/x-sh",
        "application/x-ndjson",
        "application/jsonl",
        "application/csv",
        "application/sql",
        "application/graphql",
        "application/x-tex",
        "application/x-httpd-php",
    }
)
_UNTOLD = frozenset(
    {
        "",
        "application/octet-stream",
        "binary/octet-stream",
        "application/unknown",
        "unknown/unknown",
    }
)
_PDF = frozenset({"application/pdf", "application/x-pdf"})

# first bytes of what servers mislabel as text (WHATWG MIME Sniffing, sections 6 and 7)
_SIGNATURES = (
    (b"\x89PNG\r\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF8", "image/gif"),
    (b"PK\x03\x04", "application/zip"),
    (b"\x1f\x8b", "application/gzip"),
    (b"\x7fELF", "application/x-executable"),
    (b"OggS", "audio/ogg"),
    (b"ID3", "audio/mpeg"),
    (b"\x1aE\xdf\xa3", "video/webm"),
    (b"Rar!\x1a", "application/vnd.rar"),
    (b"\xd0\xcf\x11\xe0", "application/x-ole-storage"),
)
_LOOKS_HTML = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b",
    re.IGNORECASE | re.DOTALL,
)
_SNIFFED = 2048


class Kind(StrEnum):
    """How a document is read."""

    HTML = "html"
    PDF = "pdf"
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
    if media_type in _PDF | _UNTOLD or _kind_by_name(media_type) is not None:
        return
    raise unreadable(media_type, url)


def unreadable(media_type: str, url: str) -> Unreadable:
    """Gives the refusal of a type."""
    return Unreadable(f"{url} is of type {media_type}, which is not read.", f"Only {READ}.")


def sniff(body: bytes, media_type: str, url: str) -> tuple[Kind, str]:
    """Gives how to read the body, and the media type that it really has.

    Raises:
        Unreadable: it is binary of a kind that is not read.
    """
    head = body[:_SNIFFED]
    if head.lstrip()[:5] == b"%PDF-" or (media_type in _PDF and b"%PDF-" in head):
        return Kind.PDF, "application/pdf"
    for signature, real in _SIGNATURES:
        if head.startswith(signature):
            raise unreadable(real, url)
    kind = _kind_by_name(media_type)
    if kind is not Kind.HTML and _LOOKS_HTML.match(head) and not _is_code(media_type):
        return Kind.HTML, "text/html"
    if _is_binary(head):
        raise unreadable(f"{media_type or 'unknown'} (binary)", url)
    if kind is None:
        return Kind.TEXT, "text/plain"
    return kind, media_type


def _kind_by_name(media_type: str) -> Kind | None:
    if media_type in _HTML:
        return Kind.HTML
    if media_type in _TEXT or media_type.startswith("text/"):
        return Kind.TEXT
    if media_type.endswith(("+json", "+xml", "+yaml")) and not media_type.startswith("image/"):
        return Kind.TEXT
    return None


def _is_code(media_type: str) -> bool:
    """True for types that may well hold HTML as their subject."""
    return media_type in {"text/markdown", "text/csv", "text/x-markdown"} or "json" in media_type


def _is_binary(head: bytes) -> bool:
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return False
    # UTF-16 without its mark is every other byte NUL; other text has none
    nul = head.count(b"\0")
    if nul and not 0.2 < nul / len(head) <= 0.55:
        return True
    control = sum(byte < 9 or 13 < byte < 27 for byte in head)
    return control - nul > len(head) * 0.1
