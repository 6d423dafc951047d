"""Write inline Markdown (text, emphasis, links, code) to a `QTextDocument`."""

import re
from collections.abc import Iterator, Sequence

from markdown_it.token import Token
from PySide6.QtGui import QFont, QTextCharFormat, QTextCursor

from desktop_agent.core.citations import CITATION, NUMBER
from desktop_agent.frontends.ui.markdown.formulas import OBJECT, formula_form
from desktop_agent.frontends.ui.markdown.mathematics import readable
from desktop_agent.frontends.ui.markdown.text_styles import TextStyles
from desktop_agent.frontends.ui.widgets.formulas import FormulaKey, Formulas

_BREAKS = {"softbreak": " ", "hardbreak": "\u2028"}
# characters that Qt would interpret as the start of a block or a frame
_STRUCTURAL = re.compile("[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029\ufdd0\ufdd1\ufffc]")
ADDRESS = re.compile(r"https?://[^\s<>\"'`\\^{}|]+[^\s<>\"'`\\^{}|.,;:!?)\]]")
_SPECIAL = re.compile(f"(?P<cite>{CITATION.pattern})|(?P<address>{ADDRESS.pattern})")


def openable(href: str) -> bool:
    """Return whether a link may be opened in the browser: only HTTP and HTTPS URLs may."""
    return href.lower().startswith(("http://", "https://"))


def clean(text: str) -> str:
    """Replace characters that would break the document's structure with spaces."""
    return _STRUCTURAL.sub(" ", text)


class InlineWriter:
    """Writes inline Markdown tokens at a cursor.

    Typeset formulas are added to ``typeset``. Others are written as Unicode text and added to
    ``awaited``.
    """

    def __init__(self, styles: TextStyles, formulas: Formulas | None = None) -> None:
        self._styles = styles
        self._formulas = formulas
        self.awaited: set[FormulaKey] = set()
        self.typeset: dict[FormulaKey, None] = {}

    def formula(
        self, latex: str, base: QTextCharFormat, *, display: bool = False
    ) -> tuple[str, QTextCharFormat]:
        """Return the text and format of a formula."""
        key = FormulaKey(latex.strip(), display)
        form = self._styles.math(base, key.latex, display=display)
        if self._formulas is not None:
            if self._formulas.find(key) is not None:
                self.typeset[key] = None
                return OBJECT, formula_form(form)
            if self._formulas.is_coming(key):
                self.awaited.add(key)
        return clean(readable(latex)), form

    def write(self, cursor: QTextCursor, children: Sequence[Token], base: QTextCharFormat) -> None:
        """Write tokens at the cursor; ``base`` is the format without emphasis or links."""
        stack = [base]
        links = 0
        for token in children:
            if token.nesting > 0:
                links += token.type == "link_open"
                stack.append(self._span(token, stack[-1]))
            elif token.nesting < 0:
                links -= token.type == "link_close"
                stack.pop()
            elif token.type == "text":
                self._text(cursor, token.content, stack[-1], linked=links > 0)
            else:
                cursor.insertText(*self._piece(token, stack[-1]))

    def _span(self, token: Token, base: QTextCharFormat) -> QTextCharFormat:
        href = str(token.attrGet("href") or "")
        if token.type == "link_open" and openable(href):
            return self._styles.link(base, href)
        return _emphasized(base, token.type)

    def _piece(self, token: Token, base: QTextCharFormat) -> tuple[str, QTextCharFormat]:
        match token.type:
            case "softbreak" | "hardbreak":
                return _BREAKS[token.type], base
            case "code_inline":
                return clean(token.content), self._code(base)
            case "image":
                # no image is ever loaded: show its description
                return clean(_plain(token)) or "image", _emphasized(base, token.type)
            case "math_inline" | "math_inline_double":
                return self.formula(token.content, base)
        return clean(token.content), base

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
        """Split a citation such as ``[1, 2]`` into ``[1`` and ``, 2]``, each with its own link."""
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


def _plain(token: Token) -> str:
    return "".join(_plain(child) for child in token.children or ()) or token.content


def _emphasized(base: QTextCharFormat, kind: str) -> QTextCharFormat:
    form = QTextCharFormat(base)
    match kind:
        case "strong_open":
            form.setFontWeight(QFont.Weight.Bold)
        case "em_open" | "image":
            form.setFontItalic(True)
        case "s_open":
            form.setFontStrikeOut(True)
    return form
