"""The text within an element as one line, with its parts apart."""

from collections.abc import Iterator

from desktop_agent.web.extract.tree.html_tree import Element, tag

_APART = frozenset(
    ("address", "blockquote", "br", "dd", "div", "dt", "li", "ol", "p", "section", "td", "th",
     "tr", "ul")
)  # fmt: skip
_NOT_TEXT = frozenset(("script", "style", "template"))
_BREAK = "\0"  # no tree of lxml holds one


def inner_text(element: Element, most: int) -> str:
    """Gives the words within, lines and items apart by commas; reads little more than ``most``.

    What is longer than ``most`` characters comes back longer than that, but not whole.
    """
    if not len(element):
        return " ".join((element.text or "")[: 4 * most].split())
    parts: list[str] = []
    size = 0
    for part in _parts(element):
        parts.append(part[: 4 * most])
        size += len(parts[-1])
        if size > 4 * most:
            break
    lines = (" ".join(line.split()) for line in "".join(parts).split(_BREAK))
    return _joined([line for line in lines if line])


def _parts(element: Element) -> Iterator[str]:
    """Yields texts and breaks; recurses at most `html_tree.MAX_DEPTH` levels deep."""
    if element.text:
        yield element.text
    for child in element:
        name = tag(child)
        if name in _APART:
            yield _BREAK
        if name not in _NOT_TEXT:
            yield from _parts(child)
        if name in _APART:
            yield _BREAK
        if child.tail:
            yield child.tail


def _joined(lines: list[str]) -> str:
    text = ""
    for line in lines:
        if not text:
            text = line
        elif text[-1] in ",;:.-\u2013\u2014(/" or line[0] in ",;:.)/":
            text = f"{text} {line}"
        else:
            text = f"{text}, {line}"
    return text
