"""Markdown's inline parts (text, emphasis, links, code) into a QTextDocument."""

import re
from collections.abc import Callable, Iterator, Sequence

from markdown_it.token import Token
from PySide6.QtGui import QFont, QTextCharFormat, QTextCursor

from desktop_agent.core.citations import CITATION, NUMBER
from desktop_agent.ui.markdown.text_styles import TextStyles

_BREAKS = {"softbreak": " ", "hardbreak": "\u2028"}
# What Qt would take for a new block, or for the edge of a frame.
_STRUCTURAL = re.compile("[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029\ufdd0\ufdd1\ufffc]")
_ADDRESS = re.compile(r"https?://[^\s<>\"'`\\^{}|]+[^\s<>\"'`\\^{}|.,;:!?)\]]")
_SPECIAL = re.compile(f"(?P<cite>{CITATION.pattern})|(?P<address>{_ADDRESS.pattern})")


def openable(href: str) -> bool:
    """True for addresses that a click may hand to the browser."""
    return href.lower().startswith(("http://", "https://"))


def clean(text: str) -> str:
    """Takes out characters that would break the document's structure."""
    return _STRUCTURAL.sub(" ", text)


class InlineWriter:
    """Writes the children of an inline token at a cursor."""

    def __init__(self, styles: TextStyles) -> None:
        self._styles = styles

    def write(self, cursor: QTextCursor, children: Sequence[Token], base: QTextCharFormat) -> None:
        """Writes ``children`` in ``base`` and its variations."""
        stack = [base]
        links = 0
        for token in children:
            match token.type:
                case "text":
                    self._text(cursor, token.content, stack[-1], linked=links > 0)
                case "softbreak" | "hardbreak":
                    cursor.insertText(_BREAKS[token.type], stack[-1])
                case "code_inline":
                    cursor.insertText(clean(token.content), self._code(stack[-1]))
                case "image":
                    # nothing remote is ever loaded: an image is its description
                    cursor.insertText(clean(token.content) or "image", _italic(stack[-1]))
                case "link_open":
                    links += 1
                    stack.append(self._link(stack[-1], str(token.attrGet("href") or "")))
                case "link_close":
                    links -= 1
                    stack.pop()
                case emphasis if emphasis in _EMPHASIS:
                    stack.append(_EMPHASIS[emphasis](stack[-1]))
                case closed if closed.endswith("_close"):
                    stack.pop()
                case _:
                    cursor.insertText(clean(token.content), stack[-1])

    def _text(self, cursor: QTextCursor, text: str, base: QTextCharFormat, *, linked: bool) -> None:
        if linked:
            cursor.insertText(clean(text), base)
            return
        at = 0
        for found in _SPECIAL.finditer(text):
            if found.start() > at:
                cursor.insertText(clean(text[at : found.start()]), base)
            if found["cite"]:
                for piece, form in self._citations(found["cite"], base):
                    cursor.insertText(piece, form)
            else:
                cursor.insertText(found["address"], self._styles.link(base, found["address"]))
            at = found.end()
        if at < len(text):
            cursor.insertText(clean(text[at:]), base)

    def _citations(self, text: str, base: QTextCharFormat) -> Iterator[tuple[str, QTextCharFormat]]:
        """Gives ``[1, 2]`` as ``[1`` and ``, 2]``, each piece a link to its own source."""
        at = 0
        numbers = list(NUMBER.finditer(text))
        for index, found in enumerate(numbers):
            end = len(text) if index == len(numbers) - 1 else found.end()
            yield text[at:end], self._styles.citation(base, int(found[0]))
            at = end

    def _code(self, base: QTextCharFormat) -> QTextCharFormat:
        form = QTextCharFormat(self._styles.inline_code)
        if base.isAnchor():
            form.setAnchor(True)
            form.setAnchorHref(base.anchorHref())
            form.setForeground(base.foreground())
        return form

    def _link(self, base: QTextCharFormat, href: str) -> QTextCharFormat:
        return self._styles.link(base, href) if openable(href) else QTextCharFormat(base)


def _strong(base: QTextCharFormat) -> QTextCharFormat:
    form = QTextCharFormat(base)
    form.setFontWeight(QFont.Weight.Bold)
    return form


def _italic(base: QTextCharFormat) -> QTextCharFormat:
    form = QTextCharFormat(base)
    form.setFontItalic(True)
    return form


def _struck(base: QTextCharFormat) -> QTextCharFormat:
    form = QTextCharFormat(base)
    form.setFontStrikeOut(True)
    return form


_EMPHASIS: dict[str, Callable[[QTextCharFormat], QTextCharFormat]] = {
    "strong_open": _strong,
    "em_open": _italic,
    "s_open": _struck,
}
