"""The view of an answer, with its progress line, search summary and footer."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QSizePolicy, QToolButton, QWidget

from desktop_agent.core.events import (
    AnswerGiven,
    Event,
    EvidenceFound,
    Notice,
    RunFinished,
    RunStarted,
    TextDelta,
    ThinkingDelta,
    Verdict,
)
from desktop_agent.core.research import Source
from desktop_agent.frontends.ui.chat.answer_sources import (
    HEAD_HEIGHT,
    ROW_HEIGHT,
    CitationPreview,
    SourcesList,
    parted,
)
from desktop_agent.frontends.ui.chat.error_card import ErrorCard, InterruptedNote
from desktop_agent.frontends.ui.chat.turn_actions import TurnActions, turn_button, turn_menu_button
from desktop_agent.frontends.ui.chat.verdict_view import CritiqueLine, VerdictView
from desktop_agent.frontends.ui.chat.widget_column import WidgetColumn
from desktop_agent.frontends.ui.conversation.turn import ChannelText, Turn
from desktop_agent.frontends.ui.dialogs.template_controller import plan_of
from desktop_agent.frontends.ui.export import text_formats
from desktop_agent.frontends.ui.export.conversation import of_turn
from desktop_agent.frontends.ui.markdown.formulas import plain_text, whole
from desktop_agent.frontends.ui.markdown.markdown_view import MarkdownView
from desktop_agent.frontends.ui.markdown.tables import ChartData
from desktop_agent.frontends.ui.widgets.labels import (
    Banner,
    BusyDot,
    ElidedLabel,
    Pill,
    heading,
    wrapped,
)
from desktop_agent.frontends.ui.widgets.layout import STRETCH, hbox, vbox
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.translation import localized
from desktop_agent.frontends.ui.wording import evidence as evidence_words
from desktop_agent.frontends.ui.wording.labels import label
from desktop_agent.frontends.ui.wording.reasoning import count, strategy_name


def answer_markdown(turn: Turn) -> str:
    """Return a turn's complete or partial answer as Markdown, with citation marks and sources."""
    return text_formats.answer_markdown(of_turn(turn))


# --- Progress line


