"""The answer view: status line, sources, text, verdict, actions and follow-up questions."""

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFontMetrics, QGuiApplication, QPainter, QPaintEvent, QTextCursor
from PySide6.QtWidgets import QAbstractButton, QLabel, QPushButton, QToolButton, QWidget

from desktop_agent.core.events import (
    AnswerGiven,
    Event,
    EvidenceFound,
    Notice,
    PageRead,
    RunFinished,
    RunStarted,
    TextDelta,
    ThinkingDelta,
)
from desktop_agent.frontends.ui.chat.answer_sources import CitationPreview, SourceCards, small_font
from desktop_agent.frontends.ui.chat.error_card import ErrorCard
from desktop_agent.frontends.ui.chat.turn_actions import TurnActions, turn_button, turn_menu_button
from desktop_agent.frontends.ui.chat.verdict_view import VerdictView
from desktop_agent.frontends.ui.chat.widget_column import WidgetColumn
from desktop_agent.frontends.ui.conversation.turn import ChannelText, Turn
from desktop_agent.frontends.ui.export import text_formats
from desktop_agent.frontends.ui.export.conversation import about_turn, of_turn
from desktop_agent.frontends.ui.markdown.citation_chips import source_cited_by, words_of
from desktop_agent.frontends.ui.markdown.formulas import plain_text, whole
from desktop_agent.frontends.ui.markdown.markdown_view import MarkdownView
from desktop_agent.frontends.ui.markdown.tables import ChartData
from desktop_agent.frontends.ui.widgets.labels import Banner, ElidedLabel, IconLabel, Pill, wrapped
from desktop_agent.frontends.ui.widgets.labels import label as text_label
from desktop_agent.frontends.ui.widgets.layout import hbox
from desktop_agent.frontends.ui.widgets.row_delegate import TextLine
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.translation import localized
from desktop_agent.frontends.ui.wording.labels import label
from desktop_agent.frontends.ui.wording.reasoning import count
from desktop_agent.frontends.ui.wording.runs import duration

# --- Handle

HANDLE_HEIGHT = 30
_FRAME = 3
_DOT_ROOM = 18
"""Width of the pulsing dot of an answer that is being written, and the gap after it."""
_STEPS, _PULSE_MS = 24, 60


