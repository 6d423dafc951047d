"""Definition lists: terms with what they mean."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from desktop_agent.web.extract.tree.html_tree import Element, tag


@dataclass(slots=True)
class Definition:
    """Terms that share their meanings; either may be missing."""

    terms: list[Element] = field(default_factory=list)
    meanings: list[Element] = field(default_factory=list)


def definitions_of(element: Element) -> Iterator[Definition]:
    """Yields the definitions of a ``<dl>`` in order; what is neither term nor meaning is a meaning."""
    current = Definition()
    for child in _parts(element):
        if tag(child) == "dt":
            if current.meanings:
                yield current
                current = Definition()
            current.terms.append(child)
        elif tag(child):
            current.meanings.append(child)
    if current.terms or current.meanings:
        yield current


def _parts(element: Element) -> Iterator[Element]:
    for child in element:
        if tag(child) == "div":  # groups a term with its meanings
            yield from child
        else:
            yield child
