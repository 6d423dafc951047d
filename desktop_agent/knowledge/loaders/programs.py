"""Tesseract, the program that recognizes the text of scanned pages.

It runs in the worker process, and is stopped with it. Nothing is asked of the network: where
bubblewrap works, it has none.
"""

import os
import shutil
import subprocess
import tempfile
from functools import cache
from math import sqrt
from pathlib import Path
from typing import Final

from desktop_agent.core.errors import Unreadable
from desktop_agent.knowledge.loaders.document import base_name, file_types
from desktop_agent.web.extract.pdf import open_pdf

_RECOGNIZING_S: Final = 200.0
_DOTS_PER_INCH: Final = 300
_MOST_PIXELS: Final = 40_000_000


def how_to_install_tesseract() -> str:
    """Return advice with the one line that installs Tesseract on this system, if it is known."""
    lines = file_types().install_tesseract
    line = next((line for manager, line in lines.items() if shutil.which(manager)), "")
    return f"Install Tesseract: {line}" if line else "Install Tesseract."


# --- Tesseract


def find_tesseract() -> str:
    """Return the path of Tesseract, or "" if it is not installed."""
    return shutil.which("tesseract") or ""


def recognize(body: bytes, name: str, page: int, languages: str) -> str:
    """Return the text of a scanned page (1-based) of a PDF.

    Raises:
        Unreadable: Tesseract does not have one of the ``languages`` (``eng+deu``).
    """
    document = open_pdf(body, name)
    try:
        sheet = document[page - 1]
        pixels = sheet.get_width() * sheet.get_height() * (_DOTS_PER_INCH / 72) ** 2
        scale = _DOTS_PER_INCH / 72 * min(1.0, sqrt(_MOST_PIXELS / max(pixels, 1.0)))
        bitmap = sheet.render(scale=scale, grayscale=True)
        width, height, stride = bitmap.width, bitmap.height, bitmap.stride
        rows = bytes(bitmap.buffer)
    finally:
        document.close()
    picture = b"P5\n%d %d\n255\n" % (width, height) + b"".join(
        rows[at : at + width] for at in range(0, stride * height, stride)
    )
    command = [find_tesseract(), "stdin", "stdout", "-l", languages]
    with tempfile.TemporaryDirectory(prefix="desktop-agent-") as folder:
        done = _run(command, Path(folder), picture, name)
    if done.returncode and b"language" in done.stderr:
        raise Unreadable(
            f"Tesseract is missing the languages {languages} needed to read {base_name(name)}.",
            "Install them, or change knowledge.ocr_languages.",
        )
    return done.stdout.decode("utf-8", "replace").replace("\f", "\n").strip()


def _run(
    command: list[str], folder: Path, given: bytes, name: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the program in a temporary ``folder``, the only one that it may write to if confined."""
    confined = [*_confinement(), "--bind", str(folder), str(folder)] if _confinement() else []
    try:
        return subprocess.run(  # noqa: S603 - a program of the system with our own arguments
            [*confined, *command],
            cwd=folder,
            env={**os.environ, "HOME": str(folder)},
            input=given,
            capture_output=True,
            timeout=_RECOGNIZING_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise Unreadable(
            f"Reading {base_name(name)} took more than {_RECOGNIZING_S:g} s."
        ) from None
    except OSError as error:
        raise Unreadable(f"{command[0]} cannot be started: {error}.") from None


@cache
def _confinement() -> tuple[str, ...]:
    """Return a command that runs another without network or write access, or () if there is none."""
    if not (bubblewrap := shutil.which("bwrap")):
        return ()
    command = (
        bubblewrap, "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc",
        "--tmpfs", tempfile.gettempdir(), "--unshare-all", "--die-with-parent",
    )  # fmt: skip
    works = subprocess.run([*command, "true"], capture_output=True, check=False)  # noqa: S603
    return command if works.returncode == 0 else ()
