"""Decode bytes according to the WHATWG Encoding standard, using Python's codecs.

Python's codecs differ slightly from the standard. This module corrects these differences:
undefined bytes in Windows code pages become C1 controls, KOI8-U includes its Belarusian letters,
windows-1255 includes the point U+05BA, ``gbk`` is decoded as GB18030, EUC-JP and ISO-2022-JP
include the NEC and IBM rows, ISO-2022-JP includes half-width kana, Big5 includes its latest
extension, and an invalid character never consumes an ASCII byte such as a quote or a bracket. Two
differences remain. Big5's A241 and A242 become a full-width slash and backslash. GB18030-2005 moved
some characters from the private use area to Unicode; the four-byte sequences that now encode those
private use code points are decoded as the moved characters.

Two departures from the standard are deliberate. The standard's ``replacement`` encoding turns a
whole page into one U+FFFD, so that browsers do not run scripts that a filter mistook for harmless
ASCII. Since no scripts are run here, HZ and ISO-2022-KR are decoded if the text contains their
escape sequences. ``x-user-defined`` is ignored, because it maps bytes to private use characters,
which have no meaning.
"""

import codecs
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Literal

from desktop_agent.system.resources import toml_resource

# --- The encoding declared in the page ("prescan a byte stream", WHATWG HTML, 13.2.3.2)
#
# Beautiful Soup's EncodingDetector was tried and rejected: it uses the last of two attributes,
# mistakes titles, comments and refreshes for declarations, and knows only one label.

SCANNED = 4096
"""Number of bytes scanned for a label.

The standard's 1,024 bytes are only what browsers wait for; they also find a label further down,
after a long comment or script.
"""

_TAG = re.compile(rb"<(/?[a-zA-Z][^\t\n\f\r >]*)")
_META = re.compile(rb"<meta[\t\n\f\r /]", re.IGNORECASE)
_ATTRIBUTE = re.compile(
    rb"[\t\n\f\r /]*(=?[^\t\n\f\r />=]*)"
    rb"(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:\"([^\"]*)\"|'([^']*)'|([^\t\n\f\r >\"'][^\t\n\f\r >]*)))?"
)
_IN_CONTENT = re.compile(
    rb"charset[\t\n\f\r ]*=[\t\n\f\r ]*"
    rb"(?:\"([^\"]*)\"|'([^']*)'|([^\t\n\f\r ;\"'][^\t\n\f\r ;]*))",
    re.IGNORECASE,
)
_XML = re.compile(rb"\s*<\?xml[^>]{0,200}?encoding\s*=\s*([\"'])([^\"'>]*)\1")
_UTF_16_XML = ((b"<\0?\0x\0", "utf-16le"), (b"\0<\0?\0x", "utf-16be"))


def meta_labels(body: bytes) -> Iterator[str]:
    """Yield the raw encoding label of each ``<meta>`` near the start, ignoring comments."""
    head = body[:SCANNED]
    at = head.find(b"<")
    while at >= 0:
        if head.startswith(b"<!--", at):
            at = head.find(b"-->", at + 2)
        elif meta := _META.match(head, at):
            attributes, at = _attributes(head, meta.end())
            yield from _label(attributes)
        elif tag := _TAG.match(head, at):
            at = _attributes(head, tag.end())[1]
        elif head[at + 1 : at + 2] in {b"!", b"/", b"?"}:
            at = head.find(b">", at)
        else:
            at += 1
        at = head.find(b"<", at) if at >= 0 else -1


def xml_label(body: bytes) -> str:
    """Return the encoding in the XML declaration, which must come first, or "" if there is none."""
    for start, name in _UTF_16_XML:
        if body.startswith(start):
            return name
    found = _XML.match(body[:SCANNED])
    return found[2].decode("latin-1") if found else ""


def _attributes(head: bytes, at: int) -> tuple[dict[bytes, bytes], int]:
    """Return a tag's attributes and the offset after the tag.

    If an attribute occurs more than once, the first value is used.
    """
    found: dict[bytes, bytes] = {}
    while match := _ATTRIBUTE.match(head, at):
        name, *values = match.groups()
        if match.end() == at or not name:
            at = match.end()
            break
        found.setdefault(name.lower(), b"".join(value or b"" for value in values))
        at = match.end()
    return found, at


