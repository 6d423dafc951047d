"""Text of a page as text in markdown: escaped where a mark would take effect, and nowhere else.

While a paragraph is put together, characters that may be marks stand as control characters, which
no text of a page keeps; so do the marks of emphasis. Only the finished paragraph tells which of
them would take effect, by what stands beside them (CommonMark 0.31, sections 2.4 and 6.2).
"""

import re
import unicodedata
from functools import lru_cache
from typing import Final
from urllib.parse import urljoin

LINE_BREAK: Final = "\0"
"""Stands for ``<br>`` until spaces are collapsed."""

_MARKS = "\\`*_~[]<&"
_CODES = "\x01\x02\x03\x04\x05\x06\x07\x08\x0e"
_MARK_OF = dict(zip(_CODES, _MARKS, strict=True))
_TO_CODES: dict[int, str | None] = dict.fromkeys((*range(1, 9), *range(14, 28), 127))
_TO_CODES |= {ord(mark): code for code, mark in _MARK_OF.items()}
_ANY = re.compile(r"[\\`*_~\[\]<&\x01-\x08\x0e-\x1b\x7f]")

STRONG: Final = "\x10\x11"
EMPHASIS: Final = "\x12\x13"
STRUCK: Final = "\x14\x15"
_WRITTEN = {STRONG: "**", EMPHASIS: "*", STRUCK: "~~"}
_OPENS = frozenset(pair[0] for pair in _WRITTEN)
_PAIR_OF = {code: pair for pair in _WRITTEN for code in pair}
_PAIRS = "\x10-\x15"
_NEEDLESS = re.compile("\x11\x10|\x13\x12|\x15\x14|\x10\x11|\x12\x13|\x14\x15")
_LOOKED_PAST = 40  # pieces of a text: no author sets as many marks side by side
_EMPHASIS_CODE = re.compile(f"[{_PAIRS}]")
_CODE = re.compile("[\x01-\x08\x0e\x10-\x15]")
_RUN = re.compile("\x01+|\x02+|\x03+|\x04+|\x05+|[\x06\x07\x08\x0e]")
_REAL_TICKS = re.compile("`+|\x02+")
_ENTITY = re.compile(r"(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~" + _CODES + "".join(_WRITTEN))
_ESCAPED_MOST = 200_000
"""Characters of a paragraph whose marks are weighed: no author writes one so long."""
_INVISIBLE = re.compile("[\u00ad\u200b\u2060\ufeff]+")
# Han, kana and their punctuation: a line that ends among them goes on without a space
_UNSPACED = "\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef"
_CJK_BREAK = re.compile(rf"(?<=[{_UNSPACED}])[ \t]{{0,99}}\r?\n\s{{0,99}}(?=[{_UNSPACED}])")
_LINE_START = re.compile(
    r"(?P<block>(?:#{1,6}|[-+*])(?= |$)|>|`{3,}(?=[^`]*$)|~~~|[*_](?=[ *_]{2,999}$))"
    r"|[0-9]{1,9}(?P<number>[.)])(?= |$)|(?P<dashes>-(?=[- ]{0,999}$))"
    r"|(?P<under>=(?=[= ]{0,999}$)|[|:-](?=[:| ]{0,999}-[-:| ]{0,9999}$))"
)
_EMPTY_LINES = re.compile(r"\n{2,}")
_CLOSING_HASHES = re.compile(r"(?:^|(?<= ))#+$")
_DEFINES = re.compile(r"\[(?:\\.|[^\[\]\\]){1,999}(?=\]:)", re.DOTALL)


def literal(text: str) -> str:
    """Return the text with codes for what may be a mark."""
    return text.translate(_TO_CODES) if _ANY.search(text) else text


def visible(text: str) -> str:
    """Return the text without characters that only say where a line may break.

    Lines of Chinese and Japanese are joined without a space between them.
    """
    if text.isascii():
        return text
    text = _INVISIBLE.sub("", text)
    return _CJK_BREAK.sub("", text) if "\n" in text else text


def one_line(raw: str) -> str:
    """Return the text with its spaces and line breaks as single spaces, codes and all."""
    return " ".join(visible(raw).replace(LINE_BREAK, " ").split())


def paragraphs(raw: str) -> list[str]:
    """Return the text with its spaces collapsed, a line for each that ``<br>`` ends, codes and all.

    An empty line ends a paragraph, as a reader sees it.
    """
    text = " ".join(visible(raw).split())
    if LINE_BREAK not in text:
        return [text] if text else []
    lines = "\n".join(line.strip() for line in text.split(LINE_BREAK))
    return [part.strip("\n") for part in _EMPTY_LINES.split(lines) if part.strip("\n")]


def paragraph(text: str) -> str:
    """Return the markdown of a collapsed text whose lines could be taken for other blocks."""
    text = inline(text)
    if text.startswith("["):
        text = _undefined(text)
    if "\n" not in text:
        return _started(text, first=True)
    parts = text.split("\n")
    return "\n".join(_started(part, first=not index) for index, part in enumerate(parts))


