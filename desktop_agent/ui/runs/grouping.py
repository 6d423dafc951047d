"""Which runs the list shows, in which order and under which headings."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from desktop_agent.core.background import ENDED, KnownRun
from desktop_agent.ui.runs.words import Group, group_of

Kind = Literal["all", "active", "asking", "done", "failed"]
"""What the list is narrowed to."""

_GROUPS: tuple[Group, ...] = ("active", "scheduled", "earlier")


@dataclass(frozen=True, slots=True)
class Heading:
    """Stands above the runs of a group."""

    group: Group
    count: int


Row = Heading | KnownRun


def grouped(runs: Iterable[KnownRun], words: str, kind: Kind) -> list[Row]:
    """Gives headings and runs: what waits for the person first, then the newest first."""
    wanted = [run for run in runs if _is_of(run, kind) and _holds(run, words.casefold().split())]
    rows: list[Row] = []
    for group in _GROUPS:
        members = [run for run in wanted if group_of(run) == group]
        members.sort(key=_newest, reverse=True)
        members.sort(key=lambda run: run.state != "asking")
        if members:
            rows += [Heading(group, len(members)), *members]
    return rows


def _newest(run: KnownRun) -> tuple[str, str]:
    # by when it was asked, which never changes: rows that jump about cannot be read or clicked
    return run.ended if run.state in ENDED and run.ended else run.asked, run.run_id


def _is_of(run: KnownRun, kind: Kind) -> bool:
    match kind:
        case "active":
            return run.state not in ENDED
        case "asking":
            return run.state == "asking"
        case "done":
            return run.state in ("answered", "insufficient")
        case "failed":
            return run.state in ("failed", "stopped")
        case _:
            return True


def _holds(run: KnownRun, words: list[str]) -> bool:
    if not words:
        return True
    text = f"{run.question}\n{run.answer}\n{run.error}\n{run.model}\n{run.strategy}".casefold()
    return all(word in text for word in words)
