"""A walk over the page in a language of brackets: what is shown outside them was forgotten."""

import re

import pytest

from desktop_agent.frontends.ui.widgets.plain_text import TextDialog
from tests.ui.conftest import until
from tests.ui.i18n.pseudo import texts, untranslated
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


pytestmark = pytest.mark.usefixtures("brackets")


async def test_the_page_and_what_it_opens(open_page):
    page = await open_page(ScriptedKnowledge())
    assert untranslated(page, DATA) == []
    assert len(texts(page)) > 10
    for progress in (shelf.READING, shelf.EMBEDDING):
        knowledge = shelf.filled()
        knowledge.progress, knowledge.wanted = progress, "bge"
        page = await open_page(knowledge)
        assert untranslated(page, re.compile(f"bge|{OURS.pattern}")) == []
    page.collections.show_problems()
    await until(lambda: page.window().findChild(TextDialog) is not None)
    assert untranslated(page.window().findChild(TextDialog), OURS) == []
    page.window().findChild(TextDialog).close()
    page.search.setText("heat")
    await until(lambda: page.results.view.rows.rowCount() > 0)
    first = page.results.view.rows.row_at(page.results.view.rows.index(0))
    assert first.place.startswith("⟦page 7⟧")
    assert untranslated(page.search, DATA) == []
    assert page.results.told.accessibleName().startswith("⟦4 results⟧")