def heading(text: str) -> str:
    """Return the markdown of a heading's text."""
    text = inline(text)
    return _CLOSING_HASHES.sub(r"\\\g<0>", text) if text.endswith("#") else text


def inline(text: str) -> str:
    """Return the markdown of a collapsed text: its codes resolved."""
    if "![" in text:
        text = text.replace("![", "\\![")
    if not _CODE.search(text):
        return text
    if _EMPHASIS_CODE.search(text):
        text = _emphasised(text)
    if len(text) > _ESCAPED_MOST:
        return _CODE.sub(lambda code: _MARK_OF.get(code[0], ""), text)
    return _Escaping(text).text()


def _started(line: str, *, first: bool) -> str:
    match = _LINE_START.match(line)
    if match is None:
        return line
    if match["number"]:
        return f"{line[: match.end() - 1]}\\{line[match.end() - 1 :]}"
    if match["under"] and first:  # what underlines a heading or a table's first row
        return line
    return f"\\{line}"


def _undefined(text: str) -> str:
    """Keeps a paragraph from being read as the definition of a link."""
    match = _DEFINES.match(text)
    return text if match is None else f"{match[0]}\\{text[match.end() :]}"


def _emphasised(text: str) -> str:
    """Writes the marks of emphasis that will be read as such, and drops the others.

    Two words that are bold side by side are bold together; emphasis of nothing is none.
    """
    for _ in range(3):
        text, changed = _NEEDLESS.subn("", text)
        if not changed:
            break
    # texts and marks in turn: a mark has an odd index
    pieces = re.split(f"([{_PAIRS}])", text)
    written: list[int] = []
    open_marks: list[int] = []
    for index in range(1, len(pieces), 2):
        if pieces[index] in _OPENS:
            open_marks.append(index)
        elif open_marks:
            start = open_marks.pop()
            if _may_open(pieces, start) and _may_close(pieces, index):
                written += (start, index)
            else:
                pieces[start] = pieces[index] = ""
    for index in written:
        pieces[index] = _WRITTEN[_PAIR_OF[pieces[index]]]
    return _EMPHASIS_CODE.sub("", "".join(pieces))


def _may_open(pieces: list[str], index: int) -> bool:
    outside, inside = _neighbour(pieces, index, -1), _neighbour(pieces, index, 1)
    return outside is not None and inside is not None and _flanks(outside, inside)


def _may_close(pieces: list[str], index: int) -> bool:
    outside, inside = _neighbour(pieces, index, 1), _neighbour(pieces, index, -1)
    return outside is not None and inside is not None and _flanks(outside, inside)


def _neighbour(pieces: list[str], index: int, step: int) -> str | None:
    """Return the character beside the run of marks that a mark stands in.

    Empty at an end of the text; None where the run opens and closes, or is too long to be read.
    """
    pair, opening = _PAIR_OF[pieces[index]], pieces[index] in _OPENS
    end = len(pieces) if step > 0 else -1
    stop = min(end, index + _LOOKED_PAST) if step > 0 else max(end, index - _LOOKED_PAST)
    for at in range(index + step, stop, step):
        piece = pieces[at]
        if piece and not at % 2:
            return piece[-1] if step < 0 else piece[0]
        if piece and (_PAIR_OF[piece] == STRUCK) != (pair == STRUCK):
            return "~"
        if piece and (piece in _OPENS) != opening:
            return None
    return "" if stop == end else None


def _flanks(outside: str, inside: str) -> bool:
    """True when a mark between the two can be read as one (left-flanking, seen from outside)."""
    if not inside or inside.isspace():
        return False
    return (
        not _is_punctuation(inside) or not outside or outside.isspace() or _is_punctuation(outside)
    )


def _is_punctuation(character: str) -> bool:
    if character.isascii():
        return character in _PUNCTUATION
    return unicodedata.category(character)[0] in "PS"


