"""The verdict below an answer, with the review, struck statements, checked claims and draft."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QTextCharFormat
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from desktop_agent.core.answers import Tone
from desktop_agent.core.citations import SIGNS, best_check, reason_of
from desktop_agent.core.markdown import cells_of
from desktop_agent.core.research import CitationCheck, Claim
from desktop_agent.core.text import short_line
from desktop_agent.frontends.ui.conversation.turn import Turn
from desktop_agent.frontends.ui.markdown.inline_writer import InlineWriter, clean
from desktop_agent.frontends.ui.markdown.markdown_view import MarkdownView
from desktop_agent.frontends.ui.markdown.parser import parse_inline
from desktop_agent.frontends.ui.markdown.rich_text import DiffView, DrawnTextView
from desktop_agent.frontends.ui.widgets.buttons import push_button
from desktop_agent.frontends.ui.widgets.labels import ElidedLabel, IconLabel, wrapped
from desktop_agent.frontends.ui.widgets.layout import STRETCH, Part, hbox, vbox
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.translation import localized
from desktop_agent.frontends.ui.wording import labels, reasoning


class Fold(QWidget):
    """A button that shows or hides a widget created on first use; ``parts`` precede the button."""

    def __init__(self, text: str, tip: str, make: Callable[[], QWidget], *parts: Part) -> None:
        super().__init__()
        self._make = make
        self.button = push_button(text, name="flat", tip=tip)
        self.button.setCheckable(True)
        self.button.toggled.connect(self._unfold)
        self._box, self._inside = fold_box()
        self._box.hide()
        row = hbox(*parts, self.button, *(() if parts else (STRETCH,)), spacing=8)
        vbox(row, self._box, parent=self, spacing=6)

    def _unfold(self, on: bool) -> None:  # noqa: FBT001 - Qt's signal
        if on and not self._inside.count():
            self._inside.addWidget(self._make())
        self._box.setVisible(on)


_MOST = 100
"""Maximum number of claims listed; more would block the UI."""
_QUOTE_MOST = 400


class ClaimsView(DrawnTextView):
    """A list of checked statements with their marks, source quotes and reasons."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._claims: Sequence[Claim] = ()
        self.setAccessibleName(self.tr("Checked statements"))

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
        """Write a claim with the checks that do not fully support it.

        If all of them do, write its best check.
        """
        self.begin_block(bottom=3, top=0 if self.writing.atStart() else 10)
        word = labels.struck() if claim.struck else labels.mark(claim.mark)
        sign = self.styles.mark_word(claim.mark)
        self.writing.insertText(f"{SIGNS[claim.mark]} {word}  ", sign)
        body = QTextCharFormat(self.styles.body)
        body.setFontStrikeOut(claim.struck)
        text = " ".join(claim.text.split())
        inline = parse_inline(", ".join(cells_of(text)) if text.startswith("|") else text)
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
        reason = reason or ("" if told else labels.mark_meaning(check.mark))
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
    """A line with an answer's verdict and a *Review* button, below any struck statements.

    *Review* shows or hides the basis of the verdict: a comparison of the answer with the extracted
    evidence, the reviewer's notes, the checked statements, the draft and the changes to it.
    Clicking a citation in a list emits ``cited`` with the source number and -1 in place of a
    citation index.
    """

    cited = Signal(int, int)

    def __init__(self, theme: Theme, turn: Turn) -> None:
        super().__init__()
        self._theme = theme
        self._turn = turn
        claims = turn.answer.claims if turn.answer is not None else ()
        self._claims = [claim for claim in claims if not claim.struck]
        self._icon = IconLabel(theme, "verifier", "muted", side=16)
        self._text = ElidedLabel()
        self._text.setObjectName("meta")
        tip = self.tr("Show what was checked")
        parts = (1, self._icon, (self._text, 1))  # aligned with the cards above
        self._review = Fold(self.tr("Review"), tip, self._details, *parts)
        struck = [claim for claim in claims if claim.struck]
        removed = (self._struck(struck),) if struck else ()
        vbox(*removed, self._review, parent=self, spacing=6)
        self.show_verdict()

    def show_verdict(self) -> None:
        """Show the turn's current verdict; hide the view if there is nothing to show."""
        verdict, turn = self._turn.verdict, self._turn
        text = " \u00b7 ".join(localized(phrase) for phrase in verdict.phrases)
        self._text.show_text(text)
        self._icon.show_icon(_ICONS[verdict.tone], verdict.tone)
        has_details = bool(self._claims or turn.grounding or turn.critique or turn.refined)
        self._review.button.setVisible(has_details)
        self.setVisible(bool(text) or has_details)

    def _struck(self, claims: Sequence[Claim]) -> QFrame:
        """Return a box listing the struck statements with the quotes that contradict them."""
        view = self._list(claims)
        view.setAccessibleName(self.tr("Struck out: contradicted by a source"))
        box, inside = fold_box()
        inside.addWidget(view)
        return box

    def _details(self) -> QWidget:
        box = QWidget()
        inside = vbox(parent=box, spacing=10)
        turn = self._turn
        for verdict in filter(None, (turn.grounding, turn.critique)):
            summary, points = reasoning.verdict(verdict)
            inside.addWidget(wrapped("\n".join([summary, *(f"• {point}" for point in points)])))
        if self._claims:
            inside.addWidget(
                self._list(sorted(self._claims, key=lambda each: each.mark == "supported"))
            )
        if turn.refined:
            changes = self.tr("Show what the review changed, word by word")
            inside.addWidget(Fold(self.tr("Changes"), changes, self._changes))
            draft = self.tr("Show the text from before the review")
            inside.addWidget(Fold(self.tr("Draft"), draft, self._draft))
        return box

    def _changes(self) -> QWidget:
        changes = DiffView(self._theme)
        changes.show_diff(self._turn.draft.text, self._turn.text)
        changes.setAccessibleName(self.tr("Changes from the draft to the answer"))
        return changes

    def _draft(self) -> QWidget:
        draft = MarkdownView(self._theme)
        draft.show_markdown(self._turn.draft.text)
        draft.setAccessibleName(self.tr("Draft"))
        return draft

    def _list(self, claims: Sequence[Claim]) -> ClaimsView:
        view = ClaimsView(self._theme)
        view.cited.connect(self.cited)
        view.show_claims(claims)
        return view


_ICONS: Mapping[Tone, str] = {"ok": "ok", "warn": "warning", "error": "failed", "muted": "verifier"}


def fold_box() -> tuple[QFrame, QVBoxLayout]:
    """Return a frame for collapsible content, and its layout."""
    box = QFrame()
    box.setObjectName("foldBox")
    return box, vbox(parent=box, margins=(16, 12, 16, 12))
