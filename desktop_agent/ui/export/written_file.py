"""Writing where the person chose: wholly or not at all."""

import os
import tempfile
from pathlib import Path

from desktop_agent.core.errors import StorageError
from desktop_agent.ui.export import words


def write_whole(path: Path, data: bytes) -> None:
    """Puts ``data`` in the place of what was there, even if the power fails midway. It blocks.

    Raises:
        StorageError: it cannot be written; what was there still is.
    """
    path = path.resolve()
    try:
        descriptor, name = tempfile.mkstemp(prefix=".export-", suffix=".tmp", dir=path.parent)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            Path(name).chmod(_mode(path))
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise StorageError(
            words.tr("{0} cannot be written: {1}.").format(path, error.strerror),
            words.tr("Choose another folder, or check that the disk is not full."),
        ) from None


def _mode(path: Path) -> int:
    """As it was; a new file is for its owner and, to read, for the group and others."""
    try:
        return path.stat().st_mode & 0o777
    except OSError:
        return 0o644