class _Escaping:
    """Decides for each literal mark of a paragraph; the paragraph's own marks are written by now."""

    def __init__(self, text: str) -> None:
        self._text = text
        ticks = sum(1 for _ in zip(_REAL_TICKS.finditer(text), range(2), strict=False))
        self._ticks_pair = ticks > 1
        self._written = {code: _MARK_OF[code] in text for code in "\x03\x05"}
        self._last_closing = {code: self._last_that_closes(code) for code in "\x03\x04\x05"}

    def text(self) -> str:
        return _RUN.sub(self._resolved, self._text)

    def _resolved(self, match: re.Match[str]) -> str:
        run = match[0]
        code, mark = run[0], _MARK_OF[run[0]]
        if code == "\x01":
            return self._backslashes(match)
        if code in "\x03\x04\x05":
            takes_effect = self._pairs(match)
        else:
            takes_effect = self._stands_alone(code, match.end())
        return ("\\" + mark if takes_effect else mark) * len(run)

    def _backslashes(self, match: re.Match[str]) -> str:
        following = self._text[match.end() : match.end() + 1]
        count = len(match[0])
        if count == 1 and following != "\n" and following not in _PUNCTUATION:
            return "\\"
        last = following == "\n" or (following != "" and following in _PUNCTUATION)
        return "\\" * (2 * count if last else 2 * count - 1)

    def _stands_alone(self, code: str, end: int) -> bool:
        following = self._text[end : end + 1]
        if code == "\x02":
            return self._ticks_pair
        if code == "\x06":
            return following == "^"
        if code == "\x07":
            return following == "("
        if code == "\x08":
            return following.isascii() and (following.isalpha() or following in ("/", "!", "?"))
        return _ENTITY.match(self._text, end) is not None

    def _pairs(self, match: re.Match[str]) -> bool:
        """True when a run of ``*``, ``_`` or ``~`` would open emphasis that a later one closes."""
        start, end = match.span()
        code = self._text[start]
        if code == "\x05" and end - start < 2 and not self._written[code]:
            return False
        if self._written.get(code):
            return any(self._flanking(start, end))
        return self._last_closing[code] > start and self._flanking(start, end)[0]

    def _last_that_closes(self, code: str) -> int:
        """Return where the last run of a mark begins that could close emphasis; -1 without one."""
        text = self._text
        end = text.rfind(code) + 1
        while end:
            start = end - 1
            while start and text[start - 1] == code:
                start -= 1
            if self._flanking(start, end)[1]:
                return start
            end = text.rfind(code, 0, start) + 1
        return -1

    def _flanking(self, start: int, end: int) -> tuple[bool, bool]:
        before = self._text[start - 1 : start] if start else ""
        return _opens_or_closes(self._text[start], before, self._text[end : end + 1])


@lru_cache(1000)
def _opens_or_closes(code: str, before: str, after: str) -> tuple[bool, bool]:
    left, right = _flanks(before, after), _flanks(after, before)
    if code != "\x04":
        return left, right
    opens = left and (not right or _is_punctuation(before))
    return opens, right and (not left or _is_punctuation(after))


# --- The words of a link, while brackets within them stand as the codes of `literal`.

_BRACKET = re.compile("[\x06\x07]")


def is_bracketed(label: str) -> bool:
    """True for a label such as ``[PDF]``: words within one pair of brackets."""
    inner = label[1:-1].strip()
    return label[0] == "\x06" and label[-1] == "\x07" and inner != "" and not _BRACKET.search(inner)


def balanced(label: str) -> str:
    """Return the label of a link: its brackets escaped where they are not in pairs."""
    if "\x06" not in label and "\x07" not in label:
        return label
    depth = 0
    for code in label:
        depth += (code == "\x06") - (code == "\x07")
        if depth < 0:
            break
    return (
        label
        if depth == 0 and "\x07(" not in label
        else label.replace("\x06", "\\[").replace("\x07", "\\]")
    )


# --- Where links lead, written so that no character of an address ends it early.

_UNSAFE = re.compile(r"[\s()<>\\`|\x00-\x1f\x7f]")
_LINKS_BRACKET = re.compile(r"[\[\]]")
_LINKS_ENTITY = re.compile(r"&(?=#?\w{1,31};)", re.ASCII)


def absolute(base_url: str, href: str) -> str:
    """Return the http or https URL that a link leads to; empty for all others and for fragments."""
    href = href.strip()
    if not href or href[0] == "#":
        return ""
    if href.isprintable() and "[" not in href:  # most are one of two kinds, which need no parsing
        if href.startswith(("https://", "http://")):
            return href
        if href[0] == "/" and href[1:2] != "/" and "/." not in href:
            origin = _origin(base_url)
            return origin + href if origin else ""
    try:
        url = urljoin(base_url, href)
    except ValueError:
        return ""
    if not url.isprintable():
        url = "".join(c for c in url if c.isprintable())
    return url if url[:8].lower().startswith(("http://", "https://")) else ""


@lru_cache(maxsize=16)
def _origin(base_url: str) -> str:
    try:
        root = urljoin(base_url, "/")
    except ValueError:
        return ""
    return root[:-1] if root[:8].lower().startswith(("http://", "https://")) else ""


def destination(url: str) -> str:
    """Return a URL as it stands in a markdown link: what would end it or be read as a mark encoded."""
    if _UNSAFE.search(url):
        url = _UNSAFE.sub(_encoded, url)
    if "[" in url or "]" in url:
        host = url.find("/", 8)  # the host may be an IPv6 address in brackets
        url = url[:host] + _LINKS_BRACKET.sub(_encoded, url[host:]) if host > 0 else url
    return _LINKS_ENTITY.sub("&amp;", url) if "&" in url and ";" in url else url


def _encoded(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match[0].encode())
