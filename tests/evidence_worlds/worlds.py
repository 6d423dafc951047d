"""The worlds as values, read from their files.

A world is a question, what search engines answer to it, the pages behind the results, and the
outcome that is right. ``README.md`` tells what a file holds.
"""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from desktop_agent.evidence.records import Intent

FOLDER = Path(__file__).parent

Outcome = Literal["extracted", "insufficient"]


@dataclass(frozen=True, slots=True)
class WorldResult:
    """One result of a search; ``date`` is ISO 8601 or empty."""

    title: str
    host: str
    path: str
    snippet: str = ""
    date: str = ""


@dataclass(frozen=True, slots=True)
class WorldSearch:
    """What the engines answer to queries that the regex ``when`` finds something in."""

    when: str
    results: tuple[WorldResult, ...] = ()


@dataclass(frozen=True, slots=True)
class WorldPage:
    """A page; ``html`` is put into a frame (the site's navigation, notices, footer) where one is named."""

    host: str
    path: str
    html: str = ""
    title: str = ""
    head: str = ""
    frame: str = ""
    status: int = 200
    content_type: str = "text/html; charset=utf-8"

    @property
    def document(self) -> str:
        """What the server sends."""
        if not self.frame:
            return self.html
        fields = {"title": self.title, "head": self.head, "host": self.host, "path": self.path}
        text = _frame(self.frame)
        for name, value in fields.items():
            text = text.replace("{{" + name + "}}", value)
        return text.replace("{{content}}", self.html.strip())


@dataclass(frozen=True, slots=True)
class World:
    """A small web; ``failure`` is the HTTP status that every engine answers, 0 where they work.

    ``right`` are the accepted spellings: a date in ISO 8601 stands for all its spellings.
    ``contradiction`` is a value that a model may claim against the evidence. ``kind`` names what
    makes the world hard.
    """

    name: str
    question: str
    intent: Intent
    kind: str
    outcome: Outcome
    right: tuple[str, ...] = ()
    contradiction: str = ""
    note: str = ""
    failure: int = 0
    searches: tuple[WorldSearch, ...] = ()
    pages: tuple[WorldPage, ...] = ()

    @property
    def hosts(self) -> frozenset[str]:
        """Every host of a result or a page."""
        results = (result for search in self.searches for result in search.results)
        return frozenset((*(r.host for r in results), *(p.host for p in self.pages)))


@cache
def load_worlds() -> tuple[World, ...]:
    """Gives all worlds, ordered by intent and name."""
    folders = [FOLDER / intent.value for intent in Intent]
    return tuple(_world(file) for folder in folders for file in sorted(folder.glob("*.toml")))


@cache
def _frame(name: str) -> str:
    return (FOLDER / "frames" / f"{name}.html").read_text(encoding="utf-8")


def _world(file: Path) -> World:
    fields: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
    assert fields["intent"] == file.parent.name, f"{file} lies in the folder of another intent"
    return World(
        name=f"{file.parent.name}/{file.stem}",
        intent=Intent(fields.pop("intent")),
        right=tuple(fields.pop("right", ())),
        searches=tuple(_search(search) for search in fields.pop("searches", ())),
        pages=tuple(WorldPage(**page) for page in fields.pop("pages", ())),
        **fields,
    )


def _search(fields: dict[str, Any]) -> WorldSearch:
    results = tuple(WorldResult(**result) for result in fields.get("results", ()))
    return WorldSearch(fields["when"], results)
