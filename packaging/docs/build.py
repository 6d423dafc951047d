"""Builds the documentation as a static site that loads nothing from elsewhere.

    python packaging/docs/build.py [--pictures] [--links] [FOLDER]

FOLDER (default: ``build/docs``) gets the site. The pages are the Markdown files of ``resources/docs``
and those that are made from the program itself; both are put together in ``FOLDER-pages`` first.
``--pictures`` draws the pictures of the window, once; without it, those that are there are used.
``--links`` asks every address outside whether it is there, instead of building.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SOURCES = ROOT / "resources" / "docs"
sys.path[:0] = [str(HERE), str(ROOT)]

from layers_page import layers_part  # noqa: E402 - after the path to it
from proofs import cited_tests, proofs_page  # noqa: E402
from settings_page import settings_page  # noqa: E402
from shortcuts_page import shortcuts_page  # noqa: E402
from terminal_page import terminal_page  # noqa: E402

_PICTURE = re.compile(r"^[`:]{3,}\{picture\} (\S+)$", re.MULTILINE)
_LAYERS = "<!-- layers -->"


def put_together(pages: Path, pictures: Path) -> None:
    """Fills a folder with all pages: the written ones, the made ones, and the pictures they show."""
    from desktop_agent.frontends.cli.parser import build_parser

    shutil.rmtree(pages, ignore_errors=True)
    shutil.copytree(SOURCES, pages)
    made = {
        "reference/settings.md": settings_page(),
        "reference/terminal.md": terminal_page(build_parser()),
        "reference/shortcuts.md": shortcuts_page(),
    }
    written = {path: path.read_text(encoding="utf-8") for path in pages.rglob("*.md")}
    cited = {test for text in written.values() for test in cited_tests(text)}
    made["proofs.md"] = proofs_page(ROOT, cited)
    (pages / "reference").mkdir()
    for name, text in made.items():
        (pages / name).write_text(text, encoding="utf-8")
    for path, text in written.items():
        if _LAYERS in text:
            path.write_text(text.replace(_LAYERS, layers_part(ROOT)), encoding="utf-8")
    for picture in pictures.glob("*.png"):
        (pages / "pictures").mkdir(exist_ok=True)
        shutil.copy2(picture, pages / "pictures")


def shown_pictures() -> list[str]:
    """Gives the names of the pictures that pages show."""
    texts = (path.read_text(encoding="utf-8") for path in sorted(SOURCES.rglob("*.md")))
    return sorted({name for text in texts for name in _PICTURE.findall(text)})


def draw(pictures: Path) -> None:
    """Draws the pictures that are not there yet."""
    there = {path.stem.rpartition("-")[0] for path in pictures.glob("*.png")}
    missing = [name for name in shown_pictures() if name not in there]
    if missing:
        command = [sys.executable, "-m", "tests.ui.screenshots", str(pictures), *missing]
        environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
        subprocess.run(command, cwd=ROOT, env=environment, check=True)


def main() -> int:
    """Builds; gives Sphinx's exit status, which is not 0 after any warning."""
    parser = argparse.ArgumentParser(description="Builds the documentation.")
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "build" / "docs")
    parser.add_argument("--pictures", action="store_true", help="draw the pictures of the window")
    parser.add_argument("--links", action="store_true", help="check the addresses outside")
    told = parser.parse_args()
    folder = told.folder.absolute()
    pages, pictures = (folder.with_name(f"{folder.name}-{each}") for each in ("pages", "pictures"))
    if told.pictures:
        draw(pictures)
    put_together(pages, pictures)
    shutil.rmtree(folder, ignore_errors=True)
    from sphinx.cmd.build import main as sphinx

    kind = "linkcheck" if told.links else "html"
    command = ["-b", kind, "-c", str(HERE), "-W", "--keep-going", "-q", "-E"]
    doctrees = folder.with_name(f"{folder.name}-doctrees")
    return sphinx([*command, "-d", str(doctrees), str(pages), str(folder)])


if __name__ == "__main__":
    sys.exit(main())