def _label(attributes: dict[bytes, bytes]) -> Iterator[str]:
    """Yield the encoding label of a ``<meta>``, if any; ``charset`` overrides ``content``."""
    if b"charset" in attributes:
        yield attributes[b"charset"].decode("latin-1")
    elif attributes.get(b"http-equiv", b"").lower() == b"content-type":
        found = _IN_CONTENT.search(attributes.get(b"content", b""))
        if found:
            yield b"".join(group or b"" for group in found.groups()).decode("latin-1")


_PAIRED = {
    "big5": "big5hkscs",
    "euc-jp": "euc_jp",
    "euc-kr": "cp949",
    "gb18030": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
}
_SEVEN_BIT = ((b"\x1b$)C", "iso2022_kr"), (b"~{", "hz"))
"""Encodings covered by ``replacement``: a sequence that must occur in the text, and the codec."""

_GB = frozenset(("gb18030", "gbk"))
_ESCAPE = re.compile(rb"\x1b(\$[@B]|\([BIJ])")
_HIGH = bytes(b + 0x80 if 0x21 <= b <= 0x7E else 0xFF if b >= 0x7F else b for b in range(256))
_MOST_ERRORS = 100_000  # each costs a microsecond in Python; beyond it C puts the U+FFFD

_KANA = {byte: byte + 0xFF40 for byte in range(0x21, 0x60)}
_ADDED = {"koi8-u": {0xAE: "\u045e", 0xBE: "\u040e"}, "windows-1255": {0xCA: "\u05ba"}}
_ROMAN = str.maketrans("\\~", "\u00a5\u203e")


def encoding_name(label: str) -> str:
    """Return the standard's lower-case name for an encoding label, or "" if it is unknown."""
    import webencodings

    encoding = webencodings.lookup(label)
    return "" if encoding is None else str(encoding.name)


def text_in(body: bytes, name: str) -> str:
    """Decode ``body`` with the encoding ``name``. Invalid sequences become U+FFFD.

    ``name`` must be a return value of `encoding_name` other than ``replacement``.
    """
    if name == "iso-2022-jp":
        return _iso_2022_jp(body)
    if name in _PAIRED:
        return _paired(body, name)
    if name.startswith("utf-"):
        return body.decode(name, "replace")
    return codecs.charmap_decode(body, "replace", _table(name))[0]


def seven_bit_text(body: bytes) -> str | None:
    """Decode text that uses HZ or ISO-2022-KR escape sequences; return None for other text."""
    if body.isascii():
        for sequence, codec in _SEVEN_BIT:
            if sequence in body:
                return body.decode(codec, "replace")
    return None


@cache
def _table(name: str) -> str:
    """Return the 256 characters of a single-byte encoding."""
    import webencodings

    codec = webencodings.lookup(name).codec_info
    table = [codec.decode(bytes([byte]), "replace")[0] for byte in range(256)]
    if name.startswith("windows-"):
        for byte in range(0x80, 0xA0):
            if table[byte] == "\ufffd":
                table[byte] = chr(byte)
    for byte, character in _ADDED.get(name, {}).items():
        table[byte] = character
    return "".join(table)


def _paired(body: bytes, name: str) -> str:
    codec = _PAIRED[name]
    if name == "euc-jp":
        # in JIS X 0212 the tilde is full-width; 8F can only be the first byte of a character
        body = body.replace(b"\x8f\xa2\xb7", b"\xa1\xc1")
    handler = f"whatwg-{name}"
    codecs.register_error(handler, _error_handler(name))
    try:
        text = body.decode(codec, handler)
    except _TooBroken:
        text = body.decode(codec, "replace")
    return text if text.isascii() else text.translate(_changed("gb18030" if name in _GB else name))


class _TooBroken(Exception):
    pass


def _error_handler(name: str) -> Callable[[UnicodeError], tuple[str, int]]:
    """Return a codec error handler.

    It supplies the characters that Python's codec lacks, and U+FFFD for invalid sequences.
    """
    errors = 0

    def handle(error: UnicodeError) -> tuple[str, int]:
        nonlocal errors
        errors += 1
        if not isinstance(error, UnicodeDecodeError) or errors > _MOST_ERRORS:
            raise _TooBroken
        start = error.start
        head = error.object[start : start + 3]
        if name in _GB and head[0] == 0x80:
            return "\u20ac", start + 1
        if error.reason.startswith("incomplete") and _is_cut(name, head):
            return "\ufffd", error.end
        if found := _lacking(name, head[:2]):
            return found, start + 2
        return "\ufffd", start + _broken_length(name, head.ljust(3, b"\0"))

    return handle


