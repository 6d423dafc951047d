"""How large the question is, once that matters."""

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QLabel

from desktop_agent.ui.composer.attachments import Attachments
from desktop_agent.ui.composer.question_edit import QuestionEdit
from desktop_agent.ui.composer.token_estimate import attachment_tokens, text_tokens

_SHOWN_FROM = 200
_DELAY_MS = 150


class TokenLabel(QLabel):
    """Shows about how many tokens the field and the files come to, from 200 on.

    What goes beyond the model's context is shown as a warning. ``resized`` is sent when the label
    needs more or less room than before.
    """

    resized = Signal()

    def __init__(self, edit: QuestionEdit, attachments: Attachments) -> None:
        super().__init__()
        self.setObjectName("hint")
        self._edit = edit
        self._attachments = attachments
        self._attached = 0
        self._limit = 0
        self._used = 0
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_DELAY_MS)
        self._timer.timeout.connect(self._show)
        edit.textChanged.connect(self._timer.start)
        attachments.changed.connect(self._recount)
        self.hide()

    def set_context(self, limit: int, used: int) -> None:
        """Takes the model's context in tokens, 0 for unknown, and what the conversation uses."""
        self._limit, self._used = limit, used
        self._timer.start()

    def forget_use(self) -> None:
        """Forget what a conversation uses; the model's context stays known."""
        self._used = 0
        self._timer.start()

    def _recount(self) -> None:
        self._attached = attachment_tokens(self._attachments.all)
        self._timer.start()

    def _show(self) -> None:
        before = (self.isHidden(), self.sizeHint().width())
        count = text_tokens(self._edit.toPlainText()) + self._attached
        over = bool(self._limit) and count + self._used > self._limit
        self.setVisible(count > _SHOWN_FROM or (over and count > 0))
        self.setText(self.tr("≈ {0} tokens").format(f"{count:,}"))
        self.setProperty("tone", "warn" if over else "")
        self.style().polish(self)
        self.setToolTip(
            self.tr("More than the model's context of {0} tokens: the oldest is left out").format(
                f"{self._limit:,}"
            )
            if over
            else self.tr("About how much of the model's context the question takes")
        )
        if (self.isHidden(), self.sizeHint().width()) != before:
            self.resized.emit()
