"""Names and descriptions of the strategies, and translations of step titles."""

from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QCoreApplication

from desktop_agent.frontends.ui.wording.labels import translated


def step_title(title: str) -> str:
    """Translate the title of a step, which agents write in English, if ``labels.toml`` has it."""
    return translated("Steps", title)


tr = partial(QCoreApplication.translate, "Reasoning")


@dataclass(frozen=True, slots=True)
class Strategy:
    """A strategy for answering; ``tip`` describes what it does and what it costs."""

    name: str
    title: str
    tip: str


def strategies() -> tuple[Strategy, ...]:
    """Return the selectable strategies in the order of the pickers."""
    return (
        Strategy(
            "auto", tr("Auto"), tr("Chooses by the question, and by whether there is a model")
        ),
        Strategy(
            "evidence",
            tr("Evidence"),
            tr("Extracts the answer from pages and quotes them; no model call"),
        ),
        Strategy(
            "quick",
            tr("Quick"),
            tr("One agent with its tools; 1 to 4 model calls"),
        ),
        Strategy(
            "verified",
            tr("Careful"),
            tr("A second agent criticises the draft; 2 to 6 model calls"),
        ),
        Strategy(
            "team",
            tr("Team"),
            tr("A verifier, a searcher and an answerer take turns; 2 to 10 model calls"),
        ),
        Strategy(
            "deep",
            tr("Deep"),
            tr(
                "Plans the question in parts and works on them side by side, with code and checks; "
                "3 to about 40 model calls, up to all of its time"
            ),
        ),
    )
