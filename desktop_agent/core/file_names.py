"""The names of files that a person gives, as they are shown and told to a model."""

import unicodedata

_MOST = 120
_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Controls, marks that turn the direction of text, halves of surrogate pairs, line separators."""


def shown_name(name: str) -> str:
    """Gives the name of a file in one short line, without what is not seen or turns text around.

    Names are from outside: one with a line break could pass for the person's own words to a model.
    """
    kept = "".join(" " if unicodedata.category(each) in _UNSEEN else each for each in name)
    line = " ".join(kept.split()) or "?"
    half = _MOST // 2
    return line if len(line) <= _MOST else f"{line[:half]}…{line[1 - half :]}"
