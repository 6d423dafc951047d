"""The dialog for browsing and removing reasoning templates."""

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QWidget,
)

from desktop_agent.core.errors import AgentError
from desktop_agent.core.plan import order
from desktop_agent.core.template import NodeType, Template
from desktop_agent.frontends.ui.widgets.buttons import push_button
from desktop_agent.frontends.ui.widgets.error_dialog import confirm
from desktop_agent.frontends.ui.widgets.labels import heading, wrapped
from desktop_agent.frontends.ui.widgets.layout import hbox, resize_on_screen, vbox
from desktop_agent.frontends.ui.widgets.list_view import own_action
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.translation import localized, localized_error

if TYPE_CHECKING:
    from desktop_agent.app.templates import Templates


tr = partial(QCoreApplication.translate, "Templates")


def node_type(name: NodeType) -> str:
    """Return the translated name of a step type."""
    return {
        "definition": tr("Define"),
        "enumeration": tr("List"),
        "calculation": tr("Compute"),
        "aggregation": tr("Combine"),
        "verification": tr("Verify"),
        "retrieval": tr("Look up"),
    }[name]


# --- The templates, and a view of one


class TemplateView(QScrollArea):
    """A scrollable page that shows a template's purpose and steps."""

    def __init__(self) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # for scrolling with the keyboard
        self.setAccessibleName(tr("Template"))

    def show_template(self, template: Template | None) -> None:
        page = QWidget()
        page.setObjectName("page")
        lines = vbox(parent=page, margins=(24, 20, 24, 20), spacing=8)
        if template is not None:
            lines.addWidget(wrapped(template.title, "heading"))
            lines.addWidget(wrapped(template.description, "muted"))
            tags = tr("Used for: {0}").format(", ".join(template.domains))
            lines.addWidget(wrapped(tags, "hint"))
            lines.addWidget(heading(tr("Steps"), "section"))
            needs = template.needs
            for name in order(needs):
                node, after = template.node(name), ", ".join(needs[name])
                about = (node_type(node.type), name, tr("after {0}").format(after) if after else "")
                lines.addWidget(wrapped(" · ".join(part for part in about if part), "hint"))
                lines.addWidget(wrapped(node.instruction))
        if template is not None and template.seeds:
            lines.addWidget(heading(tr("Assumptions"), "section"))
            lines.addWidget(wrapped("\n".join(f"• {seed}" for seed in template.seeds), "muted"))
        lines.addStretch(1)
        self.setWidget(page)


class TemplatesDialog(QDialog):
    """A dialog for browsing and removing templates. Show it with ``open()``."""

    def __init__(self, library: "Templates", tasks: Tasks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self._tasks = tasks
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Reasoning templates"))
        resize_on_screen(self, 880, 620)
        self.list = QListWidget()
        self.list.setObjectName("templatesList")
        self.list.setAccessibleName(tr("Reasoning templates"))
        self.list.currentItemChanged.connect(lambda _now, _before: self._turned())
        own_action(self.list, tr("Remove"), Qt.Key.Key_Delete, self._ask)
        self.view = TemplateView()
        tip = tr("Remove this template (Delete)")
        self.remove = push_button(tr("Remove…"), self._ask, tip=tip)
        self.remove.setAutoDefault(False)
        self.remove.hide()
        self.faults = wrapped("", "hint")
        self.faults.setProperty("tone", "warn")
        self.faults.hide()
        side = QFrame()
        side.setObjectName("settingsSide")
        side.setFixedWidth(280)
        vbox((self.list, 1), parent=side, margins=(8, 12, 8, 12))
        foot = hbox((self.faults, 1), self.remove, margins=(24, 0, 20, 14), spacing=8)
        hbox(side, (vbox((self.view, 1), foot, spacing=8), 1), parent=self, spacing=0)
        self.refresh()

    @property
    def chosen(self) -> Template | None:
        chosen: Template | None = self.list.currentIndex().data(Qt.ItemDataRole.UserRole)
        return chosen

    def refresh(self) -> None:
        self._tasks.start(
            asyncio.to_thread(self._library.load),
            lambda loaded: self._show(loaded.templates, loaded.faults),
            self._failed,
        )

    def _show(self, templates: Sequence[Template], faults: Sequence[str]) -> None:
        ordered = sorted(
            (each for each in templates if each.listed), key=lambda each: each.title.casefold()
        )
        self.list.clear()
        for title, own in ((tr("Your own"), True), (tr("Built in"), False)):
            group = [each for each in ordered if each.own == own]
            if group:
                QListWidgetItem(title, self.list).setFlags(Qt.ItemFlag.NoItemFlags)
            for each in group:
                item = QListWidgetItem(each.title, self.list)
                item.setToolTip(each.description)
                item.setData(Qt.ItemDataRole.UserRole, each)
        self._say("\n".join(localized(each) for each in faults))
        self.list.setCurrentRow(1)
        self.list.setFocus()
        self._turned()

    def _turned(self) -> None:
        self.view.show_template(self.chosen)
        self.remove.setVisible(self.chosen is not None and self.chosen.own)

    def _ask(self) -> None:
        template = self.chosen
        if template is not None and template.own:
            title = tr("Remove “{0}”?").format(template.title)
            about = tr("This can't be undone.")
            confirm(self, title, about, tr("Remove"), lambda: self._remove(template.id))

    def _remove(self, template_id: str) -> None:
        work = asyncio.to_thread(self._library.remove, template_id)
        self._tasks.start(work, lambda _done: self.refresh(), self._failed)

    def _say(self, fault: str) -> None:
        self.faults.setText(fault)
        self.faults.setVisible(bool(fault))

    def _failed(self, error: AgentError) -> None:
        self._say(localized_error(error))
