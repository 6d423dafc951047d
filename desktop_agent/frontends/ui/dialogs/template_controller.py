"""Controller that opens the dialogs for browsing templates and for saving a run as a template."""

import asyncio
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from desktop_agent.core.events import PlanMade
from desktop_agent.core.plan import Plan
from desktop_agent.core.template import Template
from desktop_agent.frontends.ui.conversation.turn import Turn
from desktop_agent.frontends.ui.widgets.error_dialog import show_error
from desktop_agent.frontends.ui.widgets.tasks import Tasks, while_alive
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.translation import localized_error

if TYPE_CHECKING:
    from desktop_agent.app.session import Session
    from desktop_agent.frontends.ui.dialogs.templates import SaveTemplateDialog, TemplatesDialog


class TemplateController(QObject):
    """Opens the template dialogs over ``window``.

    ``opened`` is emitted with the dialog for saving a run, and ``kept`` with a template once it is
    saved.
    """

    opened = Signal(object)
    kept = Signal(object)

    def __init__(self, theme: Theme, session: "Session", tasks: Tasks, window: QWidget) -> None:
        super().__init__(window)
        self._theme = theme
        self._session = session
        self._tasks = tasks
        self._window = window

    def open_all(self) -> "TemplatesDialog":
        """Open the list of all templates."""
        from desktop_agent.frontends.ui.dialogs.templates import TemplatesDialog

        dialog = TemplatesDialog(self._theme, self._session.templates, self._tasks, self._window)
        dialog.open()
        return dialog

    def keep(self, turn: Turn) -> None:
        """Open the dialog for saving a run as a template, if the run made a plan."""
        plan = plan_of(turn)
        if plan is not None:
            work = asyncio.to_thread(self._session.templates.of_run, turn.question, plan)
            self._tasks.start(
                work,
                self._open,
                lambda error: show_error(self._window, error.message, error.remedy),
            )

    def _open(self, template: Template) -> None:
        from desktop_agent.frontends.ui.dialogs.templates import (
            SaveTemplateDialog,
        )

        dialog = SaveTemplateDialog(template, self._window)
        dialog.kept.connect(lambda changed: self._save(dialog, changed))
        dialog.open()
        self.opened.emit(dialog)

    def _save(self, dialog: "SaveTemplateDialog", template: Template) -> None:
        def ended(fault: str) -> None:
            if not fault:
                self.kept.emit(template)
                while_alive(dialog, type(dialog).accept)(dialog)
            else:
                refuse(fault)

        refuse = while_alive(dialog, dialog.refuse)
        self._tasks.start(
            self._saved(template), ended, lambda error: refuse(localized_error(error))
        )

    async def _saved(self, template: Template) -> str:
        """Save a template; return the error message, or ""."""
        try:
            await asyncio.to_thread(self._session.templates.save, template)
        except ValueError as fault:
            return str(fault)
        return ""


def plan_of(turn: Turn) -> Plan | None:
    """Return the last plan of an answered run, or None if it comes from a template."""
    answered = turn.finished is not None and turn.finished.status == "answered"
    plans = (event.plan for event in reversed(turn.events) if isinstance(event, PlanMade))
    plan = next(plans, None) if answered else None
    return plan if plan is not None and plan.origin != "template" else None
