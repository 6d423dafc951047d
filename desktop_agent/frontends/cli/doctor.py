"""The ``doctor`` command, which checks the installation and suggests fixes."""

from argparse import Namespace
from dataclasses import asdict

from desktop_agent.app.session import Session
from desktop_agent.core.models import Check
from desktop_agent.core.terminal_text import plain_line
from desktop_agent.frontends.cli.output import Exit, result, result_json


async def doctor(session: Session, options: Namespace) -> Exit:
    """Print the result of every check, and return a failure status if any of them failed."""
    checks = await session.doctor()
    if options.json:
        result_json([asdict(check) for check in checks])
    else:
        width = max(len(check.name) for check in checks)
        result("\n".join(_check_text(check, width) for check in checks))
    failed = any(check.status == "failed" for check in checks)
    return Exit.FAILED if failed else Exit.ANSWERED


def _check_text(check: Check, width: int) -> str:
    text = f"{check.status:8} {check.name:{width}}  {plain_line(check.text, 400)}"
    if not check.remedy:
        return text
    return f"{text}\n{'':{width + 11}}{plain_line(check.remedy, 400)}"
