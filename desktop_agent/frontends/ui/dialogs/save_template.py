"""Save a run as a reasoning template. Templates are listed and removed in the terminal."""

import asyncio
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
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


def save_template(session: "Session", tasks: Tasks, window: QWidget, turn: Turn) -> None:
    """Ask for a title over ``window``, and save a run as a template if `plan_of` finds a plan."""

    def ask(template: Template) -> None:
        tr = partial(QCoreApplication.translate, "Templates")
        title = template.title
        LineDialog(
            window, tr("Save as template"), tr("Title"), title, partial(save, template)
        ).open()

    def save(template: Template, title: str) -> None:
        kept = replace(template, title=" ".join(title.split()), own=True)
        tasks.start(asyncio.to_thread(write, kept), done)

    def write(template: Template) -> str:
        try:
            session.templates.save(template)
        except ValueError as fault:
            return str(fault)
        return ""

    def done(fault: str) -> None:
        if fault:
            show_error(window, f"{fault[:1].upper()}{fault[1:]}")

    plan = plan_of(turn)
    if plan is not None:
        tasks.start(asyncio.to_thread(session.templates.of_run, turn.question, plan), ask)


def plan_of(turn: Turn) -> Plan | None:
    """Return the last plan of an answered run, or None if it has none or used a template."""
    answered = turn.finished is not None and turn.finished.status == "answered"
    plans = (event.plan for event in reversed(turn.events) if isinstance(event, PlanMade))
    plan = next(plans, None) if answered else None
    return plan if plan is not None and plan.origin != "template" else None
