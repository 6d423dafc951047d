"""A template to be read: what it is for, and its steps as an indented list."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from desktop_agent.core.template import Template, TemplateNode
from desktop_agent.ui.parts import IconLabel, wrapped
from desktop_agent.ui.templates import words
from desktop_agent.ui.theme import Theme

_INDENT = 20
_DEEPEST = 5
"""Levels; what is deeper is not moved in further, so that its words have room."""


class TemplateView(QScrollArea):
    """Shows one template, or what is to be done where there is none."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # the keys scroll it
        self.setAccessibleName(self.tr("Template"))
        self.show_template(None)

    def show_template(self, template: Template | None) -> None:
        """Shows another template."""
        page = QWidget()
        page.setObjectName("page")
        lines = QVBoxLayout(page)
        lines.setContentsMargins(24, 20, 24, 20)
        lines.setSpacing(8)
        if template is None:
            lines.addWidget(wrapped(self.tr("Choose a template to see its steps."), "muted"))
        else:
            self._fill(lines, template)
        lines.addStretch(1)
        self.setWidget(page)

    def _fill(self, lines: QVBoxLayout, template: Template) -> None:
        title = wrapped(template.title, "heading")
        lines.addWidget(title)
        lines.addWidget(wrapped(template.description, "muted"))
        tags = self.tr("For: {0}").format(", ".join(template.domains))
        lines.addWidget(wrapped(tags, "hint"))
        if template.archetype:
            lines.addWidget(wrapped(self.tr("Has a solver that computes the answer."), "hint"))
        lines.addSpacing(6)
        lines.addWidget(_head(self.tr("Steps")))
        needs = template.needs
        for node, depth in words.in_order(template):
            lines.addWidget(NodeLine(self._theme, node, needs[node.id], depth))
        if template.seeds:
            lines.addSpacing(6)
            lines.addWidget(_head(self.tr("What it starts from")))
            for seed in template.seeds:
                lines.addWidget(wrapped(f"• {seed}", "muted"))


class NodeLine(QWidget):
    """A step: what kind it is, what it is told to do, and which steps come before."""

    def __init__(self, theme: Theme, node: TemplateNode, needs: Sequence[str], depth: int) -> None:
        super().__init__()
        kind = words.node_type(node.type)
        after = self.tr("after {0}").format(", ".join(needs)) if needs else ""
        self.setAccessibleName(", ".join(part for part in (node.id, kind, after) if part))
        head = QLabel(" · ".join(part for part in (kind, node.id, after) if part))
        head.setObjectName("hint")
        head.setTextFormat(Qt.TextFormat.PlainText)
        right = QVBoxLayout()
        right.setSpacing(1)
        right.addWidget(head)
        right.addWidget(wrapped(node.instruction))
        row = QHBoxLayout(self)
        row.setContentsMargins(_INDENT * min(depth, _DEEPEST), 2, 0, 4)
        row.setSpacing(8)
        icon = IconLabel(theme, words.NODE_ICONS[node.type], "muted", 16)
        row.addWidget(icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(right, 1)


def _head(text: str) -> QLabel:
    label = QLabel(text)
    label.setObjectName("section")
    return label
