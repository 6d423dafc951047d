"""Cutting a text so that a reader can tell, and no character is split."""

import re
import unicodedata

_LAST_PART = 0.2  # of the length asked for: how far back a paragraph's end is looked for
_LONGEST_CLUSTER = 64  # characters; beyond it a cluster is an attack on the reader, not a letter
_SPACE = re.compile(r"\s")
_JOINER = "\u200d"


def truncate(text: str, length: int) -> str:
    """Gives at most ``length`` characters of ``text``, then where it was cut.

    The cut is at a paragraph's end when there is one in the last fifth, else at a line's end there,
    else at a space, else between two characters as a reader sees them: a letter keeps its accents,
    an emoji its parts. A text that fits is given as it is.
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
    for at in range(length, max(0, length - _LONGEST_CLUSTER), -1):
        if not _continues(text[at - 1], text[at]):
            return at if not _splits_flag(text, at) else at - 1
    return length


def _continues(before: str, after: str) -> bool:
    """True when the two belong to one character (the main rules of UAX #29)."""
    if _JOINER in {before, after}:
        return True
    if unicodedata.category(after) in {"Mn", "Me", "Mc"}:
        return True
    code = ord(after)
    return (
        0x1F3FB <= code <= 0x1F3FF  # skin tones
        or 0x1160 <= code <= 0x11FF  # Hangul vowels and finals
        or 0xE0020 <= code <= 0xE007F  # flag tags
        or 0xDC00 <= code <= 0xDFFF  # low surrogates
        or (before == "\r" and after == "\n")
    )


def _splits_flag(text: str, at: int) -> bool:
    """True between the two letters of a flag: an odd number of them stands before the cut."""
    run = 0
    while at - run > 0 and run < _LONGEST_CLUSTER and _is_flag_letter(text[at - run - 1]):
        run += 1
    return run % 2 == 1 and _is_flag_letter(text[at])


def _is_flag_letter(character: str) -> bool:
    return 0x1F1E6 <= ord(character) <= 0x1F1FF
