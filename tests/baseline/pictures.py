"""The gallery of the window, and what pictures differ in."""

import os
import subprocess
import sys
from pathlib import Path

from tests.baseline.clock import clock_environ

LEFT_OUT = ("settings-models-light.png", "settings-models-dark.png")
"""Not the same twice: a download tells its speed, which is measured."""


def record_pictures(folder: Path, *names: str) -> None:
    """Take the pictures with these names, or all, while the clock stands still."""
    pictures = folder / "pictures"
    pictures.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "tests.ui.screenshots", str(pictures), *names]
    environ = os.environ | clock_environ(stands_still=True) | {"QT_QPA_PLATFORM": "offscreen"}
    subprocess.run(command, env=environ, stdout=subprocess.DEVNULL, check=False)
    for name in LEFT_OUT:
        (pictures / name).unlink(missing_ok=True)


def told_apart(before: Path, after: Path) -> str:
    """Say how two pictures differ; empty where every pixel is the same."""
    from PySide6.QtGui import QImage

    old, new = (
        QImage(str(file)).convertToFormat(QImage.Format.Format_RGB32) for file in (before, after)
    )
    if old.size() != new.size():
        return f"{old.width()}x{old.height()} became {new.width()}x{new.height()}"
    points = [bytes(image.constBits()) for image in (old, new)]
    rows = old.bytesPerLine()
    changed = [
        i for i in range(0, len(points[0]), 4) if points[0][i : i + 4] != points[1][i : i + 4]
    ]
    if not changed:
        return ""
    across, down = [i % rows // 4 for i in changed], [i // rows for i in changed]
    return f"{len(changed)} pixels from {min(across)},{min(down)} to {max(across)},{max(down)}"
