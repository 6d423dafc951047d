"""Exporting from a real store to real files, and printing to a printer that is a file."""

from types import SimpleNamespace
from urllib.parse import urlsplit
from urllib.request import url2pathname

import pypdfium2
import pytest
from lxml import html as reader
from PySide6.QtCore import QSaveFile
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop_agent.core.errors import StorageError
from desktop_agent.core.events import AnswerGiven, RunFinished
from desktop_agent.core.research import Claim, Source
from desktop_agent.frontends.ui.export.conversation_export import ConversationExport
from desktop_agent.frontends.ui.export.save_dialog import write_atomically
from tests.ui import evidence_scenes, scenes
from tests.ui.conftest import until


@pytest.fixture
def export(theme, store, tasks, place):
    made = ConversationExport(theme, store, tasks, place(QWidget()))
    made.said = []
    made.done.connect(made.said.append)
    tasks.report = made.said.append
    return made


async def stored(store, title, *turns):
    conversation = await store.create(title)
    parent = None
    for question, events in turns:
        turn = await store.begin_turn(conversation.id, question, parent_id=parent)
        parent = turn.id
        recorder = store.recorder(turn.id)
        for event in events:
            recorder.write(event)
        recorder.close()
    return conversation


async def kept(store, turns=1):
    return await stored(store, "Pumps: a/b", *map(answered, range(turns)))


def answered(number):
    said = f"Answer {number} is seventeen 北 [1]."
    return f"Question {number}", [
        scenes.started("q", "quick"),
        AnswerGiven(
            text=f"{said}\n\n" + "More of it. " * 60,
            sources=(Source(1, "A page", "https://example.org/page", "ab", True),),
            claims=(Claim(said, (1,), "supported"),),
        ),
        RunFinished(status="answered"),
    ]


async def saved(export, conversation, path):
    export.save(conversation.id, path)
    await until(lambda: export.said, seconds=120)
    return export.said


def text_of(path):
    with pypdfium2.PdfDocument(path) as pdf:
        return [page.get_textpage().get_text_range() for page in pdf]


BLOCK = (
    "## Heading {0}\n\nText {0}a with `code`.\n\n- item {0}b\n- item {0}c\n\n"
    "| cell {0}d | x |\n|---|--:|\n| cell {0}e | 1 |\n\n> quote {0}f\n\n"
    "```python\nvalue_{0}g = 1\n```\n\n1. item {0}h\n\n---\n\nEnd {0}i.\n"
)


async def test_the_pdf_has_numbered_pages_with_all_of_the_answers(export, store, tmp_path):
    turns = [*map(answered, range(9)), (scenes.QUESTION, evidence_scenes.checked())]
    for turn in range(3):
        text = "\n".join(BLOCK.format(f"{turn}x{number}") for number in range(4))
        turns.append((f"Asked {turn}", [AnswerGiven(text=text), RunFinished(status="answered")]))
    path = tmp_path / "a.pdf"
    assert await saved(export, await stored(store, "All kinds", *turns), path) == [str(path)]
    pages = text_of(path)
    assert len(pages) > 1
    for number, page in enumerate(pages, start=1):
        assert f"{number} / {len(pages)}" in page
    assert b"/URI (https://example.org/page)" in path.read_bytes()
    whole = " ".join(" ".join(pages).split())
    for number in range(9):
        assert sum(f"Answer {number} is seventeen" in page for page in pages) == 1
    assert "Sources 1. Heat pumps in cold climates" in whole
    for claim in evidence_scenes.CLAIMS:
        for check in claim.checks:
            assert check.quote in whole
    for turn in range(3):
        assert f"Asked {turn}" in whole
        for number in range(4):
            for letter in "abcdefghi":
                assert f"{turn}x{number}{letter}" in whole


async def test_printing_opens_the_pdf_in_the_viewer_of_the_system(export, store, browser):
    conversation = await kept(store, turns=3)
    export.print(conversation.id)
    await until(lambda: browser, seconds=60)
    path = url2pathname(urlsplit(browser[0]).path)
    assert path.endswith("Pumps a b.pdf")
    whole = "".join(text_of(path))
    for number in range(3):
        assert f"Answer {number} is seventeen" in whole


MATHS = """# Title of the answer

It is \\(\\frac{a}{b}\\), **bold**.

$$\\sum_{t=1}^{n} x_t$$

- [x] done
- [ ] open
"""


async def test_formulas_are_readable_and_headings_small(export, store, tmp_path):
    events = [AnswerGiven(text=MATHS), RunFinished(status="answered")]
    conversation = await stored(store, "Maths", ("What is so?", events))
    path = tmp_path / "a.html"
    assert await saved(export, conversation, path) == [str(path)]
    page = reader.document_fromstring(path.read_bytes())
    assert [each.text for each in page.findall(".//article//i")] == ["a/b", "∑ₜ₌₁ⁿ xₜ"]
    assert page.findtext(".//article//h3") == "Title of the answer"
    assert page.findtext(".//strong") == "bold"
    assert [each.text for each in page.findall(".//li")] == ["☑ done", "☐ open"]


async def test_the_dialog_suggests_a_name_and_follows_the_form(export, store, tmp_path):
    conversation = await kept(store)
    export.export(conversation.id)
    await until(lambda: export.window().findChildren(QFileDialog))
    dialog = export.window().findChildren(QFileDialog)[0]
    assert dialog.selectedFiles()[0].endswith("Pumps a b.md")
    pdf = next(each for each in dialog.nameFilters() if "pdf" in each)
    dialog.selectNameFilter(pdf)
    dialog.filterSelected.emit(pdf)
    assert dialog.selectedFiles()[0].endswith("Pumps a b.pdf")
    dialog.fileSelected.emit(str(tmp_path / "chosen.md"))
    dialog.reject()
    await until(lambda: export.said)
    assert (tmp_path / "chosen.md").read_text().startswith("# Pumps")


async def test_a_conversation_that_is_not_there_is_told(export, tmp_path):
    (error,) = await saved(export, SimpleNamespace(id="no such one"), tmp_path / "a.md")
    assert isinstance(error, StorageError)
    assert not (tmp_path / "a.md").exists()


def test_a_failed_write_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "a.md"
    path.write_text("old")
    monkeypatch.setattr(QSaveFile, "commit", lambda _file: False)
    with pytest.raises(StorageError, match="disk is not full"):
        write_atomically(path, b"new")
    assert path.read_text() == "old"
    with pytest.raises(StorageError, match="missing"):
        write_atomically(tmp_path / "missing" / "a.md", b"new")
    assert [each.name for each in tmp_path.iterdir()] == ["a.md"]
