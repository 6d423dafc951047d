"""Detect a document's type from its Content-Type, or from its content if the header is wrong."""

import re
from enum import StrEnum
from functools import cache
from typing import Any

from desktop_agent.core.errors import Unreadable
from desktop_agent.system.resources import toml_resource
from desktop_agent.web.extract.csv_json import is_json
from desktop_agent.web.extract.encoding import encoding_name, text_in, unmarked_utf_16

# --- Signatures and names of binary files


@cache
def _types() -> dict[str, Any]:
    """Return the tables in ``media_types.toml``, with file signatures as bytes."""
    types = dict(toml_resource("reader", "media_types.toml"))
    types["signatures"] = [
        (real, at, bytes.fromhex(mark)) for real, at, mark in types["signatures"]
    ]
    return types


def binary_type(body: bytes) -> str:
    """Return a binary file's media type, detected from its signature, or ""."""
    if body.startswith(b"PK\3\4"):
        return _in_zip(body)
    if body.startswith(b"\xd0\xcf\x11\xe0"):
        names = ((real, name.encode("utf-16-le")) for real, name in _types()["ole"])
        return next((real for real, name in names if name in body), "application/x-ole-storage")
    if body.startswith(b"\x1aE\xdf\xa3"):
        return "video/webm" if b"webm" in body[:64] else "video/x-matroska"
    if body[4:8] == b"ftyp":
        return str(_types()["brands"].get(body[8:12].decode("latin-1"), "video/mp4"))
    if body.startswith(b"MZ") and b"\0" in body[2:64]:
        return "application/vnd.microsoft.portable-executable"
    if body.startswith(b"BM") and body[6:10] == b"\0\0\0\0":
        return "image/bmp"
    signatures = _types()["signatures"]
    return next((real for real, at, mark in signatures if body.startswith(mark, at)), "")


def kind_name(media_type: str) -> tuple[str, str]:
    """Return an unsupported type's display name and a remedy, both "" if the type is unknown."""
    for named in _types()["names"]:
        if any(part in media_type for part in named["parts"]):
            return named["name"], named["remedy"]
    return "", ""


def _in_zip(body: bytes) -> str:
    """Return the media type of a ZIP-based file, detected from its member names."""
    if body[30:38] == b"mimetype":  # OpenDocument and EPUB begin with their type, not compressed
        size = int.from_bytes(body[18:22], "little")
        declared = body[38 : 38 + size]
        if size < 100 and declared.isascii() and declared.startswith(b"application/"):
            return declared.decode("ascii")
    zipped = _types()["zipped"]
    return next((real for real, name in zipped if name.encode() in body), "application/zip")


READ = "HTML, plain text, Markdown, CSV, JSON, XML and PDF are"

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
    """The document formats that can be parsed."""

    HTML = "html"
    PDF = "pdf"
    JSON = "json"
    XML = "xml"
    TABLE = "table"
    TEXT = "text"


def split_content_type(header: str) -> tuple[str, str | None]:
    """Return the lower-case media type, and the charset or None (RFC 9110, section 8.3)."""
    media_type, *parameters = header.split(";")
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "charset":
            return media_type.strip().lower(), value.strip().strip("\"'") or None
    return media_type.strip().lower(), None


def refuse_by_name(media_type: str, url: str) -> None:
    """Raise `Unreadable` if the declared media type is not supported."""
    types = _types()
    # "html", for example, is not a media type at all and carries no information
    read = media_type in types["pdf"] or media_type in types["unknown"] or "/" not in media_type
    if not read and _kind_by_name(media_type) is None:
        raise unreadable(media_type, url)


def unreadable(media_type: str, url: str) -> Unreadable:
    """Return the error for a document whose media type is not supported."""
    name, remedy = kind_name(media_type)
    what = f"{name} of type" if name else "of type"
    return Unreadable(
        f"{url} is {what} {media_type}, which isn't supported.", f"{remedy} Only {READ}.".strip()
    )


def sniff(body: bytes, media_type: str, url: str, charset: str | None = None) -> tuple[Kind, str]:
    """Detect the format and the actual media type of a response body.

    ``charset`` is taken from the Content-Type header.

    Raises:
        Unreadable: the body has an unsupported binary type.
    """
    head = body[:_SNIFFED]
    if head.lstrip()[:5] == b"%PDF-" or (media_type in _types()["pdf"] and b"%PDF-" in head):
        return Kind.PDF, "application/pdf"
    if real := binary_type(body):
        raise unreadable(real, url)
    kind = _kind_by_name(media_type)
    if kind is not Kind.HTML and _LOOKS_HTML.match(head) and not _is_code(media_type):
        return Kind.HTML, "text/html"
    if _is_binary(head, charset):
        raise unreadable(f"{media_type or 'unknown'} (binary)", url)
    if media_type in _types()["verbatim"]:
        return Kind.TEXT, media_type
    if kind is Kind.XML or (kind is not Kind.JSON and _LOOKS_FEED.match(head)):
        return Kind.XML, media_type if kind is Kind.XML else "application/xml"
    if kind is not Kind.JSON and _LOOKS_JSON.match(head) and is_json(body):
        return Kind.JSON, media_type if kind is Kind.TEXT else "application/json"
    if media_type == "application/vnd.ms-excel":
        return Kind.TABLE, "text/csv"
    return (kind, media_type) if kind is not None else (Kind.TEXT, "text/plain")


def _kind_by_name(media_type: str) -> Kind | None:
    types = _types()
    if media_type in types["html"]:
        return Kind.HTML
    if media_type in types["json"] or media_type.endswith("+json"):
        return Kind.JSON
    is_xml = media_type.endswith("+xml") and not media_type.startswith("image/")
    if media_type in types["xml"] or is_xml:
        return Kind.XML
    if media_type in types["table"]:
        return Kind.TABLE
    is_text = media_type.startswith("text/") or media_type.endswith("+yaml")
    return Kind.TEXT if media_type in types["text"] or is_text else None


def _is_code(media_type: str) -> bool:
    """Return whether documents of this type may contain HTML that is data rather than markup."""
    types = _types()
    return media_type in {*types["verbatim"], *types["table"]} or "json" in media_type


def _is_binary(head: bytes, charset: str | None) -> bool:
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return False
    name = encoding_name(charset or "")
    name = name if name.startswith("utf-16") else unmarked_utf_16(head)
    text = text_in(head, name) if name else head.decode("latin-1")
    if "\0" in text:
        return True
    return sum(map(text.count, _CONTROLS)) > len(text) * 0.1
