"""The model manager, which shows installed models, downloads and suggestions."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractListModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainter, QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListView,
    QMessageBox,
    QPushButton,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from desktop_agent.core.errors import AgentError
from desktop_agent.core.models import ModelDetails, ModelInfo
from desktop_agent.frontends.ui.widgets.labels import wrapped
from desktop_agent.frontends.ui.widgets.model_download import (
    Downloads,
    DownloadView,
    Suggestion,
    bytes_text,
    capability_text,
    context_text,
    suggestions,
    use_text,
)
from desktop_agent.frontends.ui.widgets.tasks import Gradual, Tasks, while_alive
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.translation import localized_error

if TYPE_CHECKING:
    from desktop_agent.app.session import Session

# --- Details of a model


class DetailsDialog(QDialog):
    """Shows the details of a model. Show it with ``open()``; it deletes itself when closed."""

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


# --- Installed models: list model and painting

_Index = QModelIndex | QPersistentModelIndex
_PAD = 10
_GAP = 6


class InstalledModels(QAbstractListModel):
    """A model of the installed models in the server's order; ``chosen`` is the default model."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._models: tuple[ModelInfo, ...] = ()
        self._chosen = ""

    def show(self, models: Sequence[ModelInfo], chosen: str) -> None:
        self.beginResetModel()
        self._models, self._chosen = tuple(models), chosen
        self.endResetModel()

    def at(self, index: _Index) -> ModelInfo | None:
        """Return the model of a row."""
        return self._models[index.row()] if index.isValid() else None

    def row_of(self, name: str) -> int:
        """Return the row of a model, or -1."""
        return next((row for row, model in enumerate(self._models) if model.name == name), -1)

    def is_chosen(self, model: ModelInfo) -> bool:
        """Return whether this is the default model."""
        return bool(self._chosen) and model.name in (self._chosen, f"{self._chosen}:latest")

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self._models)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the name or, for screen readers, everything that the row shows."""
        model = self.at(index)
        if model is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return model.name
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            chips = [text for text, _ in chips_of(model, chosen=self.is_chosen(model))]
            return ". ".join([model.name, facts_of(model), *chips])
        return None


def facts_of(model: ModelInfo) -> str:
    """Return the size, parameters, quantisation and context of a model on one line."""
    parts = [
        bytes_text(model.size_bytes) if model.size_bytes else "",
        QCoreApplication.translate("Models", "{0} parameters").format(model.parameters)
        if model.parameters
        else "",
        model.quantisation,
        context_text(model.context_length) if model.context_length else "",
    ]
    return " · ".join(part for part in parts if part)


def chips_of(model: ModelInfo, *, chosen: bool) -> list[tuple[str, str]]:
    """Return the chips of a row with their tones, which are accent, ok or plain."""
    chips = [(QCoreApplication.translate("Models", "answers"), "accent")] if chosen else []
    if model.loaded:
        chips.append((QCoreApplication.translate("Models", "in memory"), "ok"))
    told = (capability_text(each) for each in model.capabilities)
    return chips + [(text, "plain") for text in told if text]


class InstalledDelegate(QStyledItemDelegate):
    """Paints a model as its name with chips, and its facts below."""

    def __init__(self, theme: Theme, models: InstalledModels) -> None:
        super().__init__(models)
        self._theme = theme
        self._models = models

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:  # noqa: ARG002 - Qt's signature
        """Return a size with the height of two lines."""
        height = QFontMetrics(self._theme.font).height() + QFontMetrics(self._small).height()
        return QSize(200, height + _GAP + 2 * _PAD)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        model = self._models.at(index)
        if model is None:
            return
        drawn: Any = option
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, drawn)
        inside = drawn.rect.adjusted(_PAD + 2, _PAD, -_PAD - 2, -_PAD)
        self._paint_name(painter, inside, model)
        small = QFontMetrics(self._small)
        painter.setFont(self._small)
        painter.setPen(QColor(self._theme.colours.muted))
        line = QRect(
            inside.left(), inside.bottom() - small.height() + 1, inside.width(), small.height()
        )
        facts = small.elidedText(facts_of(model), Qt.TextElideMode.ElideRight, line.width())
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, facts)
        painter.restore()

    def _paint_ground(self, painter: QPainter, option: Any) -> None:
        colours = self._theme.colours
        state = QStyle.StateFlag
        ground = None
        if option.state & state.State_Selected:
            ground = colours.accent_soft
        elif option.state & state.State_MouseOver:
            ground = colours.hover
        box = QRectF(option.rect).adjusted(1, 1, -1, -1)
        if ground is not None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(ground))
            painter.drawRoundedRect(box, 8, 8)
        if option.state & state.State_HasFocus and option.state & state.State_KeyboardFocusChange:
            painter.setPen(QColor(colours.accent))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box, 8, 8)

    def _paint_name(self, painter: QPainter, inside: QRect, model: ModelInfo) -> None:
        bold = QFont(self._theme.font)
        bold.setBold(True)
        metrics, small = QFontMetrics(bold), QFontMetrics(self._small)
        chips = chips_of(model, chosen=self._models.is_chosen(model))
        widths = [small.horizontalAdvance(text) + 14 for text, _ in chips]
        room = inside.width() - sum(widths) - _GAP * len(widths)
        name = metrics.elidedText(model.name, Qt.TextElideMode.ElideMiddle, max(room, 60))
        line = QRect(inside.left(), inside.top(), inside.width(), metrics.height())
        painter.setFont(bold)
        painter.setPen(QColor(self._theme.colours.text))
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, name)
        left = inside.left() + metrics.horizontalAdvance(name) + _GAP + 2
        for (text, tone), width in zip(chips, widths, strict=True):
            if left + width > inside.right() + 1:
                break
            self._paint_chip(
                painter, QRect(left, inside.top(), width, metrics.height()), text, tone
            )
            left += width + _GAP

    def _paint_chip(self, painter: QPainter, box: QRect, text: str, tone: str) -> None:
        colours = self._theme.colours
        ground, ink = {
            "accent": (colours.accent, colours.on_accent),
            "ok": (colours.ok_soft, colours.ok),
        }.get(tone, (colours.hover, colours.muted))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(ground))
        painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
        painter.setPen(QColor(ink))
        painter.setFont(self._small)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    @property
    def _small(self) -> QFont:
        font = QFont(self._theme.font)
        font.setPointSizeF(font.pointSizeF() * 0.88)
        return font


# --- Suggested models that fit this machine

_GIB = 2**30


class SuggestedModels(QWidget):
    """The rows of suggested models that are not installed.

    Models too large for ``memory`` bytes come last. The rows are built one by one between other
    events.
    """

    def __init__(self, theme: Theme, downloads: Downloads, memory: int) -> None:
        super().__init__()
        self._downloads = downloads
        self._rows: dict[str, SuggestedRow] = {}
        self._installed: set[str] = set()
        note = QLabel(_memory_text(memory))
        note.setObjectName("hint")
        note.setWordWrap(True)
        self._theme = theme
        self._lines = QVBoxLayout(self)
        self._lines.setContentsMargins(0, 4, 0, 0)
        self._lines.setSpacing(6)
        self._lines.addWidget(note)
        listed = sorted(suggestions(), key=lambda each: not each.fits(memory))
        self.building = Gradual(
            (partial(self._add, each, fits=each.fits(memory)) for each in listed), self
        )
        downloads.changed.connect(self._changed)
        downloads.removed.connect(self._changed)

    def show_installed(self, names: set[str]) -> None:
        """Leave out the models with these names, which are installed."""
        self._installed = {name.removesuffix(":latest") for name in names}
        self._show_rows()

    def row(self, name: str) -> "SuggestedRow":
        """Return the row of a suggestion."""
        return self._rows[name]

    def _add(self, each: Suggestion, *, fits: bool) -> None:
        row = SuggestedRow(self._theme, each, fits=fits)
        row.get.clicked.connect(lambda: self._downloads.start(each.name))
        if not self._wanted(each.name):
            row.hide()
        self._rows[each.name] = row
        self._lines.addWidget(row)

    def _changed(self, _name: str) -> None:
        self._show_rows()

    def _show_rows(self) -> None:
        for name, row in self._rows.items():
            row.setVisible(self._wanted(name))

    def _wanted(self, name: str) -> bool:
        return name not in self._installed and self._downloads.get(name) is None


class SuggestedRow(QWidget):
    """Shows the name, size and purpose of a model."""

    def __init__(self, theme: Theme, suggestion: Suggestion, *, fits: bool) -> None:
        super().__init__()
        name = QLabel(suggestion.name)
        name.setObjectName("section")
        parts = [bytes_text(suggestion.size_bytes), use_text(suggestion.use)]
        parts += [capability_text(each) for each in suggestion.capabilities]
        if not fits:
            wants = QCoreApplication.translate("Models", "wants {0} GB of memory")
            parts.insert(1, wants.format(suggestion.memory_bytes // _GIB))
        about = QLabel(" · ".join(part for part in parts if part))
        about.setObjectName("hint")
        about.setWordWrap(True)
        self.get = QPushButton(self.tr("Get"))
        self.get.setAutoDefault(False)
        self.get.setToolTip(self.tr("Download {0} with Ollama").format(suggestion.name))
        self.get.setAccessibleName(self.tr("Get {0}").format(suggestion.name))
        self.get.setAccessibleDescription(about.text())
        theme.bind_icon(self.get, "download", "text", 16)
        told = QVBoxLayout()
        told.setSpacing(1)
        told.addWidget(name)
        told.addWidget(about)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 4, 0, 4)
        row.setSpacing(10)
        row.addLayout(told, 1)
        row.addWidget(self.get, 0, Qt.AlignmentFlag.AlignVCenter)


def _memory_text(memory: int) -> str:
    if not memory:
        return QCoreApplication.translate("Models", "Worth a try:")
    told = QCoreApplication.translate("Models", "Worth a try with {0:.0f} GB of memory:")
    return told.format(memory / _GIB)


_LIST_ROWS = 5


class InstalledList(QListView):
    """The list of installed models. Delete asks to delete a model; Return makes it the default."""

    delete_wanted = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ask whether to delete the current model on Delete and Backspace."""
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.delete_wanted.emit()
        else:
            super().keyPressEvent(event)


