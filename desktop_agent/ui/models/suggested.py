"""The models that are worth a try on this machine, each with a button that gets it."""

from functools import partial

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from desktop_agent.ui.gradual import Gradual
from desktop_agent.ui.models.downloads import Downloads
from desktop_agent.ui.models.suggestions import Suggestion, suggestions
from desktop_agent.ui.models.words import bytes_text, capability_text, use_text
from desktop_agent.ui.theme import Theme

_GIB = 2**30


class SuggestedModels(QWidget):
    """Rows of suggestions; those that are installed are left out, those that are too large for ``memory`` bytes come last.

    They are made one by one between other events.
    """

    def __init__(self, theme: Theme, downloads: Downloads, memory: int) -> None:
        super().__init__()
        self._downloads = downloads
        self._rows: dict[str, SuggestedRow] = {}
        self._installed: set[str] = set()
        note = QLabel(_memory_text(memory))
        note.setObjectName("hint")
        note.setWordWrap(True)
        self._theme = theme
        self._lines = QVBoxLayout(self)
        self._lines.setContentsMargins(0, 4, 0, 0)
        self._lines.setSpacing(6)
        self._lines.addWidget(note)
        listed = sorted(suggestions(), key=lambda each: not each.fits(memory))
        self.building = Gradual(
            (partial(self._add, each, fits=each.fits(memory)) for each in listed), self
        )
        downloads.changed.connect(self._changed)
        downloads.removed.connect(self._changed)

    def show_installed(self, names: set[str]) -> None:
        """Leaves out what is installed."""
        self._installed = {name.removesuffix(":latest") for name in names}
        self._show_rows()

    def row(self, name: str) -> "SuggestedRow":
        """Gives the row of a suggestion."""
        return self._rows[name]

    def _add(self, each: Suggestion, *, fits: bool) -> None:
        row = SuggestedRow(self._theme, each, fits=fits)
        row.get.clicked.connect(lambda: self._downloads.start(each.name))
        if not self._wanted(each.name):
            row.hide()
        self._rows[each.name] = row
        self._lines.addWidget(row)

    def _changed(self, _name: str) -> None:
        self._show_rows()

    def _show_rows(self) -> None:
        for name, row in self._rows.items():
            row.setVisible(self._wanted(name))

    def _wanted(self, name: str) -> bool:
        return name not in self._installed and self._downloads.get(name) is None


class SuggestedRow(QWidget):
    """A name, its size and what it is good for."""

    def __init__(self, theme: Theme, suggestion: Suggestion, *, fits: bool) -> None:
        super().__init__()
        name = QLabel(suggestion.name)
        name.setObjectName("section")
        parts = [bytes_text(suggestion.size_bytes), use_text(suggestion.use)]
        parts += [capability_text(each) for each in suggestion.capabilities]
        if not fits:
            wants = QCoreApplication.translate("Models", "wants {0} GB of memory")
            parts.insert(1, wants.format(suggestion.memory_bytes // _GIB))
        about = QLabel(" · ".join(part for part in parts if part))
        about.setObjectName("hint")
        about.setWordWrap(True)
        self.get = QPushButton(self.tr("Get"))
        self.get.setAutoDefault(False)
        self.get.setToolTip(self.tr("Download {0} with Ollama").format(suggestion.name))
        self.get.setAccessibleName(self.tr("Get {0}").format(suggestion.name))
        self.get.setAccessibleDescription(about.text())
        theme.bind_icon(self.get, "download", "text", 16)
        told = QVBoxLayout()
        told.setSpacing(1)
        told.addWidget(name)
        told.addWidget(about)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 4, 0, 4)
        row.setSpacing(10)
        row.addLayout(told, 1)
        row.addWidget(self.get, 0, Qt.AlignmentFlag.AlignVCenter)


def _memory_text(memory: int) -> str:
    if not memory:
        return QCoreApplication.translate("Models", "Worth a try:")
    told = QCoreApplication.translate("Models", "Worth a try with {0:.0f} GB of memory:")
    return told.format(memory / _GIB)
