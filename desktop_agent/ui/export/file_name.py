"""A file name from a title, good on every system."""

import re
import unicodedata

_MOST = 80
_MOST_BYTES = 200
_FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f]+')
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?", re.IGNORECASE)
"""https://learn.microsoft.com/windows/win32/fileio/naming-a-file"""


def file_name(title: str, otherwise: str) -> str:
    """Gives a name without an ending: at most 80 characters, or 200 bytes, that a file system takes.

    ``otherwise`` stands in where nothing of the title is left.
    """
    kept = "".join(" " if _invisible(char) else char for char in title)
    name = " ".join(_FORBIDDEN.sub(" ", kept).split())[:_MOST]
    name = name.encode()[:_MOST_BYTES].decode(errors="ignore").strip(" .")
    if _RESERVED.fullmatch(name):
        name = f"{name}_"
    return name or otherwise


def _invisible(char: str) -> bool:
    # controls, the marks that turn the direction of text, halves of surrogate pairs
    return unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp")
