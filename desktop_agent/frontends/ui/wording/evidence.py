"""Strings and icons for citation marks."""

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QCoreApplication

from desktop_agent.core.research import Mark
from desktop_agent.frontends.ui.widgets.theme import ColourName
from desktop_agent.frontends.ui.wording.labels import label

MARK_ICONS: Mapping[Mark, tuple[str, ColourName]] = {
    "supported": ("ok", "ok"),
    "partly": ("partly", "warn"),
    "contradicted": ("failed", "error"),
    "unconfirmed": ("unchecked", "muted"),
}


tr = partial(QCoreApplication.translate, "Evidence")

mark = partial(label, "Evidence", "mark")
"""Return the capitalized label of a mark."""

mark_meaning = partial(label, "Evidence", "mark_meaning")
"""Return a sentence that explains a mark."""


def counted(name: Mark, count: int) -> str:
    """Format the number of sentences with a mark, such as ``3 supported``."""
    return label("Evidence", "counted", name).format(count)


def struck() -> str:
    """Return the label for a statement that was removed from an answer."""
    return tr("Struck out")
