"""Dialogs for browsing and deleting reasoning templates, and for saving a run as one."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QCoreApplication,
    QModelIndex,
    QObject,
    QSize,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QKeySequence, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QFrame,
    QLineEdit,
    QScrollArea,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from desktop_agent.core.errors import AgentError
from desktop_agent.core.plan import order
from desktop_agent.core.template import NodeType, Template, TemplateNode, check_template
from desktop_agent.frontends.ui.widgets.buttons import push_button
from desktop_agent.frontends.ui.widgets.labels import IconLabel, heading, label, wrapped
from desktop_agent.frontends.ui.widgets.layout import hbox, vbox
from desktop_agent.frontends.ui.widgets.list_view import own_action
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.text_fields import QuestionField, filter_field
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.translation import localized, localized_error

if TYPE_CHECKING:
    from desktop_agent.app.templates import Templates

# --- Texts

NODE_ICONS: Mapping[NodeType, str] = {
    "definition": "info",
    "enumeration": "group",
    "calculation": "tool",
    "aggregation": "draft",
    "verification": "verifier",
    "retrieval": "search",
}


def tr(text: str) -> str:
    """Translate a string in the context "Templates"."""
    return QCoreApplication.translate("Templates", text)


def node_type(name: NodeType) -> str:
    """Return the translated name of a step type."""
    return {
        "definition": tr("Define"),
        "enumeration": tr("List"),
        "calculation": tr("Compute"),
        "aggregation": tr("Put together"),
        "verification": tr("Verify"),
        "retrieval": tr("Look up"),
    }[name]


def in_order(template: Template) -> list[tuple[TemplateNode, int]]:
    """Return the steps in dependency order, each with its zero-based depth."""
    needs = template.needs
    depths: dict[str, int] = {}
    for name in order(needs):
        depths[name] = 1 + max((depths[each] for each in needs[name]), default=-1)
    return [(template.node(name), depth) for name, depth in depths.items()]


# --- The templates in two groups, the user's first

TEMPLATE = Qt.ItemDataRole.UserRole.value
"""Item data role of the `Template`; None for a group."""
_WORDS = TEMPLATE + 1
_ROW = QSize(0, 30)


class TemplatesModel(QSortFilterProxyModel):
    """A searchable Qt model of the templates in two groups, the user's own first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._items = QStandardItemModel(self)
        self.setSourceModel(self._items)
        self.setFilterRole(_WORDS)
        self.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.setRecursiveFilteringEnabled(True)

    def show(self, templates: Sequence[Template]) -> None:
        self._items.clear()
        ordered = sorted(templates, key=lambda each: each.title.casefold())
        own = [each for each in ordered if each.own]
        built_in = [each for each in ordered if not each.own]
        for title, group in ((self.tr("Your own"), own), (self.tr("Built in"), built_in)):
            if group:
                self._items.appendRow(_group(title, group))

    def look_for(self, text: str) -> None:
        """Show only templates whose title, description or tags contain the text."""
        self.setFilterFixedString(text.strip())


def _group(title: str, templates: Sequence[Template]) -> QStandardItem:
    head = QStandardItem(title)
    head.setFlags(Qt.ItemFlag.NoItemFlags)  # arrow keys skip it
    bold = QFont()
    bold.setWeight(QFont.Weight.DemiBold)
    head.setFont(bold)
    head.setSizeHint(_ROW)
    for each in templates:
        item = QStandardItem(each.title)
        item.setEditable(False)
        item.setSizeHint(_ROW)
        item.setData(each, TEMPLATE)
        item.setData(" ".join((each.title, each.description, *each.domains)), _WORDS)
        item.setToolTip(each.description)
        head.appendRow(item)
    return head


# --- A template as text: purpose and indented steps

_INDENT = 20
_DEEPEST = 5
"""Maximum indentation level, so that deeply nested steps have enough room."""


