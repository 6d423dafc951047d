"""How an answer stands to what was extracted from the sources."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from desktop_agent.core.events import Verdict
from desktop_agent.ui import evidence_words
from desktop_agent.ui.parts import Pill, wrapped


class GroundingLine(QWidget):
    """A pill that says it, and beside it what was extracted or why the answer was replaced."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__()
        well = verdict.ok or verdict.details.get("action") == "repaired"
        pill = Pill(self)
        pill.show_text(evidence_words.grounding(verdict), "ok" if well else "warn")
        pill.setToolTip("\n".join(evidence_words.points(verdict)))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(pill, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(wrapped(evidence_words.grounding_details(verdict), "meta"), 1)
