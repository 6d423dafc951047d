"""The reasoning tree for Qt's views."""

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from desktop_agent.core.events import Event
from desktop_agent.ui.panel.node import Node
from desktop_agent.ui.panel.node_filter import matching
from desktop_agent.ui.panel.reasoning_tree import ReasoningTree

Index = QModelIndex | QPersistentModelIndex
NODE = Qt.ItemDataRole.UserRole.value
"""Role: the `Node` itself, for the delegate."""
_NOWHERE = QModelIndex()
_MOST_SHOWN = 400
"""Characters of a long text that its row shows; the details show all."""


class ReasoningModel(QAbstractItemModel):
    """Follows a run; an index carries the number of its node, never a pointer to a Python object."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._nodes: dict[int, Node] = {}
        self._shown: dict[int, list[Node]] | None = None
        self._rows: dict[int, int] = {}
        self._words = ""
        self._news: dict[int, Node] = {}
        self._tree = self._new_tree()

    def look_for(self, words: str) -> None:
        """Shows only the rows that hold all of ``words``, what is below them, and what they stand under."""
        self._words = words.strip()
        self._filter()

    def catch_up(self) -> None:
        """Tells the views which rows have changed, each once; looks again at filtered rows."""
        news, self._news = self._news, {}
        for node in news.values():
            index = self.index_of(node)
            if index.isValid():
                self.dataChanged.emit(index, index)
        if self._shown is not None and self._stale:
            self._filter()

    @property
    def count(self) -> int:
        """How many rows there are, shown or not."""
        return len(self._nodes)

    @property
    def root(self) -> Node:
        """What all rows stand under."""
        return self._tree.root

    _stale = False

    def _filter(self) -> None:
        self.beginResetModel()
        self._stale = False
        self._shown = matching(self._tree.root, self._words) if self._words else None
        self._rows = {}
        for children in (self._shown or {}).values():
            self._rows.update((id(child), row) for row, child in enumerate(children))
        self.endResetModel()

    def _children(self, node: Node) -> list[Node]:
        return node.children if self._shown is None else self._shown.get(id(node), [])

    def clear(self) -> None:
        """Begins with another run."""
        self.beginResetModel()
        self._nodes = {}
        self._news = {}
        self._shown = {} if self._words else None
        self._tree = self._new_tree()
        self.endResetModel()

    def apply(self, event: Event) -> None:
        """Takes the next event; rows that were there already look new only after `catch_up`."""
        self._tree.apply(event)

    def node(self, index: Index) -> Node:
        """Gives the node of an index; the root for an invalid one."""
        return self._nodes[index.internalId()] if index.isValid() else self._tree.root

    def index_of(self, node: Node) -> QModelIndex:
        """Gives the index of a node."""
        if node.parent is None:
            return QModelIndex()
        row = node.row if self._shown is None else self._rows.get(id(node), -1)
        return self.createIndex(row, 0, id(node)) if row >= 0 else QModelIndex()

    def index(self, row: int, column: int, parent: Index = _NOWHERE) -> QModelIndex:
        children = self._children(self.node(parent))
        if column or not 0 <= row < len(children):
            return QModelIndex()
        return self.createIndex(row, 0, id(children[row]))

    def parent(self, child: Index | None = None) -> QModelIndex:  # type: ignore[override]  # Qt overloads it with QObject.parent
        if child is None or not child.isValid():
            return QModelIndex()
        above = self.node(child).parent
        return QModelIndex() if above is None else self.index_of(above)

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return len(self._children(self.node(parent)))

    def columnCount(self, parent: Index = _NOWHERE) -> int:  # noqa: ARG002 - Qt's signature
        return 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        node = self.node(index)
        if role == NODE:
            return node
        if role == Qt.ItemDataRole.DisplayRole:
            return _end_of(node) if node.kind == "body" else node.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return node.tip or node.url or (node.title if node.kind == "row" else None)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            said = node.tip.replace("\n", ", ") or node.title
            return f"{said} {node.detail}".strip() if said else _end_of(node)
        return None

    def _new_tree(self) -> ReasoningTree:
        return ReasoningTree(
            self._inserting, self._inserted, self._changed, self._removing, self._removed
        )

    def _inserting(self, parent: Node) -> None:
        if self._shown is None:
            row = len(parent.children)
            self.beginInsertRows(self.index_of(parent), row, row)

    def _inserted(self, node: Node) -> None:
        self._nodes[id(node)] = node
        if self._shown is None:
            self.endInsertRows()
        else:
            self._stale = True

    def _removing(self, node: Node) -> None:
        if self._shown is None:
            parent = node.parent
            assert parent is not None
            self.beginRemoveRows(self.index_of(parent), node.row, node.row)

    def _removed(self, node: Node) -> None:
        waiting = [node]
        while waiting:
            each = waiting.pop()
            del self._nodes[id(each)]
            self._news.pop(id(each), None)
            waiting += each.children
        if self._shown is None:
            self.endRemoveRows()
        else:
            self._filter()  # a view must not ask for a row that is gone

    def _changed(self, node: Node) -> None:
        self._news[id(node)] = node
        self._stale = self._shown is not None


def _end_of(node: Node) -> str:
    """Gives the end of a text, on one line: it grows there."""
    end = "".join(node.pieces[-_MOST_SHOWN:]) if node.size > _MOST_SHOWN else node.body
    text = " ".join(end.split())
    return text if len(text) <= _MOST_SHOWN else "… " + text[-_MOST_SHOWN:]
