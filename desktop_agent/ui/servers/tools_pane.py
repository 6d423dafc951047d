"""The tools of a server: a list, and for the one that is chosen what it says and what it may do."""

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QListView,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop_agent.core.mcp import McpServerState
from desktop_agent.ui.localized import localized
from desktop_agent.ui.parts import wrapped
from desktop_agent.ui.servers import words
from desktop_agent.ui.servers.tools_model import ToolsModel
from desktop_agent.ui.servers.two_lines import TwoLines
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.untrusted_text import clipped, visible

_ROWS = 5
"""As many are seen at once; the list scrolls beyond that."""
_WORDS = (1500, 24)


class ToolsPane(QWidget):
    """``decided`` brings the name of a tool and ask, always or never; ``forgotten`` is for all."""

    decided = Signal(str, str)
    forgotten = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.model = ToolsModel(self)
        self._title = QLabel()
        self._title.setObjectName("section")
        self.list = QListView()
        self.list.setObjectName("serverTools")
        self.list.setModel(self.model)
        self._rows = TwoLines(theme, self.list)
        self.list.setItemDelegate(self._rows)
        self.list.setMouseTracking(True)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName(words.tr("Tools of the server"))
        self.list.selectionModel().currentChanged.connect(self._turned)
        self.model.modelReset.connect(self._show_tool)
        self.model.dataChanged.connect(lambda *_: self._show_tool())
        self.forget = QPushButton(words.tr("Forget what was decided"))
        self.forget.setObjectName("flat")
        self.forget.setAutoDefault(False)
        self.forget.setToolTip(words.tr("Every tool of this server asks again"))
        self.forget.clicked.connect(self.forgotten)
        self.said = wrapped("", "cardQuote")
        self._label = QLabel(words.tr("May models call it?"))
        self.decision = QComboBox()
        for name, text in words.decisions().items():
            self.decision.addItem(text, name)
        self.decision.activated.connect(self._decide)
        self._label.setBuddy(self.decision)
        self._lay_out()
        theme.changed.connect(self._fit)

    def show_tools(self, state: McpServerState) -> None:
        """Shows the tools of a server, none where they are not known yet."""
        tools = state.tools
        self._title.setText(words.tr("Tools ({0})").format(len(tools)))
        self.forget.setVisible(any(tool.decision != "ask" for tool in tools))
        self.model.show(tools)
        if tools and not self.list.currentIndex().isValid():
            self.list.setCurrentIndex(self.model.index(0))
        self.setVisible(bool(tools))
        self._fit()

    def _fit(self) -> None:
        shown = min(max(1, self.model.rowCount()), _ROWS)
        self.list.setFixedHeight(shown * self._rows.height + 4)

    def _turned(self, _now: QModelIndex, _before: QModelIndex) -> None:
        self._show_tool()

    def _show_tool(self) -> None:
        tool = self.model.at(self.list.currentIndex())
        for part in (self.said, self._label, self.decision):
            part.setVisible(tool is not None)
        if tool is None:
            return
        name = visible(tool.name)
        says = visible(tool.description.strip()) or words.tr("The server says nothing of it.")
        warning = localized(visible(tool.warning))
        self.said.setText(clipped("\n".join(filter(None, (warning, says))), *_WORDS))
        self.said.setAccessibleName(words.tr("What the server says of {0}").format(name))
        self.decision.setAccessibleName(words.tr("May models call {0}?").format(name))
        self.decision.setCurrentIndex(self.decision.findData(tool.decision))

    def _decide(self) -> None:
        tool = self.model.at(self.list.currentIndex())
        wanted = str(self.decision.currentData())
        if tool is not None and wanted != tool.decision:
            self.decided.emit(tool.name, wanted)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self.forget)
        below = QHBoxLayout()
        below.setSpacing(10)
        below.addWidget(self._label)
        below.addWidget(self.decision)
        below.addStretch(1)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(6)
        lines.addLayout(head)
        lines.addWidget(self.list)
        lines.addWidget(self.said)
        lines.addLayout(below)
