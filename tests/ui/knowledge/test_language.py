"""A walk over the page in a language of brackets: what is shown outside them was forgotten."""

import asyncio
import re
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from tests.ui.i18n.pseudo import Bracketed, texts, untranslated
from tests.ui.i18n.test_nothing_is_left_in_english import DATA
from tests.ui.knowledge import shelf
from tests.ui.knowledge.scripted import ScriptedKnowledge

SAID = (
    *(each.text.split("\n")[-1] for each in shelf.HITS),
    *(each.document.title for each in shelf.HITS),
    *(heading for each in shelf.HITS for heading in each.place.headings),
    *(each.name for each in shelf.COLLECTIONS if each.kind == "files"),
    *(part for each in shelf.PROBLEMS for part in (each.reason, each.remedy)),
    "heat pump",
)  # fmt: skip
OURS = re.compile(r"~?(?:/[^/·⟦⟧]+)+|" + "|".join(map(re.escape, SAID)) + "|" + DATA.pattern)


@pytest.fixture(autouse=True)
def _brackets(app: QApplication) -> Iterator[None]:
    translator = Bracketed(app)
    app.installTranslator(translator)
    yield
    app.removeTranslator(translator)
    translator.deleteLater()


async def test_the_empty_page(open_page):
    page = await open_page(ScriptedKnowledge())
    assert untranslated(page, DATA) == []
    assert len(texts(page)) > 10


@pytest.mark.parametrize("progress", [shelf.READING, shelf.EMBEDDING], ids=lambda it: it.state)
async def test_collections_and_progress(open_page, progress):
    knowledge = shelf.filled()
    knowledge.progress, knowledge.wanted = progress, "bge"
    page = await open_page(knowledge)
    assert untranslated(page, re.compile(f"bge|{OURS.pattern}")) == []


async def test_problems(open_page):
    page = await open_page()
    page.collections.show_problems()
    await asyncio.sleep(0.1)
    dialog = page.collections.problems_dialog
    assert untranslated(dialog, OURS) == []
    dialog.close()


async def test_what_was_found_says_its_place_in_the_language(open_page):
    page = await open_page()
    page.search.field.setText("heat")
    await asyncio.sleep(0.4)
    first = page.results.view.rows.row_at(page.results.view.rows.index(0))
    assert first.place.startswith("⟦page 7⟧")
    assert untranslated(page.search, re.compile(f"Heating|Notes|{DATA.pattern}")) == []
    assert page.results.told.accessibleName().startswith("⟦4 passages⟧")
