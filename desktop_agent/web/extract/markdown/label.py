"""The words of a link, while brackets within them stand as the codes of `literal`."""

import re

_BRACKET = re.compile("[\x06\x07]")


def is_bracketed(label: str) -> bool:
    """True for a label such as ``[PDF]``: words within one pair of brackets."""
    inner = label[1:-1].strip()
    return label[0] == "\x06" and label[-1] == "\x07" and inner != "" and not _BRACKET.search(inner)


def balanced(label: str) -> str:
    """Gives the label of a link: its brackets escaped where they are not in pairs."""
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