class ModelManager(QWidget):
    """Lets the user manage models, on its own or as a page of the settings.

    ``changed`` is emitted when the installed models or the default model have changed.
    """

    changed = Signal()

    def __init__(
        self,
        theme: Theme,
        session: "Session",
        tasks: Tasks,
        downloads: Downloads,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._session = session
        self._tasks = tasks
        self.downloads = downloads
        self.installed = InstalledModels(self)
        self.list = self._make_list()
        self.said = wrapped("", "hint")
        self.said.hide()
        self.name = QLineEdit()
        self._views: dict[str, DownloadView] = {}
        self._running = QVBoxLayout()
        self._running.setSpacing(12)
        self.suggested = SuggestedModels(theme, downloads, session.models.machine_memory())
        self._lay_out()
        downloads.changed.connect(self._follow)
        downloads.removed.connect(self._unfollow)
        downloads.finished.connect(self._arrived)
        for each in downloads.all():
            self._follow(each.name)
        self._chosen_changed(QModelIndex())

    def refresh(self) -> None:
        """Ask Ollama for the installed models."""
        self._tasks.start(
            self._session.models.list("ollama"),
            while_alive(self, self._show),
            while_alive(self, self._failed),
        )

    def showEvent(self, event: QShowEvent) -> None:
        """Refresh whenever the widget is shown."""
        super().showEvent(event)
        self.refresh()

    def use(self) -> None:
        """Make the selected model the default."""
        model = self._selected()
        if model is None:
            return
        try:
            self._session.change_setting("llm.model", model.name)
            if self._session.settings.llm.provider != "ollama":
                self._session.change_setting("llm.provider", "ollama")
        except AgentError as error:
            self._say(localized_error(error), "error")
            return
        self._say(self.tr("{0} answers from now on.").format(model.name), "ok")
        self.refresh()
        self.changed.emit()

    def show_details(self) -> None:
        """Show what Ollama reports about the selected model."""
        model = self._selected()
        if model is not None:
            self._tasks.start(
                self._session.models.details(model.name),
                while_alive(self, lambda details: DetailsDialog(details, self).open()),
                while_alive(self, lambda error: self._say(localized_error(error), "error")),
            )

    def delete(self) -> QMessageBox | None:
        """Ask whether to delete the selected model; return the open message box."""
        model = self._selected()
        if model is None:
            return None
        box = QMessageBox(self)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setIcon(QMessageBox.Icon.Question)
        box.setText(self.tr("Delete {0}?").format(model.name))
        box.setInformativeText(
            self.tr("Frees {0}. To have it again, it must be downloaded again.").format(
                bytes_text(model.size_bytes)
            )
        )
        yes = box.addButton(self.tr("Delete"), QMessageBox.ButtonRole.DestructiveRole)
        keep = box.addButton(self.tr("Keep"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(keep)
        box.setEscapeButton(keep)
        yes.clicked.connect(lambda: self._delete(model.name))
        box.open()
        return box

    def _delete(self, name: str) -> None:
        def done(_none: object) -> None:
            self._say(self.tr("{0} is deleted.").format(name), "")
            self.downloads.remove(name)
            self.refresh()
            self.changed.emit()

        self._tasks.start(
            self._session.models.delete(name),
            while_alive(self, done),
            while_alive(self, lambda error: self._say(localized_error(error), "error")),
        )

    def _get(self) -> None:
        name = self.name.text().strip()
        if name:
            self.downloads.start(name.removeprefix("ollama pull ").removeprefix("ollama run "))
            self.name.clear()

    def _selected(self) -> ModelInfo | None:
        return self.installed.at(self.list.currentIndex())

    def _show(self, models: tuple[ModelInfo, ...]) -> None:
        before = self._selected()
        llm = self._session.settings.llm
        self.installed.show(models, llm.model if llm.provider == "ollama" else "")
        row = max(0, self.installed.row_of(before.name)) if before is not None else 0
        self.list.setCurrentIndex(self.installed.index(row, 0))
        self.suggested.show_installed({model.name for model in models})
        self._fit_list(len(models))
        total = sum(model.size_bytes for model in models)
        self._summary.setText(
            self.tr("{0} on disk").format(bytes_text(total))
            if models
            else self.tr("None yet. Get one below.")
        )
        self._chosen_changed(self.list.currentIndex())

    def _failed(self, error: AgentError) -> None:
        self.installed.show((), "")
        self._fit_list(0)
        self._summary.setText(localized_error(error))
        self._chosen_changed(QModelIndex())

    def _fit_list(self, count: int) -> None:
        self.list.setVisible(count > 0)
        self._buttons.setVisible(count > 0)
        height = self.list.sizeHintForRow(0) if count else 0
        self.list.setFixedHeight(height * min(count, _LIST_ROWS) + 4)

    def _chosen_changed(self, index: QModelIndex) -> None:
        model = self.installed.at(index)
        chats = model is not None and (not model.capabilities or "completion" in model.capabilities)
        self._use.setEnabled(chats and model is not None and not self.installed.is_chosen(model))
        self._details.setEnabled(model is not None)
        self._remove.setEnabled(model is not None)

    def _follow(self, name: str) -> None:
        if name not in self._views and self.downloads.get(name) is not None:
            self._views[name] = DownloadView(self._theme, self.downloads, name)
            self._running.addWidget(self._views[name])

    def _unfollow(self, name: str) -> None:
        view = self._views.pop(name, None)
        if view is not None:
            view.hide()
            view.deleteLater()

    def _arrived(self, _name: str) -> None:
        self.refresh()
        self.changed.emit()

    def _say(self, text: str, tone: str) -> None:
        self.said.setText(text)
        self.said.setProperty("tone", tone)
        self.said.style().polish(self.said)
        self.said.setVisible(bool(text))

    def _make_list(self) -> QListView:
        view = InstalledList()
        view.setModel(self.installed)
        view.setItemDelegate(InstalledDelegate(self._theme, self.installed))
        view.setAccessibleName(self.tr("Installed models"))
        view.setToolTip(self.tr("Return: answer with it. Delete: delete it."))
        view.setMouseTracking(True)
        view.setUniformItemSizes(True)
        view.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        view.delete_wanted.connect(self.delete)
        view.activated.connect(lambda _index: self._use.click())
        view.selectionModel().currentChanged.connect(
            lambda index, _before: self._chosen_changed(index)
        )
        return view

    def _lay_out(self) -> None:
        self._summary = wrapped("", "hint")
        self._use = self._button(self.tr("Answer with it"), self.use)
        self._details = self._button(self.tr("Details"), self.show_details)
        self._remove = self._button(self.tr("Delete…"), self.delete)
        self._buttons = QWidget()
        row = QHBoxLayout(self._buttons)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for button in (self._use, self._details, self._remove):
            row.addWidget(button)
        row.addStretch(1)
        self.name.setPlaceholderText(self.tr("Name at ollama.com/library, such as qwen3:8b"))
        self.name.setAccessibleName(self.tr("Name of a model to download"))
        self.name.setToolTip(self.tr("Download the model of this name (Return)"))
        self.name.returnPressed.connect(self._get)
        self.get = self._button(self.tr("Download"), self._get)
        self.get.setEnabled(False)
        self.name.textChanged.connect(lambda text: self.get.setEnabled(bool(text.strip())))
        asked = QHBoxLayout()
        asked.setSpacing(8)
        asked.addWidget(self.name, 1)
        asked.addWidget(self.get)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(10)
        lines.addLayout(_headed(self.tr("Installed"), self._summary))
        lines.addWidget(self.list)
        lines.addWidget(self._buttons)
        lines.addWidget(self.said)
        lines.addSpacing(8)
        lines.addWidget(_head(self.tr("Download")))
        lines.addLayout(asked)
        lines.addLayout(self._running)
        lines.addWidget(self.suggested)

    def _button(self, text: str, act: Callable[[], object]) -> QPushButton:
        button = QPushButton(text)
        button.setAutoDefault(False)
        button.clicked.connect(lambda _on: act())
        return button


def _head(text: str) -> QLabel:
    label = QLabel(text)
    label.setObjectName("section")
    return label


def _headed(text: str, note: QLabel) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(10)
    row.addWidget(_head(text), 0, Qt.AlignmentFlag.AlignTop)
    row.addWidget(note, 1)
    return row