class TemplateView(QScrollArea):
    """A scrollable page that shows a template, or a hint if none is selected."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # for scrolling with the keyboard
        self.setAccessibleName(self.tr("Template"))
        self.show_template(None)

    def show_template(self, template: Template | None) -> None:
        page = QWidget()
        page.setObjectName("page")
        lines = vbox(parent=page, margins=(24, 20, 24, 20), spacing=8)
        if template is None:
            lines.addWidget(wrapped(self.tr("Choose a template to see its steps."), "muted"))
        else:
            self._fill(lines, template)
        lines.addStretch(1)
        self.setWidget(page)

    def _fill(self, lines: QVBoxLayout, template: Template) -> None:
        lines.addWidget(wrapped(template.title, "heading"))
        lines.addWidget(wrapped(template.description, "muted"))
        tags = self.tr("For: {0}").format(", ".join(template.domains))
        lines.addWidget(wrapped(tags, "hint"))
        if template.archetype:
            lines.addWidget(wrapped(self.tr("Has a solver that computes the answer."), "hint"))
        lines.addSpacing(6)
        lines.addWidget(heading(self.tr("Steps"), "section"))
        needs = template.needs
        for node, depth in in_order(template):
            lines.addWidget(NodeLine(self._theme, node, needs[node.id], depth))
        if template.seeds:
            lines.addSpacing(6)
            lines.addWidget(heading(self.tr("What it starts from"), "section"))
            for seed in template.seeds:
                lines.addWidget(wrapped(f"• {seed}", "muted"))


class NodeLine(QWidget):
    """A row that shows a template step with its type, instruction and dependencies."""

    def __init__(self, theme: Theme, node: TemplateNode, needs: Sequence[str], depth: int) -> None:
        super().__init__()
        kind = node_type(node.type)
        after = self.tr("after {0}").format(", ".join(needs)) if needs else ""
        self.setAccessibleName(", ".join(part for part in (node.id, kind, after) if part))
        head = heading(" · ".join(part for part in (kind, node.id, after) if part), "hint")
        head.setTextFormat(Qt.TextFormat.PlainText)
        icon = IconLabel(theme, NODE_ICONS[node.type], "muted", 16)
        lines = vbox(head, wrapped(node.instruction), spacing=1)
        parts = ((icon, 0, Qt.AlignmentFlag.AlignTop), (lines, 1))
        margins = (_INDENT * min(depth, _DEEPEST), 2, 0, 4)
        hbox(*parts, parent=self, margins=margins, spacing=8)


_SIDE = 260


class TemplatesDialog(QDialog):
    """A dialog for browsing and deleting templates. Show it with ``open()``.

    ``loaded`` is emitted once the templates have been loaded.
    """

    loaded = Signal()

    def __init__(
        self, theme: Theme, library: "Templates", tasks: Tasks, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._library = library
        self._tasks = tasks
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Reasoning templates"))
        self.resize(880, 620)
        self.search = filter_field(self.tr("Search templates"))
        self.rows = TemplatesModel(self)
        self.list = self._make_list()
        self.view = TemplateView(theme)
        tip = self.tr("Remove this template of yours (Delete)")
        self.remove = push_button(self.tr("Remove"), self._ask, tip=tip)
        self.remove.setAutoDefault(False)
        self.sure = _Confirmation()
        self.sure.yes.clicked.connect(self._remove)
        self.faults = wrapped("", "hint")
        self.faults.setProperty("tone", "warn")
        self.search.textChanged.connect(self._look)
        self._lay_out()
        self.refresh()

    @property
    def chosen(self) -> Template | None:
        found = self.list.currentIndex().data(TEMPLATE)
        return found if isinstance(found, Template) else None

    def refresh(self) -> None:
        self._tasks.start(
            asyncio.to_thread(self._library.load),
            lambda loaded: self._show(loaded.templates, loaded.faults),
            self._failed,
        )

    # --- Events

    def _show(self, templates: Sequence[Template], faults: Sequence[str]) -> None:
        was = self.chosen.id if self.chosen is not None else ""
        self.rows.show(templates)
        self.list.expandAll()
        self.faults.setText("\n".join(localized(each) for each in faults))
        self.faults.setVisible(bool(faults))
        self._choose(was)
        self.loaded.emit()

    def _choose(self, template_id: str) -> None:
        first = QModelIndex()
        for group in range(self.rows.rowCount()):
            head = self.rows.index(group, 0)
            for row in range(self.rows.rowCount(head)):
                index = self.rows.index(row, 0, head)
                first = first if first.isValid() else index
                if index.data(TEMPLATE).id == template_id:
                    self.list.setCurrentIndex(index)
                    return
        self.list.setCurrentIndex(first)

    def _turned(self) -> None:
        template = self.chosen
        self.view.show_template(template)
        self.remove.setVisible(template is not None and template.own)
        self.sure.hide()

    def _look(self, text: str) -> None:
        was = self.chosen
        self.rows.look_for(text)
        self.list.expandAll()
        if was is None or not self.list.currentIndex().isValid():
            self._choose("")

    def _ask(self) -> None:
        template = self.chosen
        if template is not None and template.own:
            self.sure.ask(self.tr("Remove “{0}”? It cannot be undone.").format(template.title))

    def _remove(self) -> None:
        template = self.chosen
        self.sure.hide()
        if template is not None and template.own:
            work = asyncio.to_thread(self._library.remove, template.id)
            self._tasks.start(work, lambda _done: self.refresh(), self._failed)
            self.list.setFocus()

    def _failed(self, error: AgentError) -> None:
        self.faults.setText(localized_error(error))
        self.faults.show()

    # --- Construction

    def _make_list(self) -> QTreeView:
        view = QTreeView()
        view.setObjectName("templatesTree")
        view.setModel(self.rows)
        view.setHeaderHidden(True)
        view.setRootIsDecorated(False)
        view.setItemsExpandable(False)
        view.setIndentation(10)
        view.setUniformRowHeights(True)
        view.setIconSize(QSize(16, 16))
        view.setAccessibleName(self.tr("Reasoning templates"))
        view.selectionModel().currentChanged.connect(lambda _now, _before: self._turned())
        own_action(view, self.tr("Remove"), QKeySequence.StandardKey.Delete, self._ask)
        return view

    def _lay_out(self) -> None:
        side = QFrame()
        side.setObjectName("settingsSide")
        side.setFixedWidth(_SIDE)
        parts = (self.search, (self.list, 1))
        vbox(*parts, parent=side, margins=(12, 12, 8, 12), spacing=8)
        foot = hbox(self.remove, (self.sure, 1), margins=(24, 0, 20, 14))
        foot.addStretch(0)
        right = vbox((self.view, 1), self.faults, foot, spacing=8)
        hbox(side, (right, 1), parent=self, spacing=0)
        self.faults.setContentsMargins(24, 0, 20, 0)
        self.faults.hide()
        self.remove.hide()
        self.list.setFocus()


class _Confirmation(QWidget):
    """A request to confirm a removal, shown inline, with buttons to remove or keep the item."""

    def __init__(self) -> None:
        super().__init__()
        self._text = label()
        self.yes = push_button(self.tr("Remove it"))
        self.no = push_button(self.tr("Keep it"), self.hide)
        for button in (self.no, self.yes):
            button.setAutoDefault(False)
        hbox((self._text, 1), self.no, self.yes, parent=self, margins=(8, 0, 0, 0), spacing=8)
        self.hide()

    def ask(self, question: str) -> None:
        """Show the question, and focus the button that keeps the item."""
        self._text.setText(question)
        self.yes.setAccessibleDescription(question)
        self.show()
        self.no.setFocus()


# --- Saving a run as a template: title, description and instructions


class SaveTemplateDialog(QDialog):
    """A dialog for saving a run as a template. Show it with ``open()``.

    The dialog stays open until the template is saved, so that errors can be corrected.
    """

    def __init__(
        self, template: Template, library: "Templates", tasks: Tasks, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._template = template
        self._library = library
        self._tasks = tasks
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Save this run as a template"))
        self.resize(640, 600)
        self.title = self._line(template.title, self.tr("Title"), 80)
        self.about = self._line(template.description, self.tr("What it is for"), 400)
        self.tags = self._line(", ".join(template.domains), self.tr("Tags"), 600)
        self.tags.setPlaceholderText(self.tr("words of such problems, by commas"))
        self.instructions: dict[str, QuestionField] = {}
        self.fault = wrapped("", "hint")
        self.fault.setProperty("tone", "warn")
        self.save = push_button(self.tr("Save"), self._accept, name="primary")
        self._lay_out()
        self._look()
        self.title.selectAll()

    @property
    def template(self) -> Template:
        tags = (" ".join(tag.split()) for tag in self.tags.text().split(","))
        nodes = (
            replace(node, instruction=" ".join(self.instructions[node.id].toPlainText().split()))
            for node in self._template.nodes
        )
        return replace(
            self._template,
            title=self.title.text().strip(),
            description=self.about.text().strip(),
            domains=tuple(dict.fromkeys(tag for tag in tags if tag)),
            nodes=tuple(nodes),
            own=True,
        )

    def _look(self) -> None:
        fault = ""
        try:
            check_template(self.template)
        except ValueError as error:
            fault = str(error)
        self._say(fault)
        self.save.setEnabled(not fault)

    def _say(self, fault: str) -> None:
        text = localized(fault)
        self.fault.setText(f"{text[:1].upper()}{text[1:]}" if text else "")
        self.fault.setVisible(bool(text))

    def _accept(self) -> None:
        self.save.setEnabled(False)  # until saving has ended
        self._tasks.start(self._save(self.template), self._saved, self._failed)

    async def _save(self, template: Template) -> str:
        """Save the template; return the error message, or "" on success."""
        try:
            await asyncio.to_thread(self._library.save, template)
        except ValueError as fault:
            return str(fault)
        return ""

    def _saved(self, fault: str) -> None:
        if fault:
            self._say(fault)
            self.save.setEnabled(True)
        else:
            self.accept()

    def _failed(self, error: AgentError) -> None:
        self._saved(localized_error(error))

    # --- Building

    def _line(self, text: str, name: str, most: int) -> QLineEdit:
        line = QLineEdit(text)
        line.setMaxLength(most)
        line.setAccessibleName(name)
        line.setCursorPosition(0)
        line.textChanged.connect(lambda _text: self._look())
        return line

    def _steps(self) -> QScrollArea:
        page = QWidget()
        page.setObjectName("page")
        lines = vbox(parent=page, margins=(0, 0, 8, 0), spacing=4)
        for node, depth in in_order(self._template):
            kind = node_type(node.type)
            field = QuestionField(node.instruction)
            field.setAccessibleName(self.tr("Instruction of {0}, {1}").format(node.id, kind))
            field.changed.connect(lambda _text: self._look())
            self.instructions[node.id] = field
            head = heading(f"{node.id} · {kind}", "hint")
            head.setBuddy(field)
            margins = (_INDENT * min(depth, _DEEPEST), 0, 0, 4)
            lines.addLayout(vbox(head, field, margins=margins, spacing=2))
        lines.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(page)
        return area

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setSpacing(8)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        for field in (self.title, self.about, self.tags):
            form.addRow(field.accessibleName(), field)
        about = self.tr("A question of this kind is then worked on by these steps.")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        buttons.addButton(self.save, QDialogButtonBox.ButtonRole.ApplyRole)
        self.save.setDefault(True)
        buttons.rejected.connect(self.reject)
        steps = (heading(self.tr("Steps"), "section"), (self._steps(), 1))
        parts = (wrapped(about, "muted"), form, *steps, self.fault, buttons)
        vbox(*parts, parent=self, margins=(20, 16, 20, 16), spacing=10)
