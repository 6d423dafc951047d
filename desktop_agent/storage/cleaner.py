"""Takes out of a text what tells of a person: where their files lie, who they are, whom they ask."""

import getpass
import platform
import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

_ADDRESS = re.compile(r"\b[a-z][a-z0-9+.-]{1,20}://[^\s\"'<>]+", re.IGNORECASE)
_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)*")
_QUOTED = re.compile("\"[^\"\n]*\"|'[^'\n]*'|\u201c[^\u201d\n]*\u201d|\u2018[^\u2019\n]*\u2019")
_PATH = re.compile(r"(?<!\w)(?:~|[A-Za-z]:)?[\\/][^\"'<>|;:\n]*")
"""With the rest of the clause: a folder's name may have spaces in it."""
_HOST = re.compile(
    r"\b(?:\d{1,3}(?:\.\d{1,3}){3}|[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z][a-z0-9-]+|[a-z0-9-]+)(?::\d{2,5})\b"
    r"|\b(?:\d{1,3}\.){3}\d{1,3}\b|\b[a-z0-9-]+(?:\.[a-z0-9-]+)+\b",
    re.IGNORECASE,
)
_VERSION = re.compile(r"\d+(?:\.\w+)*")
_LEAST = 3


class Cleaner:
    """Cleans texts; ``folders`` are the program's own, whose names are taken out wherever they stand."""

    def __init__(self, folders: Iterable[Path] = ()) -> None:
        names = {str(Path.home()), Path.home().name, platform.node(), platform.node().split(".")[0]}
        with suppress(OSError, KeyError, ImportError):
            names.add(getpass.getuser())
        names |= {str(each) for each in folders}
        known = sorted((n for n in names if len(n) >= _LEAST), key=len, reverse=True)
        self._known = [re.compile(rf"(?<!\w){re.escape(n)}(?!\w)", re.IGNORECASE) for n in known]

    def known(self, text: str) -> str:
        """Takes out the names that are known: for texts that are our own otherwise."""
        for name in self._known:
            text = name.sub("[…]", text)
        return text

    def all(self, text: str) -> str:
        """Takes out every address, path, host and quotation besides: for texts that tell of them."""
        text = _ADDRESS.sub("[address]", self.known(text))
        text = _MAIL.sub("[address]", _QUOTED.sub("[…]", text))
        return _HOST.sub(_host, _PATH.sub("[path]", text))


def _host(match: re.Match[str]) -> str:
    return match[0] if _VERSION.fullmatch(match[0]) and match[0].count(".") < 3 else "[host]"
