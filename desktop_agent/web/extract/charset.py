"""Bytes to text: which encoding a page is in.

The order is that of the WHATWG HTML standard ("determining the character encoding"): byte order
mark, Content-Type, ``<meta>``, XML declaration, then a guess. It is kept to also where a header is
plainly wrong (UTF-8 sent as ISO-8859-1): a browser shows that page garbled too, so its owner sees it
and mends it, and what is cited here is what a person finds there. Only labels of the WHATWG Encoding
standard count: ``charset=idna`` or ``punycode`` would name Python codecs that crash or run for
seconds.
"""

import codecs
from collections.abc import Iterator
from typing import Literal

from desktop_agent.web.extract.encoding import encoding_name, seven_bit_text, text_in
from desktop_agent.web.extract.prescan import meta_labels, xml_label

Markup = Literal["html", "xml", "none"]

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16le"),
    (codecs.BOM_UTF16_BE, "utf-16be"),
)
# a declaration that we could read as ASCII is not in UTF-16, whatever it says
_MEANT = {"utf-16le": "utf-8", "utf-16be": "utf-8", "x-user-defined": "windows-1252"}
_GUESSED = 256 * 1024  # bytes
_GUESSES = {
    "uhc": "euc-kr",
    "maccyrillic": "x-mac-cyrillic",
    # where they differ, KOI8-U has letters, KOI8-R frames such as no page draws
    "koi8-r": "koi8-u",
}
"""What the detector calls by another name than the standard."""
_MOSTLY = 4
_FALLBACK = "windows-1252"


def decode(body: bytes, label: str | None = None, markup: Markup = "html") -> str:
    """Gives the text of ``body``; what does not decode becomes U+FFFD.

    ``label`` is the charset that the Content-Type header names. ``markup`` says where to look for
    another: a ``<meta>`` and an XML declaration, that declaration alone, or nowhere.
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
    """Gives which UTF-16 a text without a mark is in, if any: every second byte of ASCII is NUL."""
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    most = max(even, odd)
    if most < 4 or most * 10 < len(sample):
        return ""
    return "utf-16le" if odd > 8 * even else "utf-16be" if even > 8 * odd else ""


def _names(body: bytes, label: str | None, markup: Markup) -> Iterator[str]:
    """Yields the encodings that are named, the one that counts most first."""
    if label and (name := encoding_name(label)) not in {"", "x-user-defined"}:
        yield name
    if markup == "html":
        for said in meta_labels(body):
            name = encoding_name(said)
            if name:
                yield _MEANT.get(name, name)
    if markup != "none":
        said = xml_label(body)
        name = encoding_name(said)
        if name:
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
    # what is said to be UTF-8 or UTF-16 after all has been found not to be
    return _FALLBACK if name in {"", "replacement"} or name.startswith("utf-") else name


def _is_utf8(sample: bytes) -> bool:
    """True for UTF-8, also where some of it is broken, or the last of several characters is cut."""
    text = sample.decode("utf-8", "replace")
    broken = text.count("\ufffd")
    whole = len(text) - len(text.encode("ascii", "ignore")) - broken
    return broken == 0 or whole > _MOSTLY * broken
