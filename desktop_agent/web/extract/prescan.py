"""The encoding that a page names within itself ("prescan a byte stream", WHATWG HTML, 13.2.3.2)."""

import re
from collections.abc import Iterator

SCANNED = 4096
"""Bytes looked at. The standard's 1,024 are what a browser waits for at least; a page with a long
comment or a script on top names its encoding further down, and browsers find it there too."""

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
    """Yields what each ``<meta>`` at the top says, as it says it; comments do not count."""
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
    """Gives what the XML declaration at the very top says, or ""."""
    for start, name in _UTF_16_XML:
        if body.startswith(start):
            return name
    found = _XML.match(body[:SCANNED])
    return found[2].decode("latin-1") if found else ""


def _attributes(head: bytes, at: int) -> tuple[dict[bytes, bytes], int]:
    """Gives a tag's attributes, the first of each name, and where the tag ends."""
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
    """Yields the label that a ``<meta>`` names, if any; ``charset`` counts before ``content``."""
    if b"charset" in attributes:
        yield attributes[b"charset"].decode("latin-1")
    elif attributes.get(b"http-equiv", b"").lower() == b"content-type":
        found = _IN_CONTENT.search(attributes.get(b"content", b""))
        if found:
            yield b"".join(group or b"" for group in found.groups()).decode("latin-1")
