"""The table of questions, read from ``cases/``, and the scoring of its columns."""

import tomllib
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from desktop_agent.evidence.question.parser import read_question
from desktop_agent.evidence.records import Reading

TODAY = date(2026, 5, 4)
COLUMNS = ("intent", "entity", "question_type", "current")


@dataclass(frozen=True)
class Case:
    """One question and how it should be read."""

    text: str
    intent: str
    entity: str
    question_type: str
    current: bool
    detail: str | None
    language: str
    ambiguous: str

    def differences(self, reading: Reading) -> dict[str, str]:
        """Return the columns that differ, with both values."""
        return {
            column: f"{getattr(reading, column)!s} for {getattr(self, column)!s}"
            for column in COLUMNS
            if getattr(reading, column) != getattr(self, column)
        }


def cases() -> list[Case]:
    """Return all cases; a file gives the defaults of its lines."""
    read = []
    for path in sorted((Path(__file__).parent / "cases").glob("*.toml")):
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        for line in table["cases"]:
            read.append(
                Case(
                    text=line["q"],
                    intent=line.get("intent", table["intent"]),
                    entity=line["entity"],
                    question_type=line.get("type", table["type"]),
                    current=line.get("current", table["current"]),
                    detail=line.get("detail"),
                    language=line.get("language", "en"),
                    ambiguous=line.get("ambiguous", ""),
                )
            )
    return read


def read(case: Case) -> Reading:
    return read_question(case.text, TODAY)
