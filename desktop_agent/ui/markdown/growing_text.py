"""Rich text in the chat that is as tall as what it holds, and loads nothing from anywhere."""

from PySide6.QtCore import QSize, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QResizeEvent, QTextDocument
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser, QWidget

from desktop_agent.ui.markdown.citation_chips import chip_of
from desktop_agent.ui.markdown.inline_writer import openable


class GrowingText(QTextBrowser):
    """A text browser without scroll bars, sources or resources.

    A click opens web addresses in the browser; ``cited`` is sent with the number of a source and
    the place of the citation, which is -1 where it has no mark.
    """

    cited = Signal(int, int)
    tabbed = Signal()
    """Tab has gone on to another link, which is selected now, or away."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("growingText")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setTabChangesFocus(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextBrowserInteraction
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.document().setDocumentMargin(0)
        self.viewport().setAutoFillBackground(False)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self.anchorClicked.connect(self._clicked)

    def sizeHint(self) -> QSize:
        return QSize(480, self.height())

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def focusNextPrevChild(self, next: bool) -> bool:  # noqa: A002, FBT001 - Qt's signature
        moved = super().focusNextPrevChild(next)
        self.tabbed.emit()  # no signal of Qt tells of it
        return moved

    def loadResource(self, kind: int, name: QUrl | str) -> object:  # noqa: ARG002 - Qt's signature
        """Loads nothing, ever: what is shown came from a model or from a page."""
        return None

    def doSetSource(
        self,
        name: QUrl | str,
        type: QTextDocument.ResourceType = QTextDocument.ResourceType.UnknownResource,  # noqa: A002 - Qt's own name
    ) -> None:
        """Goes nowhere: a text in the chat is not a place to browse in."""

    def room_below(self) -> float:
        """Pixels that are painted below the last line; Qt leaves out the last block's margin."""
        return 0.0

    def _fit(self) -> None:
        height = round(self.document().size().height() + 1 + self.room_below())
        if height != self.height():
            self.setFixedHeight(height)

    def _clicked(self, url: QUrl) -> None:
        cited = chip_of(url.toString())
        if cited is not None:
            self.cited.emit(*cited)
        elif openable(url.toString()):
            QDesktopServices.openUrl(url)
