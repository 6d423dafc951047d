"""What the comparison says; all of it can be translated."""

from PySide6.QtCore import QCoreApplication

from desktop_agent.core.events import RunStarted
from desktop_agent.ui import evidence_words, words
from desktop_agent.ui.compare.figures import Figures

NOTHING = "–"  # noqa: RUF001 - a dash where there is no figure


def tr(text: str) -> str:
    """Translates within this page's context."""
    return QCoreApplication.translate("Compare", text)


def titles() -> tuple[str, ...]:
    """Names the figures, in their order."""
    return (
        tr("Strategy"),
        tr("Model"),
        tr("Time"),
        tr("Calls"),
        tr("Tokens"),
        tr("Pages read"),
        tr("Sources"),
        tr("Citations"),
        tr("Confidence"),
    )


def cells(figures: Figures) -> tuple[str, ...]:
    """Says the figures of an answer, in the order of `titles`."""
    confidence = evidence_words.sureness(figures.confidence)
    return (
        words.strategy_name(figures.strategy) if figures.strategy else NOTHING,
        figures.model or NOTHING,
        words.ms(figures.seconds * 1000),
        f"{figures.calls:,}",
        f"{figures.tokens:,}",
        f"{figures.pages:,}",
        f"{figures.sources:,}",
        " · ".join(evidence_words.counted(name, count) for name, count in figures.marks) or NOTHING,
        confidence or NOTHING,
    )


def about(started: RunStarted | None) -> str:
    """Says by what an answer was made: strategy and model."""
    if started is None:
        return ""
    parts = (words.strategy_name(started.strategy), started.model)
    return " · ".join(part for part in parts if part)


def changed(added: int, removed: int) -> str:
    """Sums up how the second answer differs from the first."""
    if not added and not removed:
        return tr("Both answers say the same.")
    gained = tr("1 word added") if added == 1 else tr("{0} words added").format(f"{added:,}")
    lost = tr("1 word removed") if removed == 1 else tr("{0} words removed").format(f"{removed:,}")
    return f"{gained} · {lost}"
