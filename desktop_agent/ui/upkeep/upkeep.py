"""What keeps the program well, in one place for all who show it."""

from PySide6.QtCore import QObject, Signal

from desktop_agent.ui.tasks import Tasks
from desktop_agent.ui.upkeep.adding import Adding
from desktop_agent.ui.upkeep.backing_up import BackingUp
from desktop_agent.ui.upkeep.diagnosing import Diagnosing
from desktop_agent.ui.upkeep.session import UpkeepSession
from desktop_agent.ui.upkeep.updating import Updating


class Upkeep(QObject):
    """Lives as long as the window, so that a download goes on when the settings are closed.

    ``quit_wanted`` asks for the end of the program, for a backup to take its place.
    """

    quit_wanted = Signal()

    def __init__(self, session: UpkeepSession, tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.updating = Updating(session, tasks, self)
        self.adding = Adding(session, tasks, self)
        self.backing_up = BackingUp(session, tasks, self)
        self.diagnosing = Diagnosing(session, tasks, self)
