"""The verdict below an answer, with the review, struck statements, checked claims and draft."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QTextCharFormat
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from desktop_agent.core.answers import Tone
from desktop_agent.core.citations import SIGNS, best_check, reason_of
from desktop_agent.core.events import Verdict
from desktop_agent.core.research import CitationCheck, Claim
from desktop_agent.core.text import short_line
from desktop_agent.frontends.ui.conversation.turn import Turn
from desktop_agent.frontends.ui.markdown.inline_writer import InlineWriter, clean
from desktop_agent.frontends.ui.markdown.markdown_view import MarkdownView
from desktop_agent.frontends.ui.markdown.parser import parse_inline
from desktop_agent.frontends.ui.markdown.rich_text import DiffView, DrawnTextView
from desktop_agent.frontends.ui.widgets.buttons import push_button
from desktop_agent.frontends.ui.widgets.labels import IconLabel, label, wrapped
from desktop_agent.frontends.ui.widgets.layout import STRETCH, hbox, remove_all, vbox
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.translation import localized
from desktop_agent.frontends.ui.wording import evidence, reasoning

_BESIDE_ICON = (9, 0, 0, 0)
"""Margins of a line with an icon, which align it with the buttons and sources below."""


class CritiqueLine(QWidget):
    """A line that shows the reviewer's verdict and points."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._icon = IconLabel(theme, "critique", "muted")
        self._text = label("", "muted")
        icon = (self._icon, 0, Qt.AlignmentFlag.AlignTop)
        hbox(icon, (self._text, 1), parent=self, margins=_BESIDE_ICON, spacing=8)

    def show_verdict(self, verdict: Verdict) -> None:
        points = (f"• {point}" for point in reasoning.verdict_points(verdict))
        self._icon.show_icon("critique", reasoning.verdict_colour(verdict))
        self._text.setText("\n".join([reasoning.verdict(verdict), *points]))
        self._text.setAccessibleName(self._text.text())


class DraftFold(QWidget):
    """Collapsible views of the draft, and of the word differences between draft and answer."""

    def __init__(self, theme: Theme, draft: str, answer: str) -> None:
        super().__init__()
        self._theme = theme
        self._texts = (draft, answer)
        show = _toggle(self.tr("Show draft"), self.tr("The first text, before the critique"))
        diff = _toggle(self.tr("Draft → Refined"), self.tr("What changed, word by word"))
        show.toggled.connect(lambda on: self._switch(on, diff, self._draft))
        diff.toggled.connect(lambda on: self._switch(on, show, self._changes))
        diff.setVisible(draft.strip() != answer.strip())
        self._box, self._inside = fold_box()
        self._box.hide()
        vbox(hbox(show, diff, STRETCH, spacing=4), self._box, parent=self, spacing=6)

    def _switch(self, on: bool, other: QPushButton, make: Callable[[], QWidget]) -> None:  # noqa: FBT001 - Qt's signal
        if on:
            other.setChecked(False)
        remove_all(self._inside)
        if on:
            self._inside.addWidget(make())
        self._box.setVisible(on or other.isChecked())

    def _draft(self) -> QWidget:
        draft = MarkdownView(self._theme)
        draft.show_markdown(self._texts[0])
        draft.setAccessibleName(self.tr("Draft"))
        return draft

    def _changes(self) -> QWidget:
        changes = DiffView(self._theme)
        changes.show_diff(*self._texts)
        changes.setAccessibleName(self.tr("Changes from the draft to the answer"))
        return changes


_MOST = 100
"""Maximum number of claims listed; more would block the UI."""
_QUOTE_MOST = 400


