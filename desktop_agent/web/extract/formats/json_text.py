"""JSON as text that can be read and cited a line at a time.

It is not written anew from its values: numbers and keys stay as they stand in the source, also
where a parser would round or join them.
"""

import json
import re
from typing import Final

_LONG_LINE: Final = 400  # characters; text whose lines are shorter is laid out by somebody already
_WIDTH: Final = 80  # characters; a list of plain values is wrapped here
_MOST_MARKS: Final = 800_000  # of five megabytes, where the values are no single digits
_DEEPEST: Final = 12  # levels that are indented; beyond it the text would be mostly spaces
_ESCAPED: Final = re.compile(r"\\\\|(?:\\u[0-9a-fA-F]{4})+")
# a string, an empty object or list, or what gives the layout
_TOKEN: Final = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{\[]\s*[}\]]|[{}\[\],]\s*', re.DOTALL)


def json_text(text: str) -> str:
    r"""Gives JSON with a line a member where it stands on a few long lines, else as it stands.

    What is no JSON, or nothing but brackets, is given as it stands too.     Characters beyond ASCII that are written as ``\uXXXX`` are written as themselves.
    """
    marks = sum(map(text.count, "{[,"))
    if marks > _MOST_MARKS or not _is_json(text):
        return text
    if "\\u" in text:
        text = _ESCAPED.sub(_characters, text)
    lines = text.count("\n") + 1
    return text if len(text) <= _LONG_LINE * lines else _laid_out(text)


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _characters(match: re.Match[str]) -> str:
    if match[0] == "\\\\":
        return match[0]
    escaped = match[0]
    units = [int(escaped[at + 2 : at + 6], 16) for at in range(0, len(escaped), 6)]
    if min(units) < 0xA0:
        return escaped
    text = b"".join(unit.to_bytes(2, "little") for unit in units).decode("utf-16-le", "ignore")
    return text if text.isprintable() and text else escaped


def _laid_out(text: str) -> str:
    out: list[str] = []
    inner: list[bool] = []  # of each open bracket: whether each of its members has a line
    start = line = 0  # where what is not written yet begins, and the line that it is on
    for match in _TOKEN.finditer(text):
        token = match[0]
        mark = token[0]
        if mark == '"' or (mark in "{[" and token[-1] in "}]"):
            continue
        at, end = match.span()
        if mark == ",":
            broken = inner[-1] or at - line > _WIDTH
            out += text[start:at], _new_line(inner, ",") if broken else ", "
        elif mark in "{[":
            # a list of plain values, or of lists of them, needs few lines
            broken = mark == "{" or text[end] == "{"
            inner.append(broken)
            out += text[start:at], _new_line(inner, mark) if broken else mark
        else:
            broken = inner.pop()
            out += text[start:at], _new_line(inner, "") if broken else "", mark
        start = end
        line = end if broken else line
    out.append(text[start:])
    return "".join(out)


def _new_line(inner: list[bool], mark: str) -> str:
    return f"{mark}\n{'  ' * min(len(inner), _DEEPEST)}"
