"""What the program of a server finds in its environment."""

from collections.abc import Mapping
from typing import Final

_PASSED_ON: Final = (
    "APPDATA", "COMSPEC", "HOME", "HOMEDRIVE", "HOMEPATH", "LANG", "LC_ALL", "LC_CTYPE",
    "LOCALAPPDATA", "LOGNAME", "PATH", "PATHEXT", "PROCESSOR_ARCHITECTURE", "SHELL",
    "SYSTEMDRIVE", "SYSTEMROOT", "TEMP", "TERM", "TMP", "TMPDIR", "TZ", "USER", "USERNAME",
    "USERPROFILE", "WINDIR",
)  # fmt: skip


def environment(own: Mapping[str, str], environ: Mapping[str, str]) -> dict[str, str]:
    """Gives what a program needs to run at all, and what is configured for it (``own``).

    Nothing else is passed on: the keys and settings of this program are not for servers.
    """
    told = {
        name: value
        for name, value in environ.items()
        # a value that begins so is a function of a shell, which some shells carry out
        if name.upper() in _PASSED_ON and not value.startswith("()")
    }
    return {**told, **own}
