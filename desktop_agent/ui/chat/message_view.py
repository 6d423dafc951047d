"""An answer in the chat, as it comes about."""

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QMenu,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop_agent.core.events import (
    AnswerGiven,
    Event,
    RunFinished,
    RunStarted,
    TextDelta,
    Verdict,
)
from desktop_agent.core.research import Source
from desktop_agent.ui import evidence_words
from desktop_agent.ui.chat.answer_export import answer_markdown
from desktop_agent.ui.chat.citation_card import CitationPreview
from desktop_agent.ui.chat.claims_fold import ClaimsFold
from desktop_agent.ui.chat.critique_view import CritiqueLine, DraftFold
from desktop_agent.ui.chat.error_card import ErrorCard
from desktop_agent.ui.chat.grounding_line import GroundingLine
from desktop_agent.ui.chat.message_parts import Banner, Pill
from desktop_agent.ui.chat.progress_line import ProgressLine
from desktop_agent.ui.chat.searched_view import SearchedView
from desktop_agent.ui.chat.sources_list import SourcesList
from desktop_agent.ui.markdown.view import MarkdownView
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.turn import ChannelText, Turn
from desktop_agent.ui.words import strategy_name


class AssistantMessage(QWidget):
    """An answer from the first event of its run to the last.

    ``retry`` asks for the same question once more, ``from_sources`` for it without a model, ``pull``
    for a model, ``reasoning`` for the panel that shows the work.
    """

    retry = Signal()
    from_sources = Signal()
    pull = Signal(object)
    reasoning = Signal()

    def __init__(self, theme: Theme, turn: Turn) -> None:
        super().__init__()
        self._theme = theme
        self.turn = turn
        self._version: tuple[ChannelText, int] | None = None
        self._fold: DraftFold | None = None
        self._sources: SourcesList | None = None
        self._claims: ClaimsFold | None = None
        self._lines = QVBoxLayout(self)
        self._lines.setContentsMargins(0, 0, 0, 0)
        self._lines.setSpacing(10)
        self._progress = ProgressLine(theme)
        self._progress.opened.connect(self.reasoning)
        self._label = Pill()
        self._body = MarkdownView(theme)
        self._body.setAccessibleName(self.tr("Answer"))
        self._body.cited.connect(self._cited)
        self._preview = CitationPreview(theme, self._body, self._source)
        self._body.hide()
        self._critique = CritiqueLine(theme)
        self._critique.hide()
        self._lines.addWidget(self._progress)
        self._lines.addWidget(self._label, 0, Qt.AlignmentFlag.AlignLeft)
        self._lines.addWidget(self._body)
        self._lines.addWidget(self._critique)
        self._progress.show_turn(turn)
        self._progress_due = QTimer(self)
        self._progress_due.setSingleShot(True)
        self._progress_due.setInterval(100)
        self._progress_due.timeout.connect(lambda: self._progress.show_turn(self.turn))

    def show_event(self, event: Event) -> None:
        """Takes the next event of the run."""
        self.turn.apply(event)
        match event:
            case RunStarted():
                self._progress.show_turn(self.turn)
            case TextDelta():
                self._show_text(event)
            case Verdict(by="consulter"):
                self._critique.show_verdict(event)
                self._critique.show()
            case AnswerGiven():
                self._show_answer(event)
            case RunFinished():
                self._show_end(event)
            case _:
                self._show_text(None)
        if self.turn.running and not self._progress_due.isActive():
            self._progress_due.start()

    def show_changes(self) -> None:
        """Unfolds what the critique has changed, where it changed anything."""
        if self._fold is not None:
            self._fold.show_changes()

    @property
    def body(self) -> MarkdownView:
        """The text in the first place."""
        return self._body

    def _show_text(self, delta: TextDelta | None) -> None:
        shown = self.turn.shown
        version = (shown, shown.version)
        if self._version != version:
            self._version = version
            self._body.show_markdown(shown.text, whole=False)
        elif delta is not None and delta.step_id == shown.step_id:
            self._body.append(delta.text)
        self._body.setVisible(bool(shown.pieces))
        self._show_label()

    def _show_label(self) -> None:
        finished = self.turn.finished
        text, tone = "", ""
        if finished is not None and finished.status == "stopped":
            text, tone = self.tr("Stopped"), "warn"
        elif finished is not None and finished.status == "insufficient":
            text, tone = self.tr("Insufficient evidence"), "warn"
        elif self.turn.shown_is_draft:
            text = self.tr("Draft")
        self._label.show_text(text, tone)

    def _memory_warning(self) -> str:
        """Why no source stands behind the answer; small talk and writing need none."""
        turn = self.turn
        if turn.started is not None and turn.started.strategy == "evidence":
            return ""
        if turn.search_failed:
            return self.tr(
                "Web search failed. This answer comes from the model's own knowledge and is not "
                "checked against any source."
            )
        if turn.attempts or (turn.started is not None and turn.started.strategy != "quick"):
            return self.tr(
                "No source was found. This answer comes from the model's own knowledge and is not "
                "checked."
            )
        return ""

    def _show_answer(self, answer: AnswerGiven) -> None:
        warning = self._memory_warning() if answer.from_internal_knowledge else ""
        if warning:
            self._lines.insertWidget(1, Banner(self._theme, warning))
        if answer.text.strip() == self._body.markdown.strip():
            self._body.finish()
        else:
            self._body.show_markdown(answer.text)
        self._body.setVisible(bool(answer.text))
        self._body.show_claims(answer.claims)
        self._show_checks(answer)
        if self.turn.refined:
            self._fold = DraftFold(self._theme, self.turn.draft.text, answer.text)
            self._lines.addWidget(self._fold)
        if answer.sources:
            self._sources = SourcesList(self._theme, answer.sources, answer.claims)
            self._lines.addWidget(self._sources)
        self._show_label()

    def _show_checks(self, answer: AnswerGiven) -> None:
        grounding = self.turn.grounding
        if grounding is not None:
            self._lines.addWidget(GroundingLine(grounding))
        if evidence_words.citations_checked(answer.claims):
            self._claims = ClaimsFold(self._theme, answer.claims)
            self._claims.cited.connect(self._cited)
            self._lines.addWidget(self._claims)

    def _show_end(self, event: RunFinished) -> None:
        self._progress_due.stop()
        self._progress.show_turn(self.turn)
        self._progress.hide()
        if self.turn.answer is None:
            self._body.finish()
        if event.status == "failed":
            message = event.error or self.tr("The run failed.")
            card = ErrorCard(
                self._theme,
                message,
                event.remedy,
                event.pullable,
                without_model=self._needed_model(),
            )
            card.retry.connect(self.retry)
            card.from_sources.connect(self.from_sources)
            card.pull.connect(self.pull)
            self._lines.addWidget(card)
        elif event.status == "insufficient" and not self._is_from_evidence():
            self._lines.addWidget(SearchedView(self.turn))
        self._show_label()
        self._lines.addLayout(self._footer(event))

    def _is_from_evidence(self) -> bool:
        """An answer from evidence says itself what was searched and seen."""
        return self.turn.started is not None and self.turn.started.strategy == "evidence"

    def _needed_model(self) -> bool:
        started = self.turn.started
        return started is None or started.strategy != "evidence"

    def _footer(self, event: RunFinished) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(2)
        row.setContentsMargins(-7, 0, 0, 0)  # the icon, not its frame, stands below the text
        if self.turn.text:
            copy = self._action("copy", self.tr("Copy the answer"))
            menu = QMenu(copy)
            menu.addAction(self.tr("Copy as text"), self.copy_text)
            menu.addAction(self.tr("Copy as Markdown"), self.copy_markdown)
            copy.setMenu(menu)
            copy.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
            row.addWidget(copy)
        if event.status != "failed":
            again = self._action("retry", self.tr("Ask again"))
            again.clicked.connect(self.retry)
            row.addWidget(again)
        work = self._action("thinking", self.tr("Show the reasoning (Ctrl+R)"))
        work.clicked.connect(self.reasoning)
        row.addWidget(work)
        about = QLabel(self._about(event))
        about.setObjectName("meta")
        row.addSpacing(6)
        row.addWidget(about)
        row.addStretch(1)
        return row

    def _action(self, icon: str, text: str) -> QToolButton:
        button = QToolButton()
        button.setToolTip(text)
        button.setAccessibleName(text)
        self._theme.bind_icon(button, icon, side=16)
        return button

    def _about(self, event: RunFinished) -> str:
        parts = []
        if self.turn.started is not None:
            parts += [strategy_name(self.turn.started.strategy), self.turn.started.model]
        parts.append(self.tr("{0} s").format(f"{self.turn.elapsed_s:.1f}"))
        if event.usage.completion_tokens:
            total = event.usage.prompt_tokens + event.usage.completion_tokens
            parts.append(self.tr("{0} tokens").format(f"{total:,}"))
        return " · ".join(part for part in parts if part)

    def copy_text(self) -> None:
        """Puts the answer on the clipboard as it reads."""
        QGuiApplication.clipboard().setText(self._body.toPlainText())

    def copy_markdown(self) -> None:
        """Puts the answer on the clipboard as markdown, with its marks and sources."""
        QGuiApplication.clipboard().setText(answer_markdown(self.turn))

    def show_checks(self, *, everything: bool = False) -> None:
        """Unfolds what the check of the citations has found, where there was one."""
        if self._claims is not None:
            self._claims.unfold(everything=everything)

    def _source(self, number: int) -> Source | None:
        return self._sources.source(number) if self._sources is not None else None

    def _cited(self, number: int, place: int = -1) -> None:
        if self._sources is not None:
            self._sources.point_at(number, self._body.check(place))
