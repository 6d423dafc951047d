"""An answer that cites a stored page, so that the page can be opened at the passage."""

from PySide6.QtWidgets import QApplication

from desktop_agent.core.events import AnswerGiven, Event, Network
from desktop_agent.core.research import CitationCheck, Claim, Page, Source
from desktop_agent.frontends.ui.panels.snapshot_viewer import SnapshotViewer
from desktop_agent.frontends.ui.window.main_window import MainWindow
from desktop_agent.storage.snapshots import SnapshotStore

URL = "https://a.example.org/x"
QUOTE = "Heat pumps deliver 2.6 units."
TEXT = "line\n" * 500 + QUOTE + "\n" + "line\n" * 500


def cited_answer(window: MainWindow) -> list[Event]:
    """Stores the page in the window's home and gives a scene whose answer cites it."""
    page = Page(URL, URL, "Heat pumps", TEXT, "text/html", "2026-11-21T14:02:00+00:00", len(TEXT))
    stage = window.stage  # type: ignore[attr-defined]  # set by `open_window`
    name = SnapshotStore(stage.paths.snapshots).save(page)
    start = TEXT.index(QUOTE)
    check = CitationCheck(1, "supported", QUOTE, start, start + len(QUOTE), name)
    claim = Claim("They deliver 2.6 [1].", (1,), "supported", QUOTE, checks=(check,))
    return [
        Network(host="a.example.org", purpose="page", bytes_sent=520, bytes_received=61_200),
        AnswerGiven(
            text="They deliver 2.6 [1].",
            sources=(Source(1, "Heat pumps", URL, name, True),),
            claims=(claim,),
        ),
    ]


def viewers() -> list[SnapshotViewer]:
    """Gives the windows that show a stored page."""
    return [each for each in QApplication.allWidgets() if isinstance(each, SnapshotViewer)]
