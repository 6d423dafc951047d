"""How the citations of an answer stood their check: a line, and the sentences below it."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from desktop_agent.core.citations import SIGNS, best_check, reason_of
from desktop_agent.core.research import CitationCheck, Claim
from desktop_agent.ui import evidence_words
from desktop_agent.ui.localized import localized
from desktop_agent.ui.markdown.blocks import parse_inline
from desktop_agent.ui.markdown.growing_text import GrowingText
from desktop_agent.ui.markdown.inline_writer import InlineWriter, clean
from desktop_agent.ui.markdown.text_styles import TextStyles
from desktop_agent.ui.theme import ColourName, Theme

_MOST = 100
"""Claims that are written out; more would hold the window up, and nobody reads them here."""
_QUOTE_MOST = 400


class ClaimsView(GrowingText):
    """The checked sentences as one text: mark, sentence, what the source says, and the reason."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._claims: Sequence[Claim] = ()
        self.setAccessibleName(self.tr("Checked sentences"))
        theme.changed.connect(self._restyle)

    def show_claims(self, claims: Sequence[Claim]) -> None:
        """Writes these claims in the place of what was there."""
        self._claims = claims
        styles = TextStyles(self._theme.colours, self._theme.font, self._theme.mono)
        self.document().clear()
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        for index, claim in enumerate(claims[:_MOST]):
            _Writer(cursor, styles).write(claim, first=index == 0)
        if len(claims) > _MOST:
            cursor.insertBlock(styles.block())
            cursor.insertText(self.tr("… and {0} more").format(len(claims) - _MOST), styles.body)
        cursor.endEditBlock()

    def _restyle(self) -> None:
        self.show_claims(self._claims)


class _Writer:
    def __init__(self, cursor: QTextCursor, styles: TextStyles) -> None:
        self._cursor = cursor
        self._styles = styles
        self._small = QTextCharFormat(styles.body)
        self._small.setForeground(styles.muted)
        self._small.setFontPointSize(styles.body.fontPointSize() * 0.92)

    def write(self, claim: Claim, *, first: bool) -> None:
        """Writes a claim and, below it, each check that was not well, or else the best."""
        form = self._styles.block(bottom=3, top=0 if first else 10)
        if first:
            self._cursor.setBlockFormat(form)
        else:
            self._cursor.insertBlock(form)
        said = f"{SIGNS[claim.mark]} {evidence_words.mark(claim.mark)}  "
        self._cursor.insertText(said, self._styles.mark_word(claim.mark))
        InlineWriter(self._styles).write(
            self._cursor, parse_inline(" ".join(claim.text.split())), self._styles.body
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
        quote = " ".join(check.quote.split())
        if len(quote) > _QUOTE_MOST:
            quote = quote[: _QUOTE_MOST - 1] + "…"
        told = f"“{quote}”" if quote else ""
        reason = reason or ("" if told else evidence_words.mark_meaning(check.mark))
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


class ClaimsFold(QWidget):
    """A line that sums the check up; unfolded it lists what is not supported, or everything.

    ``cited`` brings the number of a source whose citation was clicked in the list, and no place.
    """

    cited = Signal(int, int)

    def __init__(self, theme: Theme, claims: Sequence[Claim]) -> None:
        super().__init__()
        self._claims = claims
        self._weak = [claim for claim in claims if claim.mark != "supported"]
        self._button = QPushButton(evidence_words.citations_checked(claims))
        self._button.setObjectName("flat")
        self._button.setCheckable(True)
        tip = self.tr("Show what each sentence rests on")
        self._button.setToolTip(tip)
        self._button.setAccessibleDescription(tip)
        worst: ColourName = "warn" if self._weak else "ok"
        theme.bind_icon(self._button, "verifier", worst, side=16)
        self._all = QPushButton()
        self._all.setObjectName("flat")
        self._all.setCheckable(True)
        self._all.setAccessibleDescription(self.tr("Shows supported sentences too, or hides them"))
        self._view = ClaimsView(theme)
        self._view.cited.connect(self.cited)
        self._box = self._make_box()
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._button)
        row.addStretch(1)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(6)
        lines.addLayout(row)
        lines.addWidget(self._box)
        self._button.toggled.connect(self._unfold)
        self._all.toggled.connect(self._list)
        self._all.setVisible(bool(self._weak) and len(self._weak) < len(claims))

    def unfold(self, *, everything: bool = False) -> None:
        """Unfolds the list."""
        self._button.setChecked(True)
        self._all.setChecked(everything)

    def _make_box(self) -> QFrame:
        box = QFrame()
        box.setObjectName("foldBox")
        inside = QVBoxLayout(box)
        inside.setContentsMargins(16, 12, 16, 12)
        inside.addWidget(self._view)
        inside.addWidget(self._all, 0, Qt.AlignmentFlag.AlignLeft)
        box.hide()
        return box

    def _unfold(self, on: bool) -> None:  # noqa: FBT001 - Qt's signal
        if on:
            self._list(self._all.isChecked())
        self._box.setVisible(on)

    def _list(self, everything: bool) -> None:  # noqa: FBT001 - Qt's signal
        shown = self._claims if everything or not self._weak else self._weak
        self._all.setText(
            self.tr("Show only what is not supported")
            if everything
            else self.tr("Show all {0}").format(len(self._claims))
        )
        self._view.show_claims(shown)
