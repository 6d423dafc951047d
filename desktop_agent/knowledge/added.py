"""Checks the files and folders that a person adds."""

import stat
from collections.abc import Sequence
from pathlib import Path

from desktop_agent.core.errors import Unreadable
from desktop_agent.core.knowledge import SourceKind
from desktop_agent.knowledge.file_paths import readable, whole_path


def check_added(paths: Sequence[Path], own: Sequence[str]) -> list[tuple[SourceKind, str]]:
    """Gives what sources the paths are, as absolute ones; ``own`` are folders of the program.

    Raises:
        Unreadable: one is not there, may not be read, or is neither a file nor a folder.
    """
    return [_checked(Path(whole_path(path.expanduser())), own) for path in paths]


def _checked(path: Path, own: Sequence[str]) -> tuple[SourceKind, str]:
    shown = readable(str(path))
    try:
        mode = path.stat().st_mode
    except OSError as error:
        raise Unreadable(
            f"{shown} cannot be added: {error.strerror or error}.", "Check its name."
        ) from None
    if stat.S_ISREG(mode):
        return "file", str(path)
    if not stat.S_ISDIR(mode):
        raise Unreadable(f"{shown} cannot be added: it is neither a file nor a folder.")
    if any(path.is_relative_to(folder) for folder in own):
        raise Unreadable(
            f"{shown} cannot be added: Desktop Agent keeps its own files there.",
            "What it has read is indexed by knowledge.pages.",
        )
    return "folder", str(path)
