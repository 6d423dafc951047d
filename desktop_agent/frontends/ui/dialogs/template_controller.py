"""Saves a run as a reasoning template. Templates are listed and removed in the terminal."""

import asyncio
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtWidgets import QWidget

from desktop_agent.core.events import PlanMade
from desktop_agent.core.plan import Plan
from desktop_agent.core.template import Template
from desktop_agent.frontends.ui.conversation.turn import Turn
from desktop_agent.frontends.ui.widgets.error_dialog import show_error
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.text_fields import LineDialog

if TYPE_CHECKING:
    from desktop_agent.app.session import Session


class TemplateController(QObject):
    """Saves runs as templates; its dialogs are shown over ``window``."""

    def __init__(self, session: "Session", tasks: Tasks, window: QWidget) -> None:
        super().__init__(window)
        self._session = session
        self._tasks = tasks
        self._window = window

    def keep(self, turn: Turn) -> None:
        """Ask for a title and save a run as a template, if `plan_of` finds a plan."""
        plan = plan_of(turn)
        if plan is not None:
            draft = asyncio.to_thread(self._session.templates.of_run, turn.question, plan)
            self._tasks.start(draft, self._open)

    def _open(self, template: Template) -> None:
        tr = partial(QCoreApplication.translate, "Templates")
        save = partial(self._save, template)
        LineDialog(self._window, tr("Save as template"), tr("Title"), template.title, save).open()

    def _save(self, template: Template, title: str) -> None:
        kept = replace(template, title=" ".join(title.split()), own=True)

        def work() -> str:
            try:
                self._session.templates.save(kept)
            except ValueError as fault:
                return str(fault)
            return ""

        def done(fault: str) -> None:
            if fault:
                show_error(self._window, f"{fault[:1].upper()}{fault[1:]}")

        self._tasks.start(asyncio.to_thread(work), done)


def plan_of(turn: Turn) -> Plan | None:
    """Return the last plan of an answered run, or None if it has none or used a template."""
    answered = turn.finished is not None and turn.finished.status == "answered"
    plans = (event.plan for event in reversed(turn.events) if isinstance(event, PlanMade))
    plan = next(plans, None) if answered else None
    return plan if plan is not None and plan.origin != "template" else None
