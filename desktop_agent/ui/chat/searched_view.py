"""What was done for an answer that could not be given: searches, pages, and what came close."""

from collections.abc import Iterator

from PySide6.QtWidgets import QFrame, QVBoxLayout

from desktop_agent.core.events import EvidenceFound
from desktop_agent.ui import evidence_words
from desktop_agent.ui.parts import wrapped
from desktop_agent.ui.turn import Turn

_MOST = 6
_CLOSE_MOST = 3


class SearchedView(QFrame):
    """Shows that the search was done in earnest, and with what result."""

    def __init__(self, turn: Turn) -> None:
        super().__init__()
        self.setObjectName("card")
        self.setAccessibleName(self.tr("What was searched"))
        lines = QVBoxLayout(self)
        lines.setContentsMargins(18, 14, 18, 16)
        lines.setSpacing(4)
        lines.addWidget(wrapped(self.tr("What was searched"), "section"))
        told = [*self._searches(turn), self._pages(turn), *self._close(turn.evidence)]
        for line in told:
            lines.addWidget(wrapped(line, "muted"))

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
        if not turn.pages:
            return self.tr("No page was read.")
        return (
            self.tr("1 page was read.")
            if turn.pages == 1
            else self.tr("{0} pages were read.").format(turn.pages)
        )

    def _close(self, evidence: EvidenceFound | None) -> Iterator[str]:
        """Values that were seen and are not sure enough to be called an answer."""
        seen = evidence.candidates if evidence is not None and not evidence.sufficient else ()
        for candidate in seen[:_CLOSE_MOST]:
            sure = evidence_words.sureness(candidate.get("confidence"))
            why = ", ".join(part for part in (sure, str(candidate.get("why") or "")) if part)
            told = self.tr("Seen, but not sure enough: {0}").format(candidate.get("value", ""))
            yield f"{told} ({why})" if why else told
