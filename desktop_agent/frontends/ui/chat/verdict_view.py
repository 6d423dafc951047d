"""The verdict below an answer: review, struck statements, checked claims and draft."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QTextCharFormat, QTextCursor
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
from desktop_agent.frontends.ui.markdown.text_styles import TextStyles
from desktop_agent.frontends.ui.widgets.buttons import push_button
from desktop_agent.frontends.ui.widgets.labels import IconLabel, label, wrapped
from desktop_agent.frontends.ui.widgets.layout import STRETCH, hbox, vbox
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.translation import localized
from desktop_agent.frontends.ui.wording import evidence
from desktop_agent.frontends.ui.wording.reasoning import verdict_points

# --- Review notes, the draft and its changes


_BESIDE_ICON = (9, 0, 0, 0)
"""The left margin is that of the buttons and sources below."""


class CritiqueLine(QWidget):
    """The reviewer's verdict, with its points listed below."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._icon = IconLabel(theme, "critique", "muted")
        self._text = label("", "muted")
        icon = (self._icon, 0, Qt.AlignmentFlag.AlignTop)
        hbox(icon, (self._text, 1), parent=self, margins=_BESIDE_ICON, spacing=8)

    def show_verdict(self, verdict: Verdict) -> None:
        points = verdict_points(verdict)
        if verdict.ok:
            head = self.tr("Critique: ok, the draft stands")
        else:
            head = self.tr("Critique: revise")
        self._icon.show_icon("critique", "ok" if verdict.ok else "warn")
        self._text.setText("\n".join([head, *(f"• {point}" for point in points)]))
        self._text.setAccessibleName(self._text.text())


class DraftFold(QWidget):
    """The draft and a word diff between draft and answer; both are folded at first."""

    def __init__(self, theme: Theme, draft: str, answer: str) -> None:
        super().__init__()
        self._theme = theme
        self._texts = (draft, answer)
        self._shown: QWidget | None = None
        self._draft_button = _toggle(
            self.tr("Show draft"), self.tr("The first text, before the critique")
        )
        self._diff_button = _toggle(
            self.tr("Draft → Refined"), self.tr("What changed, word by word")
        )
        self._draft_button.toggled.connect(lambda on: self._switch(self._draft_button, on))
        self._diff_button.toggled.connect(lambda on: self._switch(self._diff_button, on))
        self._diff_button.setVisible(draft.strip() != answer.strip())  # else there is nothing in it
        self._box, self._inside = fold_box()
        self._box.hide()
        buttons = hbox(self._draft_button, self._diff_button, STRETCH, spacing=4)
        vbox(buttons, self._box, parent=self, spacing=6)

    def _switch(self, button: QPushButton, on: bool) -> None:  # noqa: FBT001 - Qt's signal
        other = self._diff_button if button is self._draft_button else self._draft_button
        if on:
            other.setChecked(False)
        if self._shown is not None:
            self._inside.removeWidget(self._shown)
            self._shown.deleteLater()
            self._shown = None
        if on:
            self._shown = self._view(button)
            self._inside.addWidget(self._shown)
        self._box.setVisible(on or other.isChecked())

    def _view(self, button: QPushButton) -> QWidget:
        if button is self._draft_button:
            draft = MarkdownView(self._theme)
            draft.show_markdown(self._texts[0])
            draft.setAccessibleName(self.tr("Draft"))
            return draft
        changes = DiffView(self._theme)
        changes.show_diff(*self._texts)
        changes.setAccessibleName(self.tr("Changes from the draft to the answer"))
        return changes


_MOST = 100
"""Maximum number of claims listed; more would block the UI."""
_QUOTE_MOST = 400


class ClaimsView(DrawnTextView):
    """The checked sentences as text, each with mark, quote from the source, and reason."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._claims: Sequence[Claim] = ()
        self.setAccessibleName(self.tr("Checked sentences"))

    def show_claims(self, claims: Sequence[Claim]) -> None:
        self._claims = claims
        self.redraw()

    def draw(self, cursor: QTextCursor) -> None:
        styles = TextStyles(self.theme.colours, self.theme.font, self.theme.mono)
        for index, claim in enumerate(self._claims[:_MOST]):
            _Writer(cursor, styles).write(claim, first=index == 0)
        more = len(self._claims) - _MOST
        if more > 0:
            cursor.insertBlock(styles.block())
            cursor.insertText(self.tr("… and {0} more").format(more), styles.body)


class _Writer:
    def __init__(self, cursor: QTextCursor, styles: TextStyles) -> None:
        self._cursor = cursor
        self._styles = styles
        self._small = QTextCharFormat(styles.body)
        self._small.setForeground(styles.muted)
        self._small.setFontPointSize(styles.body.fontPointSize() * 0.92)

    def write(self, claim: Claim, *, first: bool) -> None:
        """Write a claim and its failed checks, or its best check if none failed."""
        form = self._styles.block(bottom=3, top=0 if first else 10)
        if first:
            self._cursor.setBlockFormat(form)
        else:
            self._cursor.insertBlock(form)
        word = evidence.struck() if claim.struck else evidence.mark(claim.mark)
        self._cursor.insertText(f"{SIGNS[claim.mark]} {word}  ", self._styles.mark_word(claim.mark))
        body = QTextCharFormat(self._styles.body)
        body.setFontStrikeOut(claim.struck)
        InlineWriter(self._styles).write(
            self._cursor, parse_inline(" ".join(claim.text.split())), body
        )
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
        self._cursor.insertBlock(self._styles.block(left=18, bottom=2))
        if check is not None:
            chip = self._styles.citation(self._small, check.source)
            form = self._styles.checked_citation(chip, check.source, -1, check.mark)
            self._cursor.insertText(f"[{check.source}{SIGNS[check.mark]}]", form)
            self._cursor.insertText(" ", self._small)
        self._cursor.insertText(clean(text), self._small)


class VerdictView(QWidget):
    """The one-line verdict below an answer, the struck statements, and the *Review* button.

    *Review* unfolds the basis of the verdict: a comparison of the answer with the extracted
    evidence, the reviewer's notes, the checked statements, the draft and its changes. ``cited`` is
    emitted when a citation in a list is clicked, with the number of the source and -1 for the
    place.
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
        """Return the statements removed from the text, each with the quote that contradicts it."""
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


_ICONS: Mapping[Tone, str] = {
    "ok": "ok",
    "warn": "warning",
    "error": "failed",
    "muted": "verifier",
}


def fold_box() -> tuple[QFrame, QVBoxLayout]:
    """Return a frame for content that is folded at first, with its layout."""
    box = QFrame()
    box.setObjectName("foldBox")
    return box, vbox(parent=box, margins=(16, 12, 16, 12))


def _toggle(text: str, tip: str) -> QPushButton:
    button = push_button(text, name="flat", tip=tip)
    button.setCheckable(True)
    button.setAccessibleDescription(tip)
    return button