class ClaimsView(DrawnTextView):
    """A list of checked statements, each with its mark, the quotes from sources and the reasons."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._claims: Sequence[Claim] = ()
        self.setAccessibleName(self.tr("Checked sentences"))

    def show_claims(self, claims: Sequence[Claim]) -> None:
        self._claims = claims
        self.redraw()

    def draw(self) -> None:
        self._small = QTextCharFormat(self.styles.body)
        self._small.setForeground(self.styles.muted)
        self._small.setFontPointSize(self.styles.body.fontPointSize() * 0.92)
        for claim in self._claims[:_MOST]:
            self._write(claim)
        more = len(self._claims) - _MOST
        if more > 0:
            self.begin_block()
            self.writing.insertText(self.tr("… and {0} more").format(more), self.styles.body)

    def _write(self, claim: Claim) -> None:
        """Write a claim and those checks that do not fully support it.

        If all of its checks support it, only the best one is written.
        """
        self.begin_block(bottom=3, top=0 if self.writing.atStart() else 10)
        word = evidence.struck() if claim.struck else evidence.mark(claim.mark)
        sign = self.styles.mark_word(claim.mark)
        self.writing.insertText(f"{SIGNS[claim.mark]} {word}  ", sign)
        body = QTextCharFormat(self.styles.body)
        body.setFontStrikeOut(claim.struck)
        inline = parse_inline(" ".join(claim.text.split()))
        InlineWriter(self.styles).write(self.writing, inline, body)
        best = best_check(claim.checks)
        weak = [check for check in claim.checks if check.mark != "supported"]
        shown = weak or ([best] if best is not None else [])
        for check in shown:
            reason = reason_of(claim) if len(shown) == 1 else check.reason
            self._check(check, localized(reason))
        if not shown:
            self._line(localized(reason_of(claim)))

    def _check(self, check: CitationCheck, reason: str) -> None:
        quote = short_line(check.quote, _QUOTE_MOST)
        told = f"“{quote}”" if quote else ""
        reason = reason or ("" if told else evidence.mark_meaning(check.mark))
        self._line(" — ".join(part for part in (told, reason) if part), check)

    def _line(self, text: str, check: CitationCheck | None = None) -> None:
        if not text:
            return
        self.begin_block(left=18, bottom=2)
        if check is not None:
            chip = self.styles.citation(self._small, check.source)
            form = self.styles.checked_citation(chip, check.source, -1, check.mark)
            self.writing.insertText(f"[{check.source}{SIGNS[check.mark]}]", form)
            self.writing.insertText(" ", self._small)
        self.writing.insertText(clean(text), self._small)


class VerdictView(QWidget):
    """A widget with a one-line verdict on an answer, its struck statements and a *Review* button.

    *Review* shows or hides the basis of the verdict: a comparison of the answer with the extracted
    evidence, the reviewer's notes, the checked statements, the draft and the changes to it. When a
    citation in a list is clicked, ``cited`` is emitted with the source number and -1 instead of a
    citation index.
    """

    cited = Signal(int, int)

    def __init__(self, theme: Theme, turn: Turn) -> None:
        super().__init__()
        self._theme = theme
        self._turn = turn
        claims = turn.answer.claims if turn.answer is not None else ()
        self._claims = [claim for claim in claims if not claim.struck]
        self._weak = [claim for claim in self._claims if claim.mark != "supported"]
        self._icon = IconLabel(theme, "verifier", "muted", side=16)
        self._text = wrapped("", "meta")
        self._review = _toggle(self.tr("Review"), self.tr("Show what the verdict rests on"))
        self._review.toggled.connect(self._unfold)
        self._box: QFrame | None = None
        self._view: ClaimsView | None = None
        icon = (self._icon, 0, Qt.AlignmentFlag.AlignVCenter)
        review = (self._review, 0, Qt.AlignmentFlag.AlignTop)
        line = hbox(icon, (self._text, 1), review, margins=_BESIDE_ICON, spacing=8)
        struck = [claim for claim in claims if claim.struck]
        removed = (self._struck(struck),) if struck else ()
        self._lines = vbox(*removed, line, parent=self, spacing=6)
        self.show_verdict()

    def show_verdict(self) -> None:
        """Show the turn's current verdict; hide the view if there is nothing to show."""
        verdict = self._turn.verdict
        text = " \u00b7 ".join(localized(phrase) for phrase in verdict.phrases)
        self._text.setText(text)
        self._text.setAccessibleName(text)
        self._icon.show_icon(_ICONS[verdict.tone], verdict.tone)
        self._review.setVisible(self._has_details())
        self.setVisible(bool(text) or self._has_details())

    def _has_details(self) -> bool:
        turn = self._turn
        return bool(self._claims or turn.grounding or turn.critique or turn.refined)

    def _struck(self, claims: Sequence[Claim]) -> QFrame:
        """Return a box that lists the struck statements, each with the quote that contradicts it."""
        view = ClaimsView(self._theme)
        view.setAccessibleName(self.tr("Struck out, because a source contradicts it"))
        view.cited.connect(self.cited)
        view.show_claims(claims)
        box, inside = fold_box()
        inside.addWidget(view)
        return box

    def _unfold(self, on: bool) -> None:  # noqa: FBT001 - Qt's signal
        if on and self._box is None:
            self._box = self._make_box()
            self._lines.addWidget(self._box)
        if self._box is not None:
            self._box.setVisible(on)

    def _make_box(self) -> QFrame:
        box, inside = fold_box()
        inside.setSpacing(10)
        turn = self._turn
        if turn.grounding is not None:
            told = evidence.grounding(turn.grounding)
            details = evidence.grounding_details(turn.grounding)
            inside.addWidget(wrapped(f"{told}: {details}" if details else told))
        if turn.critique is not None:
            critique = CritiqueLine(self._theme)
            critique.show_verdict(turn.critique)
            inside.addWidget(critique)
        if self._claims:
            self._view = ClaimsView(self._theme)
            self._view.cited.connect(self.cited)
            inside.addWidget(self._view)
            self._all = push_button("", name="flat")
            self._all.setCheckable(True)
            tip = self.tr("Show supported statements too, or hide them")
            self._all.setAccessibleDescription(tip)
            self._all.toggled.connect(self._list)
            self._all.setVisible(bool(self._weak) and len(self._weak) < len(self._claims))
            inside.addWidget(self._all, 0, Qt.AlignmentFlag.AlignLeft)
            self._list(False)
        if turn.refined:
            inside.addWidget(DraftFold(self._theme, turn.draft.text, turn.text))
        return box

    def _list(self, everything: bool) -> None:  # noqa: FBT001 - Qt's signal
        assert self._view is not None
        self._all.setText(
            self.tr("Show only what is not supported")
            if everything
            else self.tr("Show all {0}").format(len(self._claims))
        )
        self._view.show_claims(self._claims if everything or not self._weak else self._weak)


_ICONS: Mapping[Tone, str] = {"ok": "ok", "warn": "warning", "error": "failed", "muted": "verifier"}


def fold_box() -> tuple[QFrame, QVBoxLayout]:
    """Return a frame for collapsible content, and its layout."""
    box = QFrame()
    box.setObjectName("foldBox")
    return box, vbox(parent=box, margins=(16, 12, 16, 12))


def _toggle(text: str, tip: str) -> QPushButton:
    button = push_button(text, name="flat", tip=tip)
    button.setCheckable(True)
    return button
