"""Keeping a run as a template: what it is called, what it is for, and what its steps are told."""

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from desktop_agent.core.template import Template
from desktop_agent.core.template_schema import check_template
from desktop_agent.ui.localized import localized
from desktop_agent.ui.parts import wrapped
from desktop_agent.ui.plan.question_field import QuestionField
from desktop_agent.ui.templates import words

_INDENT = 20
_DEEPEST = 5


class KeepTemplateDialog(QDialog):
    """``kept`` brings the template as the person wants it; ``told`` is then called with what became of it.

    Opened with ``open()``; it stays until `close` so that a refusal can be mended.
    """

    kept = Signal(object)

    def __init__(self, template: Template, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._template = template
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
        self.save = QPushButton(self.tr("Save"))
        self.save.setObjectName("primary")
        self._lay_out()
        self._look()
        self.title.selectAll()

    @property
    def template(self) -> Template:
        """The template as it is written now."""
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

    def refuse(self, reason: str) -> None:
        """Says why it was not kept."""
        self._say(reason)
        self.save.setEnabled(True)

    def _look(self) -> None:
        try:
            check_template(self.template)
        except ValueError as fault:
            self._say(str(fault))
            self.save.setEnabled(False)
        else:
            self._say("")
            self.save.setEnabled(True)

    def _say(self, fault: str) -> None:
        text = localized(fault)
        self.fault.setText(f"{text[:1].upper()}{text[1:]}" if text else "")
        self.fault.setVisible(bool(text))

    def _accept(self) -> None:
        self.save.setEnabled(False)  # until it is known what became of it
        self.kept.emit(self.template)

    # --- building

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
        lines = QVBoxLayout(page)
        lines.setContentsMargins(0, 0, 8, 0)
        lines.setSpacing(4)
        for node, depth in words.in_order(self._template):
            kind = words.node_type(node.type)
            field = QuestionField(node.instruction)
            field.setAccessibleName(self.tr("Instruction of {0}, {1}").format(node.id, kind))
            field.changed.connect(lambda _text: self._look())
            self.instructions[node.id] = field
            head = QLabel(f"{node.id} · {kind}")
            head.setObjectName("hint")
            head.setBuddy(field)
            step = QVBoxLayout()
            step.setContentsMargins(_INDENT * min(depth, _DEEPEST), 0, 0, 4)
            step.setSpacing(2)
            step.addWidget(head)
            step.addWidget(field)
            lines.addLayout(step)
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
        steps = QLabel(self.tr("Steps"))
        steps.setObjectName("section")
        about = self.tr("A question of this kind is then worked on by these steps.")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        buttons.addButton(self.save, QDialogButtonBox.ButtonRole.ApplyRole)
        self.save.clicked.connect(self._accept)
        self.save.setDefault(True)
        buttons.rejected.connect(self.reject)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(20, 16, 20, 16)
        lines.setSpacing(10)
        lines.addWidget(wrapped(about, "muted"))
        lines.addLayout(form)
        lines.addWidget(steps)
        lines.addWidget(self._steps(), 1)
        lines.addWidget(self.fault)
        lines.addWidget(buttons)
