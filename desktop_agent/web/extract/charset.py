"""Bytes to text: which encoding a page is in.

The order is that of the WHATWG HTML standard ("determining the character encoding"): byte order
mark, Content-Type, ``<meta>``, then a guess. Only labels of the WHATWG Encoding standard count:
``charset=idna`` or ``punycode`` would name Python codecs that crash or run for seconds.
"""

import codecs
import re
from collections.abc import Iterator

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SCANNED = 4096  # the standard's 1,024 bytes miss pages with a long comment on top
_GUESSED = 256 * 1024
_FALLBACK = "windows-1252"

_LABEL = rb"""\s*=\s*["']?\s*([A-Za-z0-9_:.+-]{1,40})"""
_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)
_META = re.compile(rb"<meta[\s/][^>]{0,1000}?charset" + _LABEL, re.IGNORECASE)
_XML = re.compile(rb"\A\s*<\?xml[^>]{0,200}?encoding" + _LABEL)


def decode(body: bytes, label: str | None = None, *, markup: bool = True) -> str:
    """Gives the text of ``body``; what does not decode becomes U+FFFD.

    ``label`` is the charset that the Content-Type header names. Only ``markup`` is searched for a
    ``<meta>`` or an XML declaration.
    """
    for bom, name in _BOMS:
        if body.startswith(bom):
            return body[len(bom) :].decode(name, errors="replace")
    codec = _known(label) or (_declared(body) if markup else None) or _guess(body)
    return codec.decode(body, "replace")[0]


def _known(label: str | None) -> codecs.CodecInfo | None:
    import webencodings

    encoding = webencodings.lookup(label) if label else None
    # "replacement" turns a whole page into one U+FFFD, to keep browsers from running it; we only read
    if encoding is None or encoding.name in {"replacement", "x-user-defined"}:
        return None
    info: codecs.CodecInfo = encoding.codec_info
    return info


def _declared(body: bytes) -> codecs.CodecInfo | None:
    head = _COMMENT.sub(b"", body[:_SCANNED])
    for label in _labels(head):
        codec = _known(label)
        # a declaration that we could read as ASCII is not in UTF-16, whatever it says
        if codec is not None:
            return codecs.lookup("utf-8") if codec.name.startswith("utf-16") else codec
    return None


def _labels(head: bytes) -> Iterator[str]:
    if found := _XML.search(head):
        yield found[1].decode("ascii")
    for found in _META.finditer(head):
        yield found[1].decode("ascii")


def _guess(body: bytes) -> codecs.CodecInfo:
    sample = body[:_GUESSED]
    if _is_utf8(sample):
        return codecs.lookup("utf-8")
    import cchardet

    guess = cchardet.detect(sample)["encoding"]
    # Korean pages are told as UHC, which the standard calls by another name
    return _known("euc-kr" if guess == "UHC" else guess) or codecs.lookup(_FALLBACK)


def _is_utf8(sample: bytes) -> bool:
    """True for UTF-8, also when the last of several characters beyond ASCII is cut."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        text = decoder.decode(sample)
    except UnicodeDecodeError:
        return False
    cut_within, _ = decoder.getstate()
    return not cut_within or not text.isascii()
