"""Old Office files and scanned pages, which other programs read."""

import os
from pathlib import Path

import pytest

from desktop_agent.core.errors import Unreadable
from desktop_agent.knowledge.loaders import programs
from desktop_agent.knowledge.loaders.load import load
from tests.unit.knowledge.loaders.making import odt
from tests.unit.knowledge.world import World, updated
from tests.unit.web.extract.test_pdf import pdf

WORD = b"\xd0\xcf\x11\xe0" + "WordDocument".encode("utf-16-le")
RTF = rb"{\rtf1\ansi The tide{\footnote Newton} rises.\par}"
posix = pytest.mark.skipif(os.name != "posix", reason="the stand-ins are scripts")


@pytest.fixture
def bin_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder with programs; it is empty."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    programs._confinement.cache_clear()
    yield folder
    programs._confinement.cache_clear()


def write_program(folder: Path, name: str, script: str) -> None:
    (folder / name).write_text(f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(0o755)


@posix
def test_without_the_programs_each_is_named_with_the_line_that_installs_it(bin_folder: Path):
    write_program(bin_folder, "dnf", "")
    with pytest.raises(Unreadable, match="old Office format") as told:
        load(WORD, "old.doc")
    assert told.value.remedy == "Install LibreOffice: sudo dnf install libreoffice"
    with pytest.raises(Unreadable, match="it is a scan of 1 page") as told:
        load(pdf("", pictures=(1,)), "a.pdf")
    assert told.value.remedy == "Install Tesseract: sudo dnf install tesseract"
    part = load(pdf("The tide rises.", "", pictures=(2,)), "a.pdf")
    assert (part.note, part.remedy) == ("Pictures without text: page 2.", told.value.remedy)
    rich = load(RTF, "a.rtf")
    assert "The tide" in rich.text
    assert rich.note == "Its notes and comments were not read: that needs LibreOffice."


@posix
def test_libreoffice_converts_old_files_with_a_profile_of_its_own(bin_folder: Path, tmp_path: Path):
    (tmp_path / "made.odt").write_bytes(odt("<text:p>The tide rises.</text:p>"))
    said = tmp_path / "said"
    make = f'echo "$@" > {said}; /bin/ls profile/user >> {said}; /bin/cp {tmp_path}/made.odt document.odt'
    write_program(bin_folder, "soffice", make)
    loaded = load(WORD, "old.doc")
    assert (loaded.text, loaded.media_type) == ("The tide rises.", "application/msword")
    for part in ("--headless", "--infilter=MS Word 97", "/profile", "registrymodifications.xcu"):
        assert part in said.read_text()
    write_program(bin_folder, "soffice", "exit 1")
    with pytest.raises(Unreadable, match=r"LibreOffice cannot read old\.doc"):
        load(WORD, "old.doc")


@posix
async def test_scanned_pages_are_recognized_one_by_one_when_tesseract_is_there(
    bin_folder: Path, world: World
):
    (world.documents / "a.pdf").write_bytes(pdf("", "The tide.", "", pictures=(1, 3)))
    shown = []
    async with world.indexed() as base:
        (problem,) = await base.problems()
        assert problem.reason == "Pictures without text: pages 1, 3."
        assert len(await base.documents()) == 1
        await updated(base)
        assert await base.problems() == (problem,)  # it is still so, and is not read again
        assert world.opened == ["a.pdf"]
        write_program(bin_folder, "tesseract", "echo language >&2; exit 1")
        base.watch_progress(lambda progress: shown.append(progress.current))
        base.update(again=True)
        await base.wait()
        (problem,) = await base.problems()
        assert "is missing the languages eng+deu" in problem.reason
        write_program(bin_folder, "tesseract", "/bin/sleep 0.3; echo The moon pulls.")
        base.update(again=True)
        await base.wait()
        assert await base.problems() == ()
        (document,) = await base.documents()
        text = await base.text(document.key)
    heading = "(recognized from a picture)\n\nThe moon pulls."
    assert text == f"## Page 1 {heading}\n\n## Page 2\n\nThe tide.\n\n## Page 3 {heading}"
    assert "a.pdf (2/2)" in shown


@pytest.mark.skipif(not programs.find_tesseract(), reason="Tesseract is not installed")
def test_the_real_tesseract_reads_a_page():
    read = programs.recognize(pdf("x", "The tide rises at noon."), "a.pdf", 2, "eng")
    assert read == "The tide rises at noon."


@pytest.mark.skipif(not programs.find_office(), reason="LibreOffice is not installed")
def test_the_real_libreoffice_reads_rich_text_with_its_notes():
    assert load(RTF, "a.rtf").text == "The tide (Newton) rises."
