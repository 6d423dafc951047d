"""Syntax highlighting with Pygments."""

from collections.abc import Iterator
from functools import lru_cache

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Keyword, Name, Number, Operator, String, _TokenType
from pygments.util import ClassNotFound
from PySide6.QtGui import QBrush, QColor, QTextCharFormat

from desktop_agent.frontends.ui.markdown.mathematics import readable
from desktop_agent.frontends.ui.markdown.text_styles import TextStyles

_USUAL = (
    *("python", "bash", "sh", "console", "json", "javascript", "js", "typescript", "ts", "html"),
    *("css", "sql", "yaml", "toml", "xml", "c", "cpp", "rust", "go", "java", "diff", "ini"),
)
_COLOURS: dict[_TokenType, tuple[str, str]] = {
    Comment: ("#6a6f78", "#8b909b"),
    Keyword: ("#8b2f9e", "#d39bea"),
    String: ("#1c7a45", "#8fd6a8"),
    Number: ("#9a5b00", "#e5b567"),
    Name.Function: ("#2f55c4", "#9ab4ff"),
    Name.Class: ("#2f55c4", "#9ab4ff"),
    Name.Builtin: ("#0b7285", "#7fd0dd"),
    Name.Decorator: ("#9a5b00", "#e5b567"),
    Name.Tag: ("#8b2f9e", "#d39bea"),
    Name.Attribute: ("#2f55c4", "#9ab4ff"),
    Operator.Word: ("#8b2f9e", "#d39bea"),
}
"""The colour of each kind of token in the light and in the dark theme."""


@lru_cache(maxsize=64)
def _lexer(language: str) -> Lexer | None:
    try:
        return get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None


def load_lexers() -> None:
    """Preload common lexers and the LaTeX converter. Too slow for the GUI thread."""
    for language in _USUAL:
        lexer = _lexer(language)
        if lexer is not None:
            list(lexer.get_tokens("x"))
    readable("x")


def highlighted(
    code: str, language: str, styles: TextStyles
) -> Iterator[tuple[str, QTextCharFormat | None]]:
    """Yield parts of the code, each with its format, or None for the default text colour.

    Code in an unknown language is yielded as a single part.
    """
    lexer = _lexer(language.lower())
    if lexer is None:
        yield code, None
        return
    forms: dict[_TokenType, QTextCharFormat | None] = {}
    for kind, text in lexer.get_tokens(code):
        if kind not in forms:
            forms[kind] = _form(kind, styles)
        yield text, forms[kind]


def _form(kind: _TokenType, styles: TextStyles) -> QTextCharFormat | None:
    known: _TokenType | None = kind
    while known is not None and known not in _COLOURS:
        known = known.parent
    if known is None:
        return None
    form = QTextCharFormat(styles.code)
    form.setForeground(QBrush(QColor(_COLOURS[known][styles.palette.dark])))
    if kind[:1] == ("Comment",):
        form.setFontItalic(True)
    return form