class ProgressLine(QPushButton):
    """A button that shows a pulsing dot, the current activity and the search and page counts."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("flat")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(30)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip(self.tr("Show the reasoning (Ctrl+R)"))
        self.setAccessibleDescription(self.tr("Opens the reasoning panel"))
        self._dot = BusyDot(theme)
        self._text = ElidedLabel()
        self._text.setObjectName("meta")
        hbox(self._dot, (self._text, 1), parent=self, margins=(6, 0, 8, 0), spacing=8)

    def show_turn(self, turn: Turn) -> None:
        text = " · ".join([self._doing(turn), *self._counts(turn)])
        self._text.show_text(text)
        self.setAccessibleName(text)
        if turn.running == self._dot.isHidden():
            self._dot.set_busy(turn.running)

    def _doing(self, turn: Turn) -> str:
        activity, subject = turn.doing
        if activity == "notice":
            return localized(subject)
        name = "sleep_until" if activity == "sleep" and subject else activity
        return label("ProgressLine", "doing", name).format(subject)

    def _counts(self, turn: Turn) -> list[str]:
        counts = {
            "model_calls": turn.calls,
            "tools": turn.tools,
            "attempts": turn.attempts,
            "read": turn.pages,
        }
        return [count(name, number) for name, number in counts.items() if number]


# --- Search summary when there is no answer

_MOST = 6
_CLOSE_MOST = 3


class SearchedView(QFrame):
    """A card that summarises the searches of a run that found no answer."""

    def __init__(self, turn: Turn) -> None:
        super().__init__()
        self.setObjectName("card")
        self.setAccessibleName(self.tr("What was searched"))
        lines = [*self._searches(turn), self._pages(turn), *self._close(turn.evidence)]
        parts = [wrapped(line, "muted") for line in lines]
        title = wrapped(self.tr("What was searched"), "section")
        vbox(title, *parts, parent=self, margins=(18, 14, 18, 16), spacing=4)

    def _searches(self, turn: Turn) -> Iterator[str]:
        if not turn.queries:
            yield self.tr("Nothing was searched for.")
        for query, results in list(turn.queries.items())[:_MOST]:
            yield f"•  {query}: {self._found(results)}"
        if len(turn.queries) > _MOST:
            yield self.tr("… and {0} more searches").format(len(turn.queries) - _MOST)

    def _found(self, results: int | None) -> str:
        if results is None:
            return self.tr("no engine could answer")
        return self.tr("1 result") if results == 1 else self.tr("{0} results").format(results)

    def _pages(self, turn: Turn) -> str:
        if turn.pages == 1:
            return self.tr("1 page was read.")
        said = self.tr("{0} pages were read.").format(turn.pages)
        return said if turn.pages else self.tr("No page was read.")

    def _close(self, evidence: EvidenceFound | None) -> Iterator[str]:
        """Yield a description of each candidate value that was too uncertain to be the answer."""
        seen = evidence.candidates if evidence is not None and not evidence.sufficient else ()
        for candidate in seen[:_CLOSE_MOST]:
            sure = evidence_words.sureness(candidate.get("confidence"))
            why = ", ".join(part for part in (sure, str(candidate.get("why") or "")) if part)
            told = self.tr("Seen, but not sure enough: {0}").format(candidate.get("value", ""))
            yield f"{told} ({why})" if why else told


# --- Footer of a finished answer

FOOTER_HEIGHT = 30


class MessageFooter(QWidget):
    """A row with buttons for actions on an answer and a summary of how it was made."""

    def __init__(self, theme: Theme, message: "AssistantMessage", actions: TurnActions) -> None:
        super().__init__()
        self._theme = theme
        self._message = message
        self._actions = actions
        turn = message.turn
        self.setFixedHeight(FOOTER_HEIGHT)
        buttons = []
        if turn.text:
            buttons.append(self._copy())
        if turn.finished is not None and turn.finished.status != "failed":
            again = partial(actions.regenerate.emit, turn.turn_id)
            buttons.append(turn_button(theme, "retry", self.tr("Ask again"), again))
        show, tip = partial(actions.reasoning.emit, turn), self.tr("Show the reasoning (Ctrl+R)")
        buttons.append(turn_button(theme, "thinking", tip, show))
        if plan_of(turn) is not None or turn.text:
            buttons.append(self._more(turn))
        about = heading(about_answer(turn), "meta")
        # align the icon, not its frame, with the text above
        hbox(hbox(*buttons, 6, about, STRETCH, margins=(-7, 0, 0, 0), spacing=2), parent=self)

    def _copy(self) -> QToolButton:
        copy, menu = turn_menu_button(self._theme, "copy", self.tr("Copy the answer"))
        menu.addAction(self.tr("Copy as text"), self._message.copy_text)
        menu.addAction(self.tr("Copy as Markdown"), self._message.copy_markdown)
        return copy

    def _more(self, turn: Turn) -> QToolButton:
        more, menu = turn_menu_button(self._theme, "more", self.tr("More"))
        actions = self._actions
        if turn.text:
            compare = partial(actions.compare.emit, turn.turn_id, True)
            menu.addAction(self.tr("Ask again and compare…"), compare)
            repeat = partial(actions.repeat.emit, turn.question)
            menu.addAction(self.tr("Ask regularly…"), repeat)
            menu.addAction(self.tr("Save as discovery"), self._message.save_answer)
        if plan_of(turn) is not None:
            keep = partial(actions.keep_template.emit, turn)
            menu.addAction(self.tr("Save this run as a template…"), keep)
        return more


def about_answer(turn: Turn) -> str:
    """Describe how an answer was made: strategy, model, time and tokens."""
    finished = turn.finished
    parts = []
    if turn.started is not None:
        parts += [strategy_name(turn.started.strategy), turn.started.model]
    parts.append(
        QCoreApplication.translate("MessageFooter", "{0} s").format(f"{turn.elapsed_s:.1f}")
    )
    if finished is not None and finished.usage.completion_tokens:
        total = finished.usage.prompt_tokens + finished.usage.completion_tokens
        parts.append(QCoreApplication.translate("MessageFooter", "{0} tokens").format(f"{total:,}"))
    return " · ".join(part for part in parts if part)


SPACING = 10
_PROGRESS_MS = 100


class AssistantMessage(WidgetColumn):
    """A column that shows a turn's answer.

    `show_event` must be called after the turn has applied each event. Every widget below a finished
    answer takes milliseconds to build, so `build_next` builds one at a time. Call it while the
    application is idle.
    """

    def __init__(self, theme: Theme, turn: Turn, actions: TurnActions, parent: QWidget) -> None:
        super().__init__(SPACING, parent)
        self._actions = actions
        self._theme = theme
        self.turn = turn
        self._version: tuple[ChannelText, int, str] | None = None
        self._progress: ProgressLine | None = None
        self._critique: CritiqueLine | None = None
        self._sources: SourcesList | None = None
        self._previews: CitationPreview | None = None
        self._verdict: VerdictView | None = None
        self._later: deque[tuple[int, Callable[[], object]]] = deque()
        self._understood: QLabel | None = None
        self._label = Pill(self)
        self.body = MarkdownView(theme, self)
        self.body.setAccessibleName(self.tr("Answer"))
        self.body.cited.connect(self._cited)
        self.body.save_offered = True
        self.body.save_selection.connect(self.save_selection)
        self.body.save_whole.connect(self.save_answer)
        self.body.chart_wanted.connect(self._show_chart)
        self.body.wrote.connect(self._release_height)
        self.body.hide()
        self.put(self._label, narrow=True)
        self.put(self.body)
        self._progress_due = QTimer(self, singleShot=True, interval=_PROGRESS_MS)
        self._progress_due.timeout.connect(self._show_progress)
        self._caught_up = False

    def catch_up(self) -> None:
        """Show the turn's current state. Set the width first, so text is laid out only once."""
        if self._caught_up:
            return
        self._caught_up = True
        turn = self.turn
        if turn.running:
            self._show_progress()
        self._show_understood()
        if turn.answer is None:
            self._show_text(None)
        if turn.critique is not None:
            self._show_critique(turn.critique)
        if turn.answer is not None:
            self._show_answer(turn.answer)
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
                self._show_progress()
            case TextDelta():
                self._show_text(event)
            case Verdict(by="consulter"):
                self._show_critique(event)
            case Notice():
                self._show_understood()
            case AnswerGiven():
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
        """True until the text has been rendered. Text that is still being streamed is ignored."""
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
        """Build the next widget below the text; return False if there is none left."""
        if not self._later:
            return False
        _, build = self._later.popleft()
        self._reserve_room()
        build()
        self.place()
        return True

    def build_all(self) -> None:
        while self.build_next():
            pass

    def _show_chart(self, data: ChartData) -> None:
        from desktop_agent.frontends.ui.chat.chart import ChartDialog

        ChartDialog(self._theme, data, self.window()).open()

    def copy_text(self) -> None:
        QGuiApplication.clipboard().setText(plain_text(whole(self.body.document())))

    def copy_markdown(self) -> None:
        QGuiApplication.clipboard().setText(answer_markdown(self.turn))

    def save_selection(self) -> bool:
        """Save the selected text as a discovery; return False if nothing is selected."""
        text = self.body.selected_words()
        if text:
            url = self.turn.source_url(self.body.cited_near_selection())
            self._actions.save.emit(self.turn.discovery(text, url))
        return bool(text)

    def save_answer(self) -> None:
        """Save the whole answer as a discovery, with the question as its title."""
        url = self.turn.source_url(self.body.first_cited())
        self._actions.save.emit(self.turn.discovery(self.body.words(), url, self.turn.question))

    # --- Running

    def show_progress(self) -> None:
        if self._caught_up and self.turn.running:
            self._show_progress()

    def _show_progress(self) -> None:
        if self._progress is None:
            self._progress = ProgressLine(self._theme)
            self._progress.clicked.connect(lambda: self._actions.reasoning.emit(self.turn))
            self.put(self._progress, first=True)
        self._progress.show_turn(self.turn)

    def _show_understood(self) -> None:
        """Show how a follow-up was understood, which is also what was searched for."""
        if self.turn.understood and self._understood is None:
            said = self.tr("Understood as: {0}").format(self.turn.understood)
            self._understood = wrapped(said, "meta")
            self.put(self._understood, first=True)

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
        if quotes:
            self._preview_citations()
        self._show_label()

    def _keep_height(self) -> None:
        """Keep the height of the quotes, so that nothing moves while the answer replaces them."""
        if self._version is not None and self._version[2]:
            self.keep_height(self.height())

    def _release_height(self) -> None:
        streaming = self.turn.running and self.turn.answer is None and self.turn.shown.pieces
        if not streaming:
            self.keep_height(0)
            self.place()

    def _show_critique(self, verdict: Verdict) -> None:
        if self._critique is None:
            self._critique = CritiqueLine(self._theme)
            self.put(self._critique, after=self.body)
        self._critique.show_verdict(verdict)

    def _show_label(self) -> None:
        quotes = self.tr("Quotes from the sources") if self.turn.quotes else ""
        is_draft = self.turn.shown_is_draft and self.turn.finished is None
        self._label.show_text(self.tr("Draft") if is_draft else quotes)
        self.body.setAccessibleName(quotes or self.tr("Answer"))

    # --- Finished

    def _show_answer(self, answer: AnswerGiven) -> None:
        if said := self._no_model():
            self.put(Banner(self._theme, said), first=True)
        if answer.text.strip() == self.body.markdown.strip():
            self.body.finish()
        else:
            self._keep_height()
            self.body.show_markdown(answer.text)
        self.body.setVisible(bool(answer.text))
        self.body.show_claims(answer.claims)
        if self._critique is not None:
            self._critique.hide()  # from now on, *Review* shows it
        if self.turn.verdict.phrases:
            self._put_later(34, self._make_verdict)
        if answer.sources:
            self._put_later(HEAD_HEIGHT, partial(self._make_sources, answer))
        for some in parted(answer.sources):
            self._later.append((ROW_HEIGHT * len(some), partial(self._add_rows, some)))
        self._show_label()

    def _put_later(self, height: int, make: Callable[[], QWidget]) -> None:
        """Queue a widget, about ``height`` pixels tall, for `build_next` to build."""
        self._later.append((SPACING + height, lambda: self.put(make())))

    def _reserve_room(self) -> None:
        self.reserve(sum(height for height, _ in self._later))

    def _make_verdict(self) -> QWidget:
        self._verdict = VerdictView(self._theme, self.turn)
        self._verdict.cited.connect(self._cited)
        return self._verdict

    def _make_sources(self, answer: AnswerGiven) -> QWidget:
        self._sources = SourcesList(self._theme, answer.claims)
        self._preview_citations()
        self._sources.save.connect(self._save_source)
        return self._sources

    def _add_rows(self, sources: Sequence[Source]) -> None:
        if self._sources is not None:
            self._sources.add(sources)

    def _show_end(self, event: RunFinished) -> None:
        self._progress_due.stop()
        if self._progress is not None:
            self._progress.show_turn(self.turn)
            self._progress.hide()
        if self.turn.answer is None:
            self.body.finish()
            if self.turn.verdict.phrases:
                self._put_later(34, self._make_verdict)
        elif self._verdict is not None:
            self._verdict.show_verdict()
        if event.status == "failed" or (event.error and event.status == "answered"):
            title = self._what_failed(event)
            card = partial(ErrorCard, self._theme, self.turn, event, self._actions, title)
            self._put_later(96, card)
        elif event.status == "insufficient" and not self.turn.is_from_evidence:
            self._put_later(110, partial(SearchedView, self.turn))
        elif event.status == "stopped" and event.error:
            args = (self._theme, self.turn.turn_id, self._actions, localized(event.error))
            self._put_later(54, partial(InterruptedNote, *args))
        self._show_label()
        self.setAccessibleName(self.tr("Answer, {0}").format(about_answer(self.turn)))
        self._put_later(FOOTER_HEIGHT, partial(MessageFooter, self._theme, self, self._actions))

    def _what_failed(self, event: RunFinished) -> str:
        """Return the error card's title if a model failure cut the answer short, otherwise ""."""
        if event.cause == "model" and event.status == "answered":
            return self.tr("The model stopped answering before this answer was reviewed.")
        began = any(isinstance(each, TextDelta | ThinkingDelta) for each in self.turn.events)
        return self.tr("The model stopped answering.") if began and event.cause == "model" else ""

    def _no_model(self) -> str:
        """Return a notice if there are only quotes because no model is available, otherwise ""."""
        # ``auto`` gives a reason for evidence only when no model is available
        if not self.turn.is_from_evidence or self.turn.started is None:
            return ""
        reason = localized(self.turn.started.strategy_reason)
        said = self.tr("{0} These are quotes from the sources.")
        return said.format(reason[:1].upper() + reason[1:]) if reason else ""

    def _save_source(self, source: Source, quote: str) -> None:
        self._actions.save.emit(self.turn.discovery(quote, source.url, source.title or source.url))

    def _preview_citations(self) -> None:
        if self._previews is None:
            self._previews = CitationPreview(self._theme, self.body, self.turn.source)

    def _cited(self, number: int, place: int = -1) -> None:
        self.build_all()
        check = self.body.check(place)
        if self._sources is not None:
            self._sources.point_at(number, check)
        self._actions.cited.emit(self.turn, number, check)
