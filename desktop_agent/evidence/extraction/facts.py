"""The facts of a page, put together by what they are said of."""

from collections.abc import Iterator
from dataclasses import dataclass

from desktop_agent.core.research import PageFact
from desktop_agent.evidence.extraction.sentences import Line
from desktop_agent.evidence.pack import Document


@dataclass(frozen=True, slots=True)
class Thing:
    """A JSON-LD object: its type, its name, and its properties in page order."""

    kind: str
    name: str
    properties: tuple[tuple[str, str], ...]

    def first(self, *names: str) -> str:
        """Gives the value of the first of these properties that it has, or ""."""
        for wanted in names:
            for name, value in self.properties:
                if name == wanted:
                    return value.strip()
        return ""

    def all(self, *names: str) -> tuple[str, ...]:
        """Gives the values of these properties."""
        return tuple(value.strip() for name, value in self.properties if name in names)

    @property
    def line(self) -> Line:
        """What is said of it in one line, for a quote."""
        told = "; ".join(f"{name}: {value}" for name, value in self.properties[:12])
        return Line("data", f"{self.kind}: {self.name}; {told}"[:400], self.name)


def things(document: Document) -> Iterator[Thing]:
    """Gives the JSON-LD objects of a page."""
    gathered: dict[str, list[tuple[str, str]]] = {}
    for fact in document.facts:
        if fact.origin == "json_ld":
            gathered.setdefault(fact.subject, []).append((fact.name, fact.value))
    for subject, properties in gathered.items():
        kind, _, name = subject.partition(": ")
        told = dict(properties)
        yield Thing(kind.strip(), (name or told.get("name", "")).strip(), tuple(properties))


def open_graph(document: Document) -> dict[str, str]:
    """Gives the OpenGraph properties of a page by name, the first of each."""
    found: dict[str, str] = {}
    for fact in document.facts:
        if fact.origin == "open_graph":
            found.setdefault(fact.name, fact.value.strip())
    return found


def table_facts(document: Document) -> tuple[PageFact, ...]:
    """Gives the facts that stand in tables."""
    return tuple(fact for fact in document.facts if fact.origin == "table")


def as_row(fact: PageFact) -> Line:
    """Gives a fact of a table as a row of two cells under what it is said of."""
    cells = (fact.name.strip(), fact.value.strip())
    raw = " | ".join(part for part in (fact.subject, *cells) if part)
    return Line("data", raw[:700], raw[:700], fact.subject.strip(), cells)