class ProgressLine(QAbstractButton):
    """The clickable status line of an answer, which describes its current or completed work.

    While the answer is being written, a dot pulses unless motion is reduced. Clicking the line
    shows the reasoning. The line is painted by hand because a styled button takes longer to build.
    """

    def __init__(self, theme: Theme, show_reasoning: Callable[[], object]) -> None:
        super().__init__()
        self._theme = theme
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip(self.tr("Show reasoning (Ctrl+R)"))
        self.setAccessibleDescription(self.tr("Shows the reasoning"))
        self.clicked.connect(show_reasoning)
        self._said = ""
        self._running = False
        self._step = 0
        self._pulse = QTimer(self, interval=_PULSE_MS)
        self._pulse.timeout.connect(self._beat)

    def show_turn(self, turn: Turn) -> None:
        done = [self._doing(turn)] if turn.running else self._done(turn)
        text = " ".join(" · ".join([*done, *self._counts(turn)]).split())
        self._said = text if turn.running else f"{text}  \u203a"
        self.setAccessibleName(text)
        self._running = turn.running
        pulses = turn.running and not self._theme.reduced_motion
        if pulses != self._pulse.isActive():
            (self._pulse.start if pulses else self._pulse.stop)()
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        text = QFontMetrics(small_font(self._theme)).horizontalAdvance(self._said)
        return QSize(self._left + text + 2 * _FRAME, HANDLE_HEIGHT)

    @property
    def _left(self) -> int:
        return _FRAME + _DOT_ROOM if self._running else _FRAME

    def _beat(self) -> None:
        self._step = (self._step + 1) % _STEPS
        self.update(0, 0, _DOT_ROOM, self.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        colours = self._theme.colours
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.hasFocus():
            painter.setPen(QColor(colours.accent))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        if self._running:
            dot = QColor(colours.accent)
            dot.setAlphaF(0.35 + 0.65 * abs(self._step * 2 / _STEPS - 1))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(dot)
            painter.drawEllipse(_FRAME + 2, self.height() // 2 - 4, 8, 8)
        painter.setPen(QColor(colours.text if self.underMouse() else colours.muted))
        room = self.rect().adjusted(self._left, 0, -_FRAME, 0)
        TextLine(small_font(self._theme)).draw(painter, room, self._said)
        painter.end()

    def _doing(self, turn: Turn) -> str:
        activity, subject = turn.doing
        if turn.waits_for_password:
            return label("ProgressLine", "doing", "password")
        if activity == "notice":
            return localized(subject)
        name = "sleep_until" if activity == "sleep" and subject else activity
        return label("ProgressLine", "doing", name).format(subject)

    def _done(self, turn: Turn) -> list[str]:
        answer, what = turn.answer, "thought"
        end = turn.finished
        if end is not None and end.status in ("stopped", "failed") and not end.error:
            what = end.status  # otherwise a card says so
        elif turn.queries or turn.pages:
            what = "researched"
        elif answer is not None and answer.computed:
            what = "computed"
        offline = [self.tr("Offline")] if answer is not None and answer.offline else []
        said = label("ProgressLine", "done", what).format(duration(max(1, round(turn.elapsed_s))))
        return [*offline, said]

    def _counts(self, turn: Turn) -> list[str]:
        counts = {"searches": len(turn.queries), "pages": len(turn.pages), "tasks": len(turn.tasks)}
        return [count(name, number) for name, number in counts.items() if number]


# --- Actions on a finished answer, and how it was made

FOOTER_HEIGHT = 30


class MessageFooter(QWidget):
    """A row of buttons for an answer, with a summary of how it was made."""

    def __init__(self, theme: Theme, message: "AssistantMessage", actions: TurnActions) -> None:
        super().__init__()
        self._theme = theme
        self._message = message
        self._actions = actions
        turn = message.turn
        self.setFixedHeight(FOOTER_HEIGHT)
        self._buttons: list[QToolButton] = []
        if turn.text:
            self._buttons.append(self._copy())
        end = turn.finished
        if end is not None and end.status != "failed" and not end.error:  # or a card has the button
            again = partial(actions.regenerate.emit, turn.turn_id)
            tip = self.tr("Ask the same question again")
            self._buttons.append(turn_button(theme, "retry", tip, again, self.tr("Try again")))
        if turn.plan is not None or turn.text:
            self._buttons.append(self._more(turn))
        about = ElidedLabel(about_answer(turn))
        about.setObjectName("meta")
        about.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        for button in self._buttons:
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        hbox(*self._buttons, 6, (about, 1), parent=self, margins=(0, 0, 0, 0), spacing=2)

    def _copy(self) -> QToolButton:
        tip = self.tr("Copy answer")
        copy, menu = turn_menu_button(self._theme, "copy", tip, self.tr("Copy"))
        menu.addAction(self.tr("Copy as text"), self._message.copy_text)
        menu.addAction(self.tr("Copy as Markdown"), self._message.copy_markdown)
        return copy

    def _more(self, turn: Turn) -> QToolButton:
        tip = self.tr("More actions")
        more, menu = turn_menu_button(self._theme, "more", tip, self.tr("More"))
        actions = self._actions
        if turn.text:
            compare = partial(actions.compare.emit, turn)
            menu.addAction(self.tr("Ask again and compare…"), compare)
            repeat = partial(actions.repeat.emit, turn.question)
            menu.addAction(self.tr("Schedule a question…"), repeat)
            menu.addAction(self.tr("Save as discovery"), self._message.save_answer)
        if turn.plan is not None:
            keep = partial(actions.keep_template.emit, turn)
            menu.addAction(self.tr("Save as template…"), keep)
        return more


def about_answer(turn: Turn) -> str:
    """Describe how an answer was made: mode, model, time and tokens."""
    return about_turn(of_turn(turn))


class FollowUps(WidgetColumn):
    """Buttons for suggested follow-up questions, with text that wraps instead of being cut off."""

    asked = Signal(str)

    def __init__(self, theme: Theme, questions: Sequence[str]) -> None:
        super().__init__(0)
        self.setAccessibleName(self.tr("Follow-up questions"))
        for question in questions:
            button = QPushButton()
            button.setObjectName("followUp")
            button.setCursor(Qt.CursorShape.PointingHandCursor)
            button.setAccessibleName(question)
            button.setToolTip(self.tr("Ask this question"))
            button.clicked.connect(partial(self.asked.emit, question))
            text = text_label(question)
            icon = (IconLabel(theme, "plus", "accent", 16), 0, Qt.AlignmentFlag.AlignTop)
            hbox(icon, (text, 1), parent=button, margins=(4, 9, 8, 9), spacing=8)
            self.put(button)


SPACING = 10
_PROGRESS_MS = 100


class AssistantMessage(WidgetColumn):
    """A column that shows a turn's answer.

    Call `show_event` for each event, after the turn has applied it. Each widget below a finished
    answer takes milliseconds to build. Therefore, call `build_next` while the application is idle;
    each call builds one widget.
    """

    def __init__(self, theme: Theme, turn: Turn, actions: TurnActions, parent: QWidget) -> None:
        super().__init__(SPACING, parent)
        self._actions = actions
        self._theme = theme
        self.turn = turn
        self._version: tuple[ChannelText, int, str] | None = None
        self._progress: ProgressLine | None = None
        self._previews: CitationPreview | None = None
        self._verdict: VerdictView | None = None
        self._has_verdict = False
        self._footer: MessageFooter | None = None
        self._follow_ups: FollowUps | None = None
        self._later: deque[tuple[int, Callable[[], object]]] = deque()
        self._understood: QLabel | None = None
        self._is_last = False
        self._cards = SourceCards(theme, turn, actions, self)
        self._label = Pill(self)
        self.body = MarkdownView(theme, self)
        self.body.setAccessibleName(self.tr("Answer"))
        self.body.cited.connect(self._cited)
        self.body.save_offered = True
        self.body.save_selection.connect(self.save_selection)
        self.body.chart_wanted.connect(self._show_chart)
        self.body.wrote.connect(self._release_height)
        self.body.hide()
        self.put(self._cards)
        self.put(self._label, narrow=True)
        self.put(self.body)
        self._progress_due = QTimer(self, singleShot=True, interval=_PROGRESS_MS)
        self._progress_due.timeout.connect(self.show_progress)
        self._caught_up = False

    def catch_up(self) -> None:
        """Show the turn's current state. Set the width first so that text is laid out only once."""
        if self._caught_up:
            return
        self._caught_up = True
        turn = self.turn
        self._progress = ProgressLine(self._theme, partial(self._actions.reasoning.emit, turn))
        self.put(self._progress, first=True, narrow=True)
        self.show_progress()
        self._show_understood()
        self._show_sources()
        if turn.answer is not None:
            self._show_answer(turn.answer)
        else:
            self._show_text(None)
        if turn.finished is not None:
            self._show_end(turn.finished)
        self._reserve_room()
        self.place()

    def show_event(self, event: Event) -> None:
        """Update the view for an event that the turn has already applied."""
        if not self._caught_up:
            return
        match event:
            case RunStarted():
                self.show_progress()
            case TextDelta():
                self._show_text(event)
            case Notice():
                self._show_understood()
            case PageRead() | EvidenceFound():
                self._show_sources()
                self._show_text(None)
            case AnswerGiven():
                self._show_sources()
                self._show_answer(event)
            case RunFinished():
                self._show_end(event)
            case _:
                self._show_text(None)
        self._reserve_room()
        self.place()
        if self.turn.running and not self._progress_due.isActive():
            self._progress_due.start()

    @property
    def filling(self) -> bool:
        """True until the text has been rendered, ignoring any text still being streamed."""
        return not self._caught_up or not (self.body.settled or self.turn.running)

    @property
    def unfinished(self) -> bool:
        """True while widgets below the text remain to be built."""
        return bool(self._later)

    @property
    def whole(self) -> bool:
        """True once the text has been rendered and all widgets below it are built."""
        return not (self.filling or self.unfinished)

    def build_next(self) -> bool:
        """Build the next widget below the text; return False if none is left."""
        if not self._later:
            return False
        _, build = self._later.popleft()
        self._reserve_room()
        build()
        self.place()
        return True

    def show_last(self, *, last: bool) -> None:
        """Show the follow-up questions only if this is the last answer of the chat."""
        self._is_last = last
        if self._follow_ups is not None:
            self._follow_ups.setVisible(last)
            self.place()
        elif self._footer is not None:
            self._make_follow_ups()
            self.place()

    def _show_chart(self, data: ChartData) -> None:
        from desktop_agent.frontends.ui.chat.chart import ChartDialog

        ChartDialog(self._theme, data, self.window()).open()

    def copy_text(self) -> None:
        QGuiApplication.clipboard().setText(plain_text(whole(self.body.document())))

    def copy_markdown(self) -> None:
        QGuiApplication.clipboard().setText(text_formats.answer_markdown(of_turn(self.turn)))

    def save_selection(self) -> bool:
        """Save the selected text as a discovery; return False if nothing is selected."""
        return self._save(self.body.textCursor())

    def save_answer(self) -> None:
        """Save the whole answer as a discovery, with the question as its title."""
        self._save(whole(self.body.document()), self.turn.question)

    def _save(self, selection: QTextCursor, title: str = "") -> bool:
        text, source = words_of(selection), self.turn.source(source_cited_by(selection))
        if text:
            url = source.url if source is not None else ""
            self._actions.save.emit(self.turn.discovery(text, url, title))
        return bool(text)

    # --- Running

    def show_progress(self) -> None:
        if self._progress is not None:
            self._progress.show_turn(self.turn)
            self.place()

    def _show_understood(self) -> None:
        """Show how a follow-up question was interpreted for the search."""
        if self.turn.understood and self._understood is None:
            said = self.tr("Understood as: {0}").format(self.turn.understood)
            self._understood = wrapped(said, "meta")
            self.put(self._understood, after=self._progress)

    def _show_sources(self) -> None:
        claims = self.turn.answer.claims if self.turn.answer is not None else ()
        self._cards.show_sources(self.turn.sources, claims)
        if self.turn.sources and self._previews is None:
            self._previews = CitationPreview(self._theme, self.body, self.turn.source)

    def _show_text(self, delta: TextDelta | None) -> None:
        if self.turn.answer is not None:
            return
        shown, quotes = self.turn.shown, self.turn.quotes
        version = (shown, shown.version, quotes)
        if self._version != version:
            self._keep_height()
            self._version = version
            self.body.show_markdown(quotes or shown.text, whole=False)
        elif delta is not None and delta.step_id == shown.step_id:
            self.body.append(delta.text)
        self.body.setVisible(bool(quotes or shown.pieces))
        self._show_label()

    def _keep_height(self) -> None:
        """Keep the quotes' height so that nothing moves while the answer replaces them."""
        if self._version is not None and self._version[2]:
            self.keep_height(self.height())

    def _release_height(self) -> None:
        streaming = self.turn.running and self.turn.answer is None and self.turn.shown.pieces
        if not streaming:
            self.keep_height(0)
            self.place()

    def _show_label(self) -> None:
        quotes = self.tr("Quotes from the sources") if self.turn.quotes else ""
        is_draft = self.turn.shown_is_draft and self.turn.finished is None
        self._label.say(self.tr("Draft") if is_draft else quotes)
        self.body.setAccessibleName(quotes or self.tr("Answer"))

    # --- Finished

    def _show_answer(self, answer: AnswerGiven) -> None:
        if said := self._no_model():
            self.put(Banner(self._theme, said), after=self._progress)
        if answer.text.strip() == self.body.markdown.strip():
            self.body.finish()
        else:
            self._keep_height()
            self.body.show_markdown(answer.text)
        self.body.setVisible(bool(answer.text))
        self.body.show_claims(answer.claims)
        self._put_verdict()
        self._show_label()

    def _put_verdict(self) -> None:
        if self.turn.verdict.phrases and not self._has_verdict:
            self._has_verdict = True
            self._put_later(34, self._make_verdict)

    def _put_later(self, height: int, make: Callable[[], QWidget]) -> None:
        """Queue a widget about ``height`` pixels tall for `build_next`."""
        self._later.append((SPACING + height, lambda: self.put(make())))

    def _reserve_room(self) -> None:
        self.reserve(sum(height for height, _ in self._later))

    def _make_verdict(self) -> QWidget:
        self._verdict = VerdictView(self._theme, self.turn)
        self._verdict.cited.connect(self._cited)
        return self._verdict

    def _show_end(self, event: RunFinished) -> None:
        self._progress_due.stop()
        self.show_progress()
        if self.turn.answer is None:
            self.body.finish()
        if self._verdict is not None:
            self._verdict.show_verdict()
        self._put_verdict()
        if event.error or event.status == "failed":
            title = self._what_failed(event)
            card = partial(ErrorCard, self._theme, self.turn, event, self._actions, title)
            self._put_later(96, card)
        self._show_label()
        self.setAccessibleName(self.tr("Answer, {0}").format(about_answer(self.turn)))
        self._later.append((SPACING + FOOTER_HEIGHT, self._make_footer))

    def _make_footer(self) -> None:
        self._footer = MessageFooter(self._theme, self, self._actions)
        self.put(self._footer)
        self._make_follow_ups()

    def _make_follow_ups(self) -> None:
        questions = self.turn.follow_ups if self._actions.offers_follow_ups() else ()
        if self._is_last and questions:
            self._follow_ups = FollowUps(self._theme, questions)
            self._follow_ups.asked.connect(self._actions.ask)
            self.put(self._follow_ups)

    def _what_failed(self, event: RunFinished) -> str:
        """Return the error card's title if a model failure cut the answer short, otherwise ""."""
        if event.cause == "model" and event.status == "answered":
            return self.tr("The model stopped answering before this answer was reviewed.")
        began = any(isinstance(each, TextDelta | ThinkingDelta) for each in self.turn.events)
        return self.tr("The model stopped answering.") if began and event.cause == "model" else ""

    def _no_model(self) -> str:
        """Return a notice if only quotes are shown for lack of a model, otherwise ""."""
        # ``auto`` gives a reason for evidence only when no model is available
        if not self.turn.is_from_evidence or self.turn.started is None:
            return ""
        reason = localized(self.turn.started.strategy_reason)
        said = self.tr("{0} These are quotes from the sources.")
        reason = reason[:1].upper() + reason[1:].rstrip(".")
        return said.format(f"{reason}.") if reason else ""

    def _cited(self, number: int, place: int = -1) -> None:
        self._actions.cited.emit(self.turn, number, self.body.check(place))
