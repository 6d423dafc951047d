"""Programs that read what the loaders cannot: LibreOffice for old Office files, Tesseract for scans.

They run in the worker process, and are stopped with it. They do not use the network and, where
bubblewrap works, have no access to it.
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
from desktop_agent.knowledge.loaders.document import file_types
from desktop_agent.system.resources import resource_path
from desktop_agent.web.extract.pdf import open_pdf

_CONVERTING_S: Final = 100.0
_RECOGNIZING_S: Final = 200.0
_RESTART: Final = 81  # exit status of LibreOffice after it has made its profile
_DOTS_PER_INCH: Final = 300
_MOST_PIXELS: Final = 40_000_000


def how_to_install(program: str) -> str:
    """Return advice on installing a program, with the command for this system if it is known."""
    lines = file_types().install[program]
    line = next((line for manager, line in lines.items() if shutil.which(manager)), "")
    return f"Install {program}: {line}" if line else f"Install {program}."


# --- LibreOffice

_OFFICE: Final = (
    "/Applications/LibreOffice.app/Contents/MacOS/soffice",
    r"C:\Program Files\LibreOffice\program\soffice.exe",
)


def find_office() -> str:
    """Return the path of LibreOffice's executable, or "" if it is not installed."""
    found = shutil.which("soffice") or shutil.which("libreoffice")
    if not found:
        return next((path for path in _OFFICE if Path(path).exists()), "")
    # the program itself, not the script that starts it, so that it can be stopped
    program = Path(found).resolve().with_name("soffice.bin")
    return str(program) if program.exists() else found


def to_opendocument(body: bytes, name: str, read_by: str, wanted: str) -> bytes:
    """Convert a document to OpenDocument (``odt``), using an import filter and a new profile.

    Raises:
        Unreadable: LibreOffice is not installed, or cannot read the document.
    """
    program = find_office()
    if not program:
        raise Unreadable(
            f"{name} is in an old Office format that only LibreOffice can read.",
            how_to_install("LibreOffice"),
        )
    with tempfile.TemporaryDirectory(prefix="desktop-agent-") as folder:
        at = Path(folder)
        (at / "profile" / "user").mkdir(parents=True)
        settings = at / "profile" / "user" / "registrymodifications.xcu"
        shutil.copyfile(resource_path("libreoffice.xcu"), settings)  # with neither macros nor links
        (at / "document").write_bytes(body)
        command = [
            program, f"-env:UserInstallation={(at / 'profile').as_uri()}", "--headless",
            "--norestore", f"--infilter={read_by}", "--convert-to", wanted, "--outdir", folder,
            "document",
        ]  # fmt: skip
        for _ in range(2):
            if _run(command, at, b"", _CONVERTING_S, name).returncode != _RESTART:
                break
        converted = at / f"document.{wanted}"
        if not converted.exists():
            raise Unreadable(f"LibreOffice cannot read {name}.", "Save it as PDF or DOCX.")
        return converted.read_bytes()


# --- Tesseract


def find_tesseract() -> str:
    """Return the path of Tesseract, or "" if it is not installed."""
    return shutil.which("tesseract") or ""


def recognize(body: bytes, name: str, page: int, languages: str) -> str:
    """Return the text of a scanned page (1-based) of a PDF.

    Raises:
        Unreadable: Tesseract lacks one of the ``languages`` (such as ``eng+deu``).
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
        done = _run(command, Path(folder), picture, _RECOGNIZING_S, name)
    if done.returncode and b"language" in done.stderr:
        raise Unreadable(
            f"Tesseract is missing the languages {languages} needed to read {name}.",
            "Install them, or change knowledge.ocr_languages.",
        )
    return done.stdout.decode("utf-8", "replace").replace("\f", "\n").strip()


def _run(
    command: list[str], folder: Path, given: bytes, timeout_s: float, name: str
) -> subprocess.CompletedProcess[bytes]:
    """Run a program in ``folder``, the only place it can write to if bubblewrap works."""
    confined = [*_confinement(), "--bind", str(folder), str(folder)] if _confinement() else []
    try:
        return subprocess.run(  # noqa: S603 - a program of the system with our own arguments
            [*confined, *command],
            cwd=folder,
            env={**os.environ, "HOME": str(folder)},
            input=given,
            capture_output=True,
            timeout=timeout_s,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise Unreadable(f"Reading {name} took more than {timeout_s:g} s.") from None
    except OSError as error:
        raise Unreadable(f"{command[0]} cannot be started: {error}.") from None


@cache
def _confinement() -> tuple[str, ...]:
    """Return a command prefix that blocks network and write access, or () if none is available."""
    if not (bubblewrap := shutil.which("bwrap")):
        return ()
    command = (
        bubblewrap, "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc",
        "--tmpfs", tempfile.gettempdir(), "--unshare-all", "--die-with-parent",
    )  # fmt: skip
    works = subprocess.run([*command, "true"], capture_output=True, check=False)  # noqa: S603
    return command if works.returncode == 0 else ()
