"""Text of a page without what no reader sees."""

import re

_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
# Unicode's tag characters are invisible, and have been used to hide orders to a model in a page
_TAG_CHARACTERS = re.compile("[\U000e0000-\U000e007f]")
_LAST_WORD = 40  # characters: how far back from a cut a space is looked for


def readable(text: str) -> str:
    """Drops what no reader sees: controls, lone surrogates, invisible tag characters."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return _TAG_CHARACTERS.sub("", _CONTROLS.sub("", lines)).strip("\n ")


def one_line(text: str, most: int) -> str:
    """Gives the text on one line, cut at ``most`` characters."""
    line = " ".join(text.split())
    return (line if line.isprintable() else readable(line))[:most]


def whole_words(text: str, most: int) -> str:
    """Gives the text on one line, cut at the last word that ends within ``most`` characters."""
    # a space or an invisible character is dropped, so more is read than is kept
    line = one_line(text[: 4 * most], most + 1)
    if len(line) <= most:
        return line
    at = line.rfind(" ", most - _LAST_WORD)
    return line[: at if at > 0 else most].rstrip()
