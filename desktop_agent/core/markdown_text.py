"""Markdown as the text that one reads, and the places where a text stands in another."""

import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

PARSED_MOST = 100_000
"""Characters that are parsed; longer texts are stripped of what looks like markup."""

_BREAKS = {"softbreak": " ", "hardbreak": "\n"}
_TASK = re.compile(r"\[[ xX]\]\s+")
_STRUCTURAL = re.compile("[\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_MARKUP = (
    (re.compile(r"^ {0,3}(?:`{3,}|~{3,}).*$", re.MULTILINE), ""),
    (re.compile(r"^[ \t]*(?:(?:>|#{1,6}|[-*+]|\d{1,9}[.)])(?:[ \t]+|$))+", re.MULTILINE), ""),
    (re.compile(r"^[ \t]*\|?[ \t]*:?-{2,}[-|: \t]*$", re.MULTILINE), ""),
    (re.compile(r"!?\[([^\[\]\n]{1,999})\]\([^()\s]{1,999}\)"), r"\1"),
    (re.compile(r"\*{1,3}|~~|__|`+"), ""),
    (re.compile(r"\n{2,}"), "\n"),
)


def plain_text(markdown: str) -> str:
    """Gives the text as it reads: the texts of the blocks, one below the other.

    Code stays as it is and a link is its text; the numbers of citations stay. It never raises.
    """
    text = markdown.replace("\r\n", "\n").replace("\r", "\n")
    if len(text) <= PARSED_MOST:
        try:
            return "\n".join(_blocks(_parser().parse(text)))
        except Exception:  # noqa: BLE001, S110 - any text must give one; the parser is not ours
            pass
    for pattern, instead in _MARKUP:
        text = pattern.sub(instead, text)
    return text.strip()


@cache
def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt  # only those who need the text of an answer pay for it

    return MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])


def _blocks(tokens: "list[Token]") -> list[str]:
    blocks: list[str] = []
    item = cell = first_cell = False
    for token in tokens:
        match token.type:
            case "inline":
                text = _inline(token.children or [])
                if item:
                    text = _TASK.sub("", text, count=1) if _TASK.match(text) else text
                if cell and not first_cell:
                    blocks[-1] += f"\t{text}"
                elif text or cell:
                    blocks.append(text)
                first_cell = first_cell and not cell
            case "fence" | "code_block":
                blocks.append(_clean(token.content.removesuffix("\n")))
            case "tr_open":
                first_cell = True
            case "th_open" | "td_open":
                cell = True
            case "th_close" | "td_close":
                cell = False
        item = token.type == "list_item_open" or (item and token.type == "paragraph_open")
    return blocks


def _inline(children: "list[Token]") -> str:
    return "".join(_BREAKS.get(child.type, _clean(child.content)) for child in children).strip()


def _clean(text: str) -> str:
    return _STRUCTURAL.sub(" ", text)


def occurrences(text: str, needle: str) -> list[tuple[int, int]]:
    """Gives (start, end) of each place where ``needle`` stands in ``text``, whatever the case.

    They do not overlap, and each begins and ends between two characters of ``text``: ``s`` is not
    found in ``ß``, which folds to ``ss``.
    """
    wanted = needle.casefold()
    if not wanted:
        return []
    folded = text.casefold()
    one_to_one = len(folded) == len(text)  # folding never makes a character vanish
    starts = None if one_to_one else _origins(text)
    found = []
    at = folded.find(wanted)
    while at >= 0:
        end = at + len(wanted)
        if starts is None:
            found.append((at, end))
        elif at in starts and end in starts:
            found.append((starts[at], starts[end]))
        else:
            end = at + 1
        at = folded.find(wanted, end)
    return found


def _origins(text: str) -> dict[int, int]:
    """Gives, by its place in the folded text, the place in ``text`` of each character and its end."""
    origins = {}
    place = 0
    for index, character in enumerate(text):
        origins[place] = index
        place += len(character.casefold())
    origins[place] = len(text)
    return origins
