"""Commands that are typed in the place of a question: ``/`` and a word."""

import re
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

STRATEGIES = ("evidence", "quick", "verified", "team", "deep", "auto")
"""Commands that name the strategy for the question behind them."""

_COMMAND = re.compile(r"/(?P<name>\w+)(?:\s+(?P<argument>.*))?\s*", re.DOTALL)
_BUDGET = re.compile(r"(?P<number>\d+(?:\.\d+)?)\s*(?P<unit>s|sec|seconds?|m|min|minutes?)?")


@dataclass(frozen=True, slots=True)
class SlashCommand:
    """A command; ``takes`` says what is written behind it, empty for nothing."""

    name: str
    takes: str
    about: str


@dataclass(frozen=True, slots=True)
class Typed:
    """A command as it was typed."""

    name: str
    argument: str = ""


def commands() -> tuple[SlashCommand, ...]:
    """Gives the commands in the order in which they are offered."""
    question, text = _tr("question"), _tr("text")
    return (
        SlashCommand("auto", question, _tr("Let the program choose how to answer this question")),
        SlashCommand("evidence", question, _tr("Quote pages; no model call")),
        SlashCommand("quick", question, _tr("One agent with its tools")),
        SlashCommand("verified", question, _tr("A second agent criticises the draft")),
        SlashCommand("team", question, _tr("Verifier, searcher and answerer take turns")),
        SlashCommand("deep", question, _tr("Plan it in parts, with code and checks")),
        SlashCommand("review", "", _tr("Look plans over before they run, or no longer")),
        SlashCommand("model", _tr("name"), _tr("Which model answers")),
        SlashCommand("budget", _tr("seconds"), _tr("How long a question may take")),
        SlashCommand("offline", "", _tr("Keep this chat offline")),
        SlashCommand("online", "", _tr("Let this chat use the network")),
        SlashCommand("new", "", _tr("Begin another conversation")),
        SlashCommand("find", text, _tr("Find in this conversation")),
        SlashCommand("export", _tr("format"), _tr("Save this conversation as a file")),
        SlashCommand("clear", "", _tr("Empty the field")),
        SlashCommand("help", "", _tr("Show these commands")),
    )


def typed_command(text: str) -> Typed | None:
    """Reads a command; None for a question.

    A path (``/etc/hosts``) is none, and neither is what begins with a space.
    """
    found = _COMMAND.fullmatch(text)
    return Typed(found["name"].lower(), (found["argument"] or "").strip()) if found else None


def read_budget(argument: str) -> float | None:
    """Reads ``90``, ``90 s`` or ``2 min`` as seconds; None for anything else."""
    found = _BUDGET.fullmatch(argument.strip().lower())
    if found is None:
        return None
    seconds = float(found["number"]) * (60 if (found["unit"] or "").startswith("m") else 1)
    return seconds if seconds > 0 else None


def _tr(text: str) -> str:
    return QCoreApplication.translate("SlashCommands", text)
