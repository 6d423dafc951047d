"""What the program below the window says, in the language of the window.

Errors, reasons and summaries come as English sentences with names and numbers already in them.
They are compared with the templates of `messages.txt`, one a line, and said anew by the translation
of the one that fits. What fits none stays as it is.
"""

from functools import cache, lru_cache

from PySide6.QtCore import QCoreApplication

from desktop_agent.core.errors import AgentError
from desktop_agent.resources import resource_path

_CONTEXT = "Messages"
_DEPTH = 2
"""A reason within a reason is the most that is said."""

Template = tuple[str, list[str]]
"""The English text with its places, and what stands between them."""


def localized(text: str) -> str:
    """Says a message of the program in the language of the window; cheap enough for painting."""
    any_message = "The run was stopped."  # its translation tells which language there is
    language = QCoreApplication.translate("Messages", "The run was stopped.")
    return text if language == any_message or not text else _in_language(text, language)


def localized_error(error: BaseException | None) -> str:
    """Says what happened and what to do about it, in the language of the window."""
    if isinstance(error, AgentError):
        return " ".join(filter(None, (localized(error.message), localized(error.remedy))))
    return localized(str(error)) if error is not None else ""


@lru_cache(maxsize=1_000)
def _in_language(text: str, _language: str) -> str:
    return _said(text, _DEPTH)


def _said(text: str, depth: int) -> str:
    for template, pieces in _templates():
        filled = _filled(text, pieces)
        if filled is None:
            continue
        translated = QCoreApplication.translate(_CONTEXT, template)
        if translated == template:
            return text
        inside = [_said(each, depth - 1) if depth else each for each in filled]
        return translated.format(*inside)
    return text


def _filled(text: str, pieces: list[str]) -> list[str] | None:
    """Gives what stands in the places of a template; None where the text does not fit it."""
    first, last = pieces[0], pieces[-1]
    if len(pieces) == 1:
        return [] if text == first else None
    at, end = len(first), len(text) - len(last)
    if at > end or not text.startswith(first) or not text.endswith(last):
        return None
    filled = []
    for piece in pieces[1:-1]:
        found = text.find(piece, at, end)
        if found < 0:
            return None
        filled.append(text[at:found])
        at = found + len(piece)
    return [*filled, text[at:end]]


@cache
def _templates() -> tuple[Template, ...]:
    """Reads the templates, those with most text of their own first."""
    lines = resource_path("translations", "messages.txt").read_text("utf-8").splitlines()
    templates = [(line, _pieces(line)) for line in lines if line]
    return tuple(sorted(templates, key=lambda each: -sum(map(len, each[1]))))


def _pieces(template: str) -> list[str]:
    places = template.count("{")
    for place in range(places):
        template = template.replace(f"{{{place}}}", "\0")
    return template.split("\0")
