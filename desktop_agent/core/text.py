"""Text helpers: token counts, short lines, figures, file names, readable and truncated text."""

import re
import unicodedata
from math import ceil

# --- Token counts

CHARACTERS_PER_TOKEN = 3.6
"""Average for English text."""
IMAGE_TOKENS = 1_600
"""Tokens used by a 1568-pixel image, by Anthropic's formula (pixels / 750) and its limit."""
_TOKENS_PER_FURTHER_BYTE = 0.45


def text_tokens(text: str) -> int:
    """Estimate the number of tokens in a string, without a model's tokenizer.

    The estimate assumes 3.6 characters per token, plus 0.45 tokens for each UTF-8 byte of a
    character beyond the first. A Cyrillic character thus counts as 0.7 tokens, a Chinese, Japanese
    or Korean one as 1.2, and an emoji as 1.6.
    """
    further = len(text.encode("utf-8", "surrogatepass")) - len(text)
    return ceil(len(text) / CHARACTERS_PER_TOKEN + further * _TOKENS_PER_FURTHER_BYTE)


# --- Short lines


def short_line(text: str, most: int) -> str:
    """Return the text as one line of at most ``most`` characters, with whitespace collapsed."""
    return clipped(" ".join(text.split()), most)


def clipped(text: str, most: int) -> str:
    """Truncate text to ``most`` characters, ending with an ellipsis if it was cut."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


# --- Figures


def plain_figure(figure: str, language: str = "en") -> tuple[str, int]:
    """Return a figure without thousands separators, and the power of ten of its last digit.

    The decimal separator becomes a point. A single separator before exactly three digits is a
    thousands separator if the language uses it as one (a comma in English, a dot elsewhere) and the
    figure does not begin with 0. Otherwise, it is a decimal separator.
    """
    figure = re.sub(r"['\u2019\u202f\u2009\u00a0 ]", "", figure)
    signs = re.findall("[.,]", figure)
    if not signs:
        return figure, 0
    *whole, last = re.split("[.,]", figure)
    thousands = "," if language in ("en", "") else "."
    grouped = len(last) == 3 and (signs == [thousands] or signs.count(signs[-1]) > 1)
    if grouped and not figure.startswith("0"):
        return "".join((*whole, last)), 0
    return f"{''.join(whole) or '0'}.{last or '0'}", -len(last)


# --- File names for display

_MOST = 120
_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Unicode categories of invisible characters: controls, direction marks, surrogates, separators."""


def display_name(name: str) -> str:
    """Return a file name as one short line without invisible or direction-changing characters.

    File names are untrusted: a model could mistake a name with a line break for the user's own
    words.
    """
    kept = "".join(" " if unicodedata.category(each) in _UNSEEN else each for each in name)
    line = " ".join(kept.split()) or "?"
    half = _MOST // 2
    return line if len(line) <= _MOST else f"{line[:half]}…{line[1 - half :]}"


# --- Readable text of a page

_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
# Unicode's tag characters are invisible and have been used to hide instructions in pages
_TAG_CHARACTERS = re.compile("[\U000e0000-\U000e007f]")
_LAST_WORD = 40  # characters before a cut that are searched for a space


def readable(text: str) -> str:
    """Remove control characters, lone surrogates and tag characters, and unify line breaks."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return _TAG_CHARACTERS.sub("", _CONTROLS.sub("", lines)).strip("\n ")


def to_storable_text(text: str) -> str:
    """Join surrogate pairs, and replace lone surrogates, which UTF-8 cannot encode, with U+FFFD."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def one_line(text: str, most: int) -> str:
    """Return the text as one `readable` line of at most ``most`` characters."""
    line = " ".join(text.split())
    return (line if line.isprintable() else readable(line))[:most]


def whole_words(text: str, most: int) -> str:
    """Return the text as one line of at most ``most`` characters, cut between words."""
    # spaces and invisible characters are removed, so more is read than kept
    line = one_line(text[: 4 * most], most + 1)
    if len(line) <= most:
        return line
    at = line.rfind(" ", most - _LAST_WORD)
    return line[: at if at > 0 else most].rstrip()


# --- Truncation that is visible and splits no character

_LAST_PART = 0.2  # the share of the length that is searched for the end of a paragraph
_LONGEST_CLUSTER = 64  # characters; longer clusters are not letters but attacks
_SPACE = re.compile(r"\s")


def truncate(text: str, length: int) -> str:
    """Return at most ``length`` characters of ``text``, followed by a note if the text was cut.

    Within the last fifth of the length, the text is cut after a paragraph, or else after a line.
    Failing that, it is cut at a space or between two grapheme clusters, so that accented letters
    and emoji stay whole.
    """
    if len(text) <= length:
        return text
    cut = _cut(text, length)
    kept = text[:cut].rstrip()
    gap = "\n\n" if kept else ""
    return f"{kept}{gap}[truncated at {len(kept)} of {len(text)} characters]"


def _cut(text: str, length: int) -> int:
    earliest = length - int(length * _LAST_PART)
    for mark in ("\n\n", "\n"):
        at = text.rfind(mark, earliest, length + len(mark))
        if at > 0:
            return at
    if _SPACE.match(text, length):
        return length
    # a word is shorter than this; Chinese has no spaces and is cut between two characters
    for at in range(length - 1, max(earliest, length - 200), -1):
        if text[at].isspace():
            return at
    return _between_characters(text, length)


def _between_characters(text: str, length: int) -> int:
    from apsw.unicode import grapheme_next_break  # imported here: it is rarely needed

    at = begin = max(0, length - _LONGEST_CLUSTER)
    while (after := grapheme_next_break(text, at)) <= length:
        at = after
    return at if at > begin else length
