"""A conversation as one HTML file that needs nothing else: no script, no font, no picture."""

from html import escape

from PySide6.QtCore import QLocale

from desktop_agent.core.exported_chat import HTML_MARK
from desktop_agent.resources import resource_path
from desktop_agent.ui.export import words
from desktop_agent.ui.export.exported import ExportedConversation, ExportedTurn
from desktop_agent.ui.export.html_pieces import heading, source_anchor, turn_pieces

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""What a browser may load for the page: only the styles inside it."""


def conversation_html(conversation: ExportedConversation) -> str:
    """Gives the whole file; it reads well light, dark and on paper."""
    title = escape(words.title_of(conversation.title))
    style = resource_path("export", "page.css").read_text(encoding="utf-8")
    turns = "\n".join(
        _turn(turn, number) for number, turn in enumerate(conversation.turns, start=1)
    )
    return (
        "<!DOCTYPE html>\n"
        f'<html lang="{escape(QLocale().bcp47Name())}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"{HTML_MARK}\n"
        f"<title>{title}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n"
        f"<header>{heading(conversation)}</header>\n{turns}\n</main>\n</body>\n</html>\n"
    )


def _turn(turn: ExportedTurn, number: int) -> str:
    known = {each.number for each in turn.sources}

    def link(source: int) -> str:
        return f"#{source_anchor(number, source)}" if source in known else ""

    pieces = "\n".join(turn_pieces(turn, number, link))
    return f'<article id="turn{number}">\n{pieces}\n</article>'
