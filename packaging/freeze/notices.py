"""The licence texts of everything that a build contains, as one file to read."""

import re
import textwrap
from collections.abc import Sequence
from pathlib import Path

from freeze.bundled import Part

TEXTS = Path(__file__).parent / "licences"
_MONTY = "Copyright (c) the authors of Monty, https://github.com/pydantic/monty"
_QT = "Copyright (C) The Qt Company Ltd. and other contributors"
WITHOUT_TEXT = {
    "cobble": ("Copyright (c) Michael Williamson", "BSD-2-Clause"),
    "faust-cchardet": ("Copyright (c) PyYoshi and the authors of uchardet", "MPL-1.1"),
    "pydantic-monty": (_MONTY, "MIT"),
    "pydantic-monty-client": (_MONTY, "MIT"),
    "pydantic-monty-runtime": (_MONTY, "MIT"),
    "PySide6_Essentials": (_QT, "LGPL-3.0", "GPL-3.0"),  # the first refers to the second
    "shiboken6": (_QT, "LGPL-3.0", "GPL-3.0"),
}
"""Packages whose makers ship no text: whose they are, and the files of `TEXTS` that hold for them."""

_RULE = "=" * 78
_ALLOWED_BESIDE = re.compile(r"(?i)lgpl|lesser|mpl|mozilla|exception|\sor\s")
_BEGINNING = """\
Desktop Agent is under the MIT licence (see LICENSE). It contains the work of others, each under its
own licence, which follow.

Qt, and PySide6 through which it is used, are under the GNU Lesser General Public License, version 3.
They are linked dynamically and unchanged: their libraries lie as files of their own in PySide6/Qt/lib
(elsewhere: in PySide6) of this folder and may be replaced by others of the same interface. The source
of the versions named below is at https://download.qt.io/archive/qt/ and
https://download.qt.io/official_releases/QtForPython/ .

On Linux, symbols for debuggers are taken out of other libraries, and of ICU's data what the window
has no use for.
"""


def write(path: Path, parts: Sequence[Part]) -> None:
    """Writes the file.

    Raises:
        LookupError: a licence text is missing, or a licence is one that we cannot hand on.
    """
    check(parts)
    pieces = [_BEGINNING, "Contents\n"]
    pieces += [
        textwrap.indent(f"{each.name} {each.version}: {each.licence}", "  ") for each in parts
    ]
    for part in parts:
        pieces.append(
            f"\n{_RULE}\n{part.name} {part.version}\n{part.licence}\n{part.home}\n{_RULE}"
        )
        pieces += [f"\n--- {name}\n\n{text.strip()}" for name, text in texts_of(part)]
    path.write_text("\n".join(pieces) + "\n", encoding="utf-8")


def check(parts: Sequence[Part]) -> None:
    """Raises `LookupError` for what we may not hand on, naming all of it."""
    silent = [part.name for part in parts if not texts_of(part)]
    strict = [f"{part.name} ({part.licence})" for part in parts if _copyleft_alone(part.licence)]
    if silent:
        raise LookupError(f"no licence text for: {', '.join(silent)} (put one into {TEXTS})")
    if strict:
        raise LookupError(f"under the GPL or AGPL alone: {', '.join(strict)}")


def texts_of(part: Part) -> tuple[tuple[str, str], ...]:
    """Gives the part's own texts and those that we keep for it."""
    if part.name not in WITHOUT_TEXT:
        return part.texts
    whose, *names = WITHOUT_TEXT[part.name]
    ours = [(name, (TEXTS / f"{name}.txt").read_text(encoding="utf-8")) for name in names]
    return (*part.texts, ("copyright", whose), *ours)


def _copyleft_alone(licence: str) -> bool:
    return any(
        re.search(r"(?i)\ba?gpl|gnu (affero )?general public", clause)
        and not _ALLOWED_BESIDE.search(clause)
        for clause in re.split(r"(?i)\s+and\s+", licence)
    )
