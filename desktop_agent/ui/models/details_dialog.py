"""All that a server says of one model."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QVBoxLayout, QWidget

from desktop_agent.core.models import ModelDetails
from desktop_agent.ui.models.words import capability_text, context_text
from desktop_agent.ui.parts import wrapped


class DetailsDialog(QDialog):
    """Opened with ``open()``; deletes itself when closed."""

    def __init__(self, details: ModelDetails, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(details.name)
        self.setMinimumWidth(420)
        form = QFormLayout()
        form.setHorizontalSpacing(20)
        form.setVerticalSpacing(8)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        can = (capability_text(each) for each in details.capabilities)
        for title, text in (
            (self.tr("Family"), details.family),
            (self.tr("Parameters"), details.parameters),
            (self.tr("Quantisation"), details.quantisation),
            (self.tr("Format"), details.format),
            (
                self.tr("Context"),
                context_text(details.context_length) if details.context_length else "",
            ),
            (
                self.tr("Embedding"),
                str(details.embedding_length) if details.embedding_length else "",
            ),
            (self.tr("Can"), ", ".join(each for each in can if each)),
            (self.tr("Options"), details.options),
            (self.tr("Licence"), details.license),
        ):
            if text:
                head = QLabel(title)
                head.setObjectName("muted")
                form.addRow(head, wrapped(text))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        head = QLabel(details.name)
        head.setObjectName("heading")
        lines = QVBoxLayout(self)
        lines.setContentsMargins(24, 20, 24, 18)
        lines.setSpacing(14)
        lines.addWidget(head)
        lines.addLayout(form)
        lines.addStretch(1)
        lines.addWidget(buttons)
