"""The reasoning tree for Qt's views."""

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from desktop_agent.core.events import Event
from desktop_agent.ui.panel.node import Node
from desktop_agent.ui.panel.reasoning_tree import ReasoningTree

Index = QModelIndex | QPersistentModelIndex
NODE = Qt.ItemDataRole.UserRole.value
"""Role: the `Node` itself, for the delegate."""
_NOWHERE = QModelIndex()


class ReasoningModel(QAbstractItemModel):
    """Follows a run; an index carries the number of its node, never a pointer to a Python object."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._nodes: dict[int, Node] = {}
        self._tree = self._new_tree()

    def clear(self) -> None:
        """Begins with another run."""
        self.beginResetModel()
        self._nodes = {}
        self._tree = self._new_tree()
        self.endResetModel()

    def apply(self, event: Event) -> None:
        """Takes the next event."""
        self._tree.apply(event)

    def node(self, index: Index) -> Node:
        """Gives the node of an index; the root for an invalid one."""
        return self._nodes[index.internalId()] if index.isValid() else self._tree.root

    def index_of(self, node: Node) -> QModelIndex:
        """Gives the index of a node."""
        if node.parent is None:
            return QModelIndex()
        return self.createIndex(node.row, 0, id(node))

    def index(self, row: int, column: int, parent: Index = _NOWHERE) -> QModelIndex:
        children = self.node(parent).children
        if column or not 0 <= row < len(children):
            return QModelIndex()
        return self.createIndex(row, 0, id(children[row]))

    def parent(self, child: Index | None = None) -> QModelIndex:  # type: ignore[override]  # Qt overloads it with QObject.parent
        if child is None or not child.isValid():
            return QModelIndex()
        above = self.node(child).parent
        return QModelIndex() if above is None else self.index_of(above)

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return len(self.node(parent).children)

    def columnCount(self, parent: Index = _NOWHERE) -> int:  # noqa: ARG002 - Qt's signature
        return 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        node = self.node(index)
        if role == NODE:
            return node
        if role == Qt.ItemDataRole.DisplayRole:
            return node.body if node.kind == "body" else node.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return node.url or (node.title if node.kind == "row" else None)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{node.title} {node.detail}".strip() if node.kind == "row" else node.body
        return None

    def _new_tree(self) -> ReasoningTree:
        return ReasoningTree(self._inserting, self._inserted, self._changed)

    def _inserting(self, parent: Node) -> None:
        row = len(parent.children)
        self.beginInsertRows(self.index_of(parent), row, row)

    def _inserted(self, node: Node) -> None:
        self._nodes[id(node)] = node
        self.endInsertRows()

    def _changed(self, node: Node) -> None:
        index = self.index_of(node)
        self.dataChanged.emit(index, index)