def _lacking(name: str, pair: bytes) -> str:
    """Return the character for a byte pair that Python's codec lacks, or "" if it is unassigned."""
    if name == "big5":
        return _big5_extension().get(pair, "")
    if name == "euc-jp" and 0xA1 <= pair[0] <= 0xFE and 0xA1 <= pair[1] <= 0xFE:
        return _nec_or_ibm(pair)
    return ""


def _nec_or_ibm(pair: bytes) -> str:
    """Return the EUC-JP character at the same position in Shift_JIS, or "" if it is unassigned."""
    row, cell = divmod((pair[0] - 0xA1) * 94 + pair[1] - 0xA1, 188)
    first = row + (0x81 if row < 0x1F else 0xC1)
    second = cell + (0x40 if cell < 0x3F else 0x41)
    text = bytes((first, second)).decode("cp932", "replace")
    return text if len(text) == 1 and text != "\ufffd" else ""


def _is_cut(name: str, head: bytes) -> bool:
    """Return whether the bytes at the end of the body are a truncated character."""
    if name in _GB:
        return _begins(name, head[0]) and (len(head) < 3 or 0x81 <= head[2] <= 0xFE)
    return min(head) >= 0x80


def _broken_length(name: str, head: bytes) -> int:
    """Return the number of bytes to replace with U+FFFD; ASCII bytes are never replaced."""
    first, second = head[0], head[1]
    if not _begins(name, first) or (name in _GB and 0x30 <= second <= 0x39):
        return 1
    whole = 3 if name == "euc-jp" and first == 0x8F and 0xA1 <= second <= 0xFE else 2
    return whole - 1 if head[whole - 1] < 0x80 else whole


def _begins(name: str, first: int) -> bool:
    if name == "euc-jp":
        return first in {0x8E, 0x8F} or 0xA1 <= first <= 0xFE
    if name == "shift_jis":
        return 0x81 <= first <= 0x9F or 0xE0 <= first <= 0xFC
    return 0x81 <= first <= 0xFE


def _iso_2022_jp(body: bytes) -> str:
    """Decode each section with the character set selected by its escape sequence."""
    parts = _ESCAPE.split(body)
    found = [_ascii(parts[0])]
    for escape, stretch in zip(parts[1::2], parts[2::2], strict=True):
        if escape[:1] == b"$":
            found.append(_paired(stretch.translate(_HIGH), "euc-jp"))
        elif escape == b"(I":
            found.append(_ascii(stretch).translate(_KANA))
        elif escape == b"(J":
            found.append(_ascii(stretch).translate(_ROMAN))
        else:
            found.append(_ascii(stretch))
    return "".join(found)


def _ascii(stretch: bytes) -> str:
    return stretch.decode("ascii", "replace")


@cache
def _big5_extension() -> dict[bytes, str]:
    extension = toml_resource("reader", "encodings.toml")["big5"]
    codes = bytes.fromhex(extension["codes"])
    pairs = (codes[at : at + 2] for at in range(0, len(codes), 2))
    return dict(zip(pairs, extension["characters"], strict=True))


@cache
def _changed(name: str) -> dict[int, int]:
    """Return a translation table that corrects Python's decoding where it violates the standard.

    The table is empty if no correction is needed.
    """
    changed = toml_resource("reader", "encodings.toml")["changed"]
    return str.maketrans(*changed[name]) if name in changed else {}


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
    for name in _names(body, label, markup):
        if name != "replacement":
            return text_in(body, name)
        text = seven_bit_text(body)
        if text is not None:
            return text
    return text_in(body, _guess(body))


def unmarked_utf_16(sample: bytes) -> str:
    """Return the UTF-16 encoding of text without a byte order mark, or "" if it is not UTF-16.

    UTF-16 is recognized by its NUL bytes: it encodes each ASCII character as that character and a
    NUL.
    """
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    most = max(even, odd)
    if most < 4 or most * 10 < len(sample):
        return ""
    return "utf-16le" if odd > 8 * even else "utf-16be" if even > 8 * odd else ""


def _names(body: bytes, label: str | None, markup: Markup) -> Iterator[str]:
    """Yield the encodings declared for a body, in order of precedence."""
    if label and (name := encoding_name(label)) not in {"", "x-user-defined"}:
        yield name
    if markup == "html":
        names = filter(None, map(encoding_name, meta_labels(body)))
        yield from (_MEANT.get(name, name) for name in names)
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
