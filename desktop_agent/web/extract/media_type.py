"""Detect the type of a document by its Content-Type, or by its first bytes if that is wrong."""

import json
import re
from enum import StrEnum
from typing import Final

from desktop_agent.core.errors import Unreadable
from desktop_agent.web.extract.encoding import encoding_name, text_in, unmarked_utf_16

# --- Signatures and names of binary files
#
# The list follows WHATWG MIME Sniffing (section 6), with other types that are often linked.
# Signatures that are words (``MZ``, ``BM``) also require a byte that does not occur in text.

_SIGNATURES: Final = (
    (0, b"\x89PNG\r\n", "image/png"),
    (0, b"\xff\xd8\xff", "image/jpeg"),
    (0, b"GIF87a", "image/gif"),
    (0, b"GIF89a", "image/gif"),
    (8, b"WEBPVP8", "image/webp"),
    (0, b"II*\0", "image/tiff"),
    (0, b"MM\0*", "image/tiff"),
    (0, b"\0\0\1\0", "image/x-icon"),
    (0, b"\0\0\2\0", "image/x-icon"),
    (0, b"8BPS\0", "image/vnd.adobe.photoshop"),
    (0, b"\0\0\0\x0cJXL ", "image/jxl"),
    (0, b"\0\0\0\x0cjP  ", "image/jp2"),
    (0, b"AT&TFORM", "image/vnd.djvu"),
    (0, b"ID3\2", "audio/mpeg"),
    (0, b"ID3\3", "audio/mpeg"),
    (0, b"ID3\4", "audio/mpeg"),
    (0, b"\xff\xfb", "audio/mpeg"),
    (0, b"\xff\xf3", "audio/mpeg"),
    (0, b"\xff\xf2", "audio/mpeg"),
    (0, b"\xff\xf1", "audio/aac"),
    (0, b"\xff\xf9", "audio/aac"),
    (0, b"OggS\0", "audio/ogg"),
    (0, b"fLaC\0", "audio/flac"),
    (8, b"WAVEfmt ", "audio/wav"),
    (8, b"AIFF", "audio/aiff"),
    (0, b"MThd\0", "audio/midi"),
    (0, b"#!AMR\n", "audio/amr"),
    (8, b"AVI LIST", "video/x-msvideo"),
    (0, b"FLV\1", "video/x-flv"),
    (0, b"\0\0\1\xba", "video/mpeg"),
    (0, b"\0\0\1\xb3", "video/mpeg"),
    (0, b"0&\xb2u\x8ef\xcf\x11", "video/x-ms-wmv"),
    (0, b"wOFF\0\1\0\0", "font/woff"),
    (0, b"wOFFOTTO\0", "font/woff"),
    (0, b"wOFFtrue\0", "font/woff"),
    (0, b"wOF2\0\1\0\0", "font/woff2"),
    (0, b"wOF2OTTO\0", "font/woff2"),
    (0, b"\0\1\0\0\0", "font/ttf"),
    (0, b"OTTO\0", "font/otf"),
    (0, b"ttcf\0", "font/collection"),
    (0, b"\x1f\x8b", "application/gzip"),
    (0, b"7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"),
    (0, b"Rar!\x1a", "application/vnd.rar"),
    (0, b"BZh", "application/x-bzip2"),
    (0, b"\xfd7zXZ\0", "application/x-xz"),
    (0, b"\x28\xb5\x2f\xfd", "application/zstd"),
    (0, b"\x04\x22\x4d\x18", "application/x-lz4"),
    (0, b"MSCF\0", "application/vnd.ms-cab-compressed"),
    (257, b"ustar", "application/x-tar"),
    (0, b"!<arch>\n", "application/x-archive"),
    (0, b"\xed\xab\xee\xdb", "application/x-rpm"),
    (0, b"\x7fELF", "application/x-executable"),
    (0, b"\xfe\xed\xfa\xce", "application/x-mach-binary"),
    (0, b"\xfe\xed\xfa\xcf", "application/x-mach-binary"),
    (0, b"\xce\xfa\xed\xfe", "application/x-mach-binary"),
    (0, b"\xcf\xfa\xed\xfe", "application/x-mach-binary"),
    (0, b"\xca\xfe\xba\xbe", "application/x-mach-binary"),  # Java's classes begin so too
    (0, b"\0asm", "application/wasm"),
    (0, b"SQLite format 3\0", "application/vnd.sqlite3"),
    (0, b"PAR1\x15", "application/vnd.apache.parquet"),
    (0, b"ARROW1\0", "application/vnd.apache.arrow.file"),
    (0, b"Obj\1", "application/vnd.apache.avro"),
    (0, b"\x89HDF\r\n", "application/x-hdf5"),
    (0, b"\x93NUMPY", "application/x-npy"),
    (0, b"{\\rtf", "application/rtf"),
    (0, b"%!PS", "application/postscript"),
    (0, b"ITSF\3", "application/vnd.ms-htmlhelp"),
    (60, b"BOOKMOBI", "application/x-mobipocket-ebook"),
)  # fmt: skip
_ZIPPED: Final = (
    (b"word/", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    (b"xl/", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    (b"ppt/", "application/vnd.openxmlformats-officedocument.presentationml.presentation"),
    (b"META-INF/MANIFEST.MF", "application/java-archive"),
)
_OLE: Final = (
    ("WordDocument", "application/msword"),
    ("Workbook", "application/vnd.ms-excel"),
    ("PowerPoint Document", "application/vnd.ms-powerpoint"),
)
_BRANDS: Final = {
    b"avif": "image/avif", b"avis": "image/avif",
    b"heic": "image/heic", b"heix": "image/heic", b"mif1": "image/heic", b"msf1": "image/heic",
    b"M4A ": "audio/mp4", b"qt  ": "video/quicktime",
}  # fmt: skip

_DOCUMENT = "Look for the same as a page or a PDF."
_NAMES: Final = (
    # the first one contained in the media type
    ("wordprocessingml", "a Word document", _DOCUMENT),
    ("msword", "a Word document", _DOCUMENT),
    ("spreadsheet", "a spreadsheet", _DOCUMENT),
    ("ms-excel", "a spreadsheet", _DOCUMENT),
    ("presentation", "a presentation", _DOCUMENT),
    ("powerpoint", "a presentation", _DOCUMENT),
    ("opendocument.text", "a text document", _DOCUMENT),
    ("ole-storage", "an old Office document", _DOCUMENT),
    ("rtf", "a Rich Text document", _DOCUMENT),
    ("postscript", "a PostScript document", _DOCUMENT),
    ("epub", "an e-book", _DOCUMENT),
    ("mobipocket", "an e-book", _DOCUMENT),
    ("htmlhelp", "a help file", _DOCUMENT),
    ("image/", "an image", "Look for a page that says in words what it shows."),
    ("audio/", "a sound recording", "Look for a transcript."),
    ("video/", "a film", "Look for a transcript."),
    ("font", "a font", ""),
    ("sqlite", "a database", "Look for its data as CSV."),
    ("parquet", "a data file", "Look for its data as CSV."),
    ("apache.", "a data file", "Look for its data as CSV."),
    ("hdf5", "a data file", "Look for its data as CSV."),
    ("npy", "a data file", "Look for its data as CSV."),
    ("java-archive", "a program", ""),
    ("executable", "a program", ""),
    ("mach-binary", "a program", ""),
    ("msdownload", "a program", ""),
    ("wasm", "a program", ""),
    *(
        (name, "an archive", "Look for a page that shows what is in it.")
        for name in ("zip", "compressed", "rar", "x-xz", "zstd", "lz4", "tar", "archive", "rpm")
    ),
)


def binary_type(body: bytes) -> str:
    """Return the media type of a binary file based on its first bytes, or "" if it is unknown."""
    if body.startswith(b"PK\3\4"):
        return _in_zip(body)
    if body.startswith(b"\xd0\xcf\x11\xe0"):
        names = ((name.encode("utf-16-le"), real) for name, real in _OLE)
        return next((real for name, real in names if name in body), "application/x-ole-storage")
    if body.startswith(b"\x1aE\xdf\xa3"):
        return "video/webm" if b"webm" in body[:64] else "video/x-matroska"
    if body[4:8] == b"ftyp":
        return _BRANDS.get(body[8:12], "video/mp4")
    if body.startswith(b"MZ") and b"\0" in body[2:64]:
        return "application/vnd.microsoft.portable-executable"
    if body.startswith(b"BM") and body[6:10] == b"\0\0\0\0":
        return "image/bmp"
    return next((real for at, mark, real in _SIGNATURES if body.startswith(mark, at)), "")


def kind_name(media_type: str) -> tuple[str, str]:
    """Return a readable name for an unsupported type, and a remedy. Both may be empty."""
    return next(((name, remedy) for part, name, remedy in _NAMES if part in media_type), ("", ""))


def _in_zip(body: bytes) -> str:
    """Return the type of a ZIP-based file based on the names of its members."""
    if body[30:38] == b"mimetype":  # OpenDocument and EPUB begin with their type, not compressed
        size = int.from_bytes(body[18:22], "little")
        told = body[38 : 38 + size]
        if size < 100 and told.isascii() and told.startswith(b"application/"):
            return told.decode("ascii")
    return next((real for name, real in _ZIPPED if name in body), "application/zip")


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
# used by servers for unknown types or downloads; much CSV is sent as Excel's type
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
    """The ways to read a document."""

    HTML = "html"
    PDF = "pdf"
    JSON = "json"
    XML = "xml"
    TABLE = "table"
    TEXT = "text"


def split_content_type(header: str) -> tuple[str, str | None]:
    """Return the media type in lower case, and the charset if given (RFC 9110, section 8.3)."""
    media_type, *parameters = header.split(";")
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "charset":
            return media_type.strip().lower(), value.strip().strip("\"'") or None
    return media_type.strip().lower(), None


def refuse_by_name(media_type: str, url: str) -> None:
    """Refuse media types that are not worth downloading.

    Raises:
        Unreadable: the type is not supported.
    """
    if media_type in _PDF or _is_untold(media_type) or _kind_by_name(media_type) is not None:
        return
    raise unreadable(media_type, url)


def unreadable(media_type: str, url: str) -> Unreadable:
    """Return the error for an unsupported type."""
    name, remedy = kind_name(media_type)
    what = f"{name} of type" if name else "of type"
    return Unreadable(
        f"{url} is {what} {media_type}, which is not read.", f"{remedy} Only {READ}.".strip()
    )


def sniff(body: bytes, media_type: str, url: str, charset: str | None = None) -> tuple[Kind, str]:
    """Return how to read the body, and its actual media type.

    ``charset`` is the one named in the Content-Type header.

    Raises:
        Unreadable: the body has an unsupported binary type.
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
    # not a media type at all ("html"): carries no information
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
    """Return whether documents of this type may contain HTML as their subject."""
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
