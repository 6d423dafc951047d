"""The ways to carry out a question, as the pickers, the settings and the panels call them."""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication


def tr(text: str) -> str:
    """Translates within the panels' context."""
    return QCoreApplication.translate("Reasoning", text)


@dataclass(frozen=True, slots=True)
class Strategy:
    """A way to carry out a question; ``tip`` says what it does and what it costs."""

    name: str
    title: str
    tip: str


def strategies() -> tuple[Strategy, ...]:
    """Gives what may be chosen, in the order of the pickers."""
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
