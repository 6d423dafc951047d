"""Downloads that error cards in the chat ask for: a missing model is loaded, the question asked again."""

from typing import TYPE_CHECKING

from desktop_agent.ui.chat.error_card import ErrorCard
from desktop_agent.ui.models.downloads import Downloads
from desktop_agent.ui.tasks import Tasks

if TYPE_CHECKING:
    from desktop_agent.app import Session


class Pulling:
    """Plays the shared downloads on the cards that asked for them.

    Without ``downloads`` it has some of its own.
    """

    def __init__(
        self, session: "Session", tasks: Tasks, downloads: Downloads | None = None
    ) -> None:
        self._downloads = downloads or Downloads(session, tasks)
        self._cards: dict[ErrorCard, str] = {}
        self._downloads.changed.connect(self._changed)
        self._downloads.finished.connect(self._finished)

    def switch(self, card: ErrorCard) -> None:
        """Begins, goes on where an earlier download was broken off, or breaks it off."""
        name = card.pullable
        if card not in self._cards:
            self._cards[card] = name
            card.destroyed.connect(lambda: self._cards.pop(card, None))
        download = self._downloads.get(name)
        if download is not None and download.active:
            self._downloads.stop(name)
        else:
            self._downloads.start(name)

    def _changed(self, name: str) -> None:
        download = self._downloads.get(name)
        for card in self._of(name):
            if download is not None:
                card.show_download(download)

    def _finished(self, name: str) -> None:
        for card in self._of(name):
            del self._cards[card]
            card.retry.emit()

    def _of(self, name: str) -> list[ErrorCard]:
        return [card for card, wanted in self._cards.items() if wanted == name]
