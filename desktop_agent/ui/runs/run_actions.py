"""What can be done with a run, by its state."""

from collections.abc import Callable
from dataclasses import dataclass

from desktop_agent.core.background import ENDED, KnownRun
from desktop_agent.ui.runs.words import tr


@dataclass(frozen=True, slots=True)
class RunAction:
    """Something that can be done; ``keys`` work in the list, as Qt writes them."""

    name: str
    title: str
    icon: str
    keys: str
    allowed: Callable[[KnownRun], bool]


def run_actions() -> tuple[RunAction, ...]:
    """Gives all of them, in the order of the menu."""
    return (
        RunAction("open", tr("Open its conversation"), "external", "Return", _has_conversation),
        RunAction("pause", tr("Pause"), "pause", "Space", _can_pause),
        RunAction("resume", tr("Go on"), "play", "Space", _can_resume),
        RunAction("stop", tr("Stop"), "stop", "Del", _is_live),
        RunAction("again", tr("Run again"), "retry", "F5", _is_over),
        RunAction("replay", tr("Replay"), "replay", "F6", _was_recorded),
        RunAction("compare", tr("Compare…"), "diff", "F7", _was_recorded),
        RunAction("export", tr("Export…"), "export", "Ctrl+E", _was_recorded),
        RunAction("forget", tr("Take out of the list"), "trash", "Del", _is_over),
    )


def allowed(run: KnownRun | None) -> tuple[RunAction, ...]:
    """Gives what can be done with a run now."""
    return tuple(each for each in run_actions() if run is not None and each.allowed(run))


def _has_conversation(run: KnownRun) -> bool:
    return bool(run.conversation_id)


def _can_pause(run: KnownRun) -> bool:
    return run.state in ("running", "asking")


def _can_resume(run: KnownRun) -> bool:
    return run.state == "asleep"


def _is_live(run: KnownRun) -> bool:
    return run.state not in ENDED


def _is_over(run: KnownRun) -> bool:
    return run.state in ENDED


def _was_recorded(run: KnownRun) -> bool:
    return run.state in ENDED and bool(run.began)
