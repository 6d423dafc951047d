"""The ``templates`` command, which manages plan templates."""

from argparse import Namespace

from desktop_agent.app.session import Session
from desktop_agent.core.errors import AgentError
from desktop_agent.core.template import Template, template_from_json, template_to_json
from desktop_agent.core.terminal_text import plain_line
from desktop_agent.frontends.cli.output import Exit, note, result
from desktop_agent.frontends.cli.parser import read_text


async def templates(session: Session, options: Namespace) -> Exit:
    """Run the subcommand named by ``options.action``."""
    try:
        match options.action:
            case "show":
                result(template_to_json(_named(session, options.id)).rstrip())
            case "add":
                kept = session.templates.save(template_from_json(read_text(options.file), own=True))
                note(f"{kept.id} is kept; the strategy deep uses it where it fits.")
            case "draft":
                drafted = await session.templates.draft(options.problem)
                result(template_to_json(drafted).rstrip())
                note("Look it over, then keep it: desktop-agent templates add FILE")
            case "remove":
                _remove(session, options.id)
            case _:
                _list(session)
    except ValueError as error:
        raise AgentError(
            f"That cannot be done: {error}.", "See desktop-agent templates list."
        ) from None
    return Exit.ANSWERED


def _list(session: Session) -> None:
    loaded = session.templates.load()
    listed = [each for each in loaded.templates if each.listed]
    width = max((len(each.id) for each in listed), default=0)
    for each in listed:
        whose = " (your own)" if each.own else ""
        result(f"{each.id.ljust(width)}  {plain_line(each.title)}{whose}")
    for fault in loaded.faults:
        note(fault)


def _remove(session: Session, template_id: str) -> None:
    if not session.templates.remove(template_id):
        raise ValueError(f"there is no template of your own called {template_id}")
    note(f"{template_id} is removed.")


def _named(session: Session, template_id: str) -> Template:
    for each in session.templates.load().templates:
        if each.id == template_id:
            return each
    raise ValueError(f"there is no template called {template_id}")
