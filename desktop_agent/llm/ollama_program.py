"""Whether Ollama is installed here, and how much memory its models can have."""

import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path


def find_ollama(environ: Mapping[str, str] | None = None) -> Path | None:
    """Gives where Ollama's program is on this machine, or None; looks at the disk.

    ``PATH`` is looked at first, then where its installers put it: a window that was started from a
    menu often has a shorter ``PATH`` than a terminal.
    """
    environ = os.environ if environ is None else environ
    found = shutil.which("ollama", path=environ.get("PATH", ""))
    if found:
        return Path(found)
    return next((place for place in _places(environ) if place.exists()), None)


def _places(environ: Mapping[str, str]) -> tuple[Path, ...]:
    if sys.platform == "win32":
        local = environ.get("LOCALAPPDATA", "")
        return (Path(local, "Programs", "Ollama", "ollama.exe"),) if local else ()
    if sys.platform == "darwin":
        return (Path("/Applications/Ollama.app"), Path("/opt/homebrew/bin/ollama"))
    return (Path("/usr/local/bin/ollama"), Path("/usr/bin/ollama"), Path("/snap/bin/ollama"))


def machine_memory() -> int:
    """Gives the bytes of memory of this machine, 0 where the system does not say."""
    if sys.platform == "win32":
        import ctypes

        kilobytes = ctypes.c_ulonglong(0)
        told = ctypes.windll.kernel32.GetPhysicallyInstalledSystemMemory(ctypes.byref(kilobytes))
        return kilobytes.value * 1024 if told else 0
    else:  # noqa: RET505 - the type checker reads only one of the two
        try:
            return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
        except (ValueError, OSError):
            return 0
