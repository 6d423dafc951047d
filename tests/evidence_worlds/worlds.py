"""The worlds, read from their files, whose format is in ``README.md``."""

import os
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from desktop_agent.evidence.records import Intent

FOLDER = Path(__file__).parent
THOROUGH = os.environ.get("EXAMPLES") == "thorough"

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
    """The results of queries that match the regex ``when``."""

    when: str
    results: tuple[WorldResult, ...] = ()


@dataclass(frozen=True, slots=True)
class WorldPage:
    """A page, whose ``html`` is put into the named frame (navigation, notices, footer)."""

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
        if not self.frame:
            return self.html
        fields = {"title": self.title, "head": self.head, "host": self.host, "path": self.path}
        text = _frame(self.frame)
        for name, value in fields.items():
            text = text.replace("{{" + name + "}}", value)
        return text.replace("{{content}}", self.html.strip())


@dataclass(frozen=True, slots=True)
class World:
    """A question with search results, pages and the right outcome; see ``README.md``."""

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
        results = (result for search in self.searches for result in search.results)
        return frozenset((*(r.host for r in results), *(p.host for p in self.pages)))


def some_worlds() -> tuple[World, ...]:
    """Return every fifth world, or all of them with `make thorough`."""
    return load_worlds()[:: 1 if THOROUGH else 5]


@cache
def load_worlds() -> tuple[World, ...]:
    """Return all worlds, ordered by intent and name."""
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
