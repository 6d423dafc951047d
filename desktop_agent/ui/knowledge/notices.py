"""What the page says about the embedding model: that there is none, another one, or one elsewhere."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from desktop_agent.core.knowledge import KnowledgeStatus
from desktop_agent.ui.knowledge.notice_bar import NoticeBar
from desktop_agent.ui.knowledge.words import tr
from desktop_agent.ui.theme import Theme


class Notices(QWidget):
    """``models_wanted``, ``rebuild_wanted`` and ``look_again`` are its buttons."""

    models_wanted = Signal()
    rebuild_wanted = Signal()
    look_again = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.bar = NoticeBar(theme)
        self.privacy = QLabel()
        self.privacy.setObjectName("hint")
        self.privacy.setWordWrap(True)
        self.privacy.setTextFormat(self.privacy.textFormat().PlainText)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(6)
        lines.addWidget(self.bar)
        lines.addWidget(self.privacy)
        self.hide()

    def show_status(self, status: KnowledgeStatus, host: str, *, wants_model: bool) -> None:
        """Says what is to be said; ``host`` gets the texts, where that is another machine."""
        if status.needs_rebuild:
            said = tr("The passages were embedded with {0}; {1} is chosen now.")
            said = said.format(status.embedding_model, status.wanted_model)
            self.bar.say(said, tr("Rebuild"), self.rebuild_wanted.emit)
        elif wants_model and not status.wanted_model:
            said = tr("Searching by words alone: there is no embedding model.")
            self.bar.say(said, tr("Get a model"), self.models_wanted.emit)
        else:
            self.bar.say("")
        self.privacy.setText(leaves_to(host) if host else "")
        self.privacy.setVisible(bool(host))
        self.setVisible(bool(host or self.bar.text))

    def show_fault(self, text: str) -> None:
        """Says why it is not known what there is now."""
        self.bar.say(text, tr("Try again"), self.look_again.emit)
        self.show()


def leaves_to(host: str) -> str:
    """Says that the text of documents goes to another machine."""
    return tr("The text of your documents is sent to {0} to be embedded.").format(host)
