"""How the window says that a tool of a server had to ask, and what was decided."""

from functools import partial

from PySide6.QtCore import QCoreApplication

from desktop_agent.ui.theme import ColourName


def asked() -> str:
    """Says that a call has waited for the person."""
    return QCoreApplication.translate("Approvals", "Asked you whether it may be called")


def given(answer: str) -> tuple[str, ColourName]:
    """Says what was decided of a call, and gives the colour of that."""
    tr = partial(QCoreApplication.translate, "Approvals")
    known: dict[str, tuple[str, ColourName]] = {
        "once": (tr("Allowed this once"), "ok"),
        "always": (tr("Always allowed"), "ok"),
        "never": (tr("Never allowed"), "warn"),
        "declined": (tr("Not allowed this time"), "warn"),
    }
    return known.get(answer, (answer, "muted"))
