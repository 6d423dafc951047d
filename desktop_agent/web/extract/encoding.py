"""Decode bytes by byte order mark, declared encoding or a guess, using Python's codecs.

Labels and names are those of the WHATWG Encoding standard. Legacy multi-byte encodings are read
with the largest superset that Python has. Characters missing even from that superset become U+FFFD.
"""

import codecs
import re
from collections.abc import Iterator
from typing import Final, Literal

# --- The encoding declared in the page

SCANNED: Final = 4096
"""Number of bytes scanned for a label.

The standard's 1,024 bytes are only what browsers wait for; they also find a label further down,
after a long comment or script.
"""

_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
_META = re.compile(rb"<meta[\s/][^>]*?charset\s*=[\s\"']*([^\s\"';/>]+)", re.IGNORECASE)
_XML = re.compile(rb"\s*<\?xml[^>]{0,200}?encoding\s*=\s*([\"'])([^\"'>]*)\1")
_UTF_16_XML = ((b"<\0?\0x\0", "utf-16le"), (b"\0<\0?\0x", "utf-16be"))


def meta_labels(body: bytes) -> Iterator[str]:
    """Yield the encoding labels of ``<meta>`` elements near the start, ignoring comments."""
    for found in _META.finditer(_COMMENT.sub(b"", body[:SCANNED])):
        yield found[1].decode("latin-1")


def xml_label(body: bytes) -> str:
    """Return the encoding in the XML declaration at the start of the body, or ""."""
    for start, name in _UTF_16_XML:
        if body.startswith(start):
            return name
    found = _XML.match(body[:SCANNED])
    return found[2].decode("latin-1") if found else ""


_SUPERSETS: Final = {
    "big5": "big5hkscs",
    "euc-jp": "euc_jis_2004",
    "euc-kr": "cp949",
    "gbk": "gb18030",
    "iso-2022-jp": "iso2022_jp_ext",
    "shift_jis": "cp932",
}


def encoding_name(label: str) -> str:
    """Return the standard's lower-case name for an encoding label, or "" if unknown."""
    import webencodings

    encoding = webencodings.lookup(label)
    return "" if encoding is None else str(encoding.name)


def text_in(body: bytes, name: str) -> str:
    """Decode ``body`` with the encoding ``name``; invalid sequences become U+FFFD.

    ``name`` must be a return value of `encoding_name` other than ``replacement``.
    """
    import webencodings

    if name in _SUPERSETS:
        return body.decode(_SUPERSETS[name], "replace")
    return str(webencodings.lookup(name).codec_info.decode(body, "replace")[0])


# --- Which encoding a page is in
#
# The order follows the WHATWG HTML standard ("determining the character encoding"): byte order
# mark, Content-Type, ``<meta>``, XML declaration, then a guess. It holds even if a header is
# plainly wrong (UTF-8 sent as ISO-8859-1): browsers show that page garbled too, so its owner
# notices and repairs it, and a citation matches what the user finds there. Only labels of the
# WHATWG Encoding standard count: ``charset=idna`` or ``punycode`` would name Python codecs that
# crash or run for seconds.

Markup = Literal["html", "xml", "none"]

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16le"),
    (codecs.BOM_UTF16_BE, "utf-16be"),
)
# a declaration readable as ASCII is not in UTF-16, whatever it says
_MEANT = {"utf-16le": "utf-8", "utf-16be": "utf-8", "x-user-defined": "windows-1252"}
_GUESSED = 256 * 1024  # bytes
_GUESSES = {
    "uhc": "euc-kr",
    "maccyrillic": "x-mac-cyrillic",
    # where they differ, KOI8-U has letters, KOI8-R box-drawing characters that no page uses
    "koi8-r": "koi8-u",
}
"""The standard's names for encodings that the detector names differently."""
_MOSTLY = 4
_FALLBACK = "windows-1252"


def decode(body: bytes, label: str | None = None, markup: Markup = "html") -> str:
    """Decode ``body``; invalid sequences become U+FFFD.

    ``label`` is the charset in the Content-Type header. ``markup`` determines which declarations in
    the body are used: ``<meta>`` and the XML declaration for "html", only the latter for "xml", and
    none for "none".
    """
    for bom, name in _BOMS:
        if body.startswith(bom):
            return text_in(body[len(bom) :], name)
    name = next(_names(body, label, markup), "") or _guess(body)
    return text_in(body, name)


def unmarked_utf_16(sample: bytes) -> str:
    """Return the UTF-16 variant of text without a byte order mark, or "" if it is not UTF-16.

    UTF-16 is recognized by the NUL byte in each encoded ASCII character.
    """
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    most = max(even, odd)
    if most < 4 or most * 10 < len(sample):
        return ""
    return "utf-16le" if odd > 8 * even else "utf-16be" if even > 8 * odd else ""


def _names(body: bytes, label: str | None, markup: Markup) -> Iterator[str]:
    """Yield the encodings declared for a body, in order of precedence."""
    if label and (name := encoding_name(label)) not in {"", "replacement", "x-user-defined"}:
        yield name
    if markup == "html":
        names = map(encoding_name, meta_labels(body))
        yield from (_MEANT.get(name, name) for name in names if name not in {"", "replacement"})
    if markup != "none" and (name := encoding_name(xml_label(body))):
        yield name if body[:2] in {b"<\0", b"\0<"} else _MEANT.get(name, name)


def _guess(body: bytes) -> str:
    sample = body[:_GUESSED]
    if name := unmarked_utf_16(sample):
        return name
    if _is_utf8(sample):
        return "iso-2022-jp" if b"\x1b$B" in sample and sample.isascii() else "utf-8"
    import cchardet

    guess = str(cchardet.detect(sample)["encoding"] or "").lower()
    name = _GUESSES.get(guess) or encoding_name(guess)
    # a detected UTF-8 or UTF-16 has already been ruled out
    return _FALLBACK if name in {"", "replacement"} or name.startswith("utf-") else name


def _is_utf8(sample: bytes) -> bool:
    """Return whether the text is UTF-8, tolerating a few errors such as a truncated character."""
    text = sample.decode("utf-8", "replace")
    broken = text.count("\ufffd")
    whole = len(text) - len(text.encode("ascii", "ignore")) - broken
    return broken == 0 or whole > _MOSTLY * broken
