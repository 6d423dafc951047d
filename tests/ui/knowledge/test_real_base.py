"""The page over a real knowledge base: files of a folder, read by a worker, indexed and opened."""

import pytest
from PySide6.QtTest import QTest

from desktop_agent.frontends.ui.widgets.plain_text import TextDialog
from desktop_agent.knowledge.document_reader import DocumentReader
from tests.ui.conftest import until
from tests.ui.knowledge.conftest import question
from tests.ui.scenes import press
from tests.ui.window.person import click
from tests.unit.knowledge.world import WordEmbedder, World

TIDES = (
    "# Tides\n\nTwo bulges follow the moon.\n\n## Springs\n\nAt full moon the tide is highest.\n"
)


class Working(World):
    """A world whose documents are read by a process of their own, as in the program."""

    def reader(self):
        return DocumentReader(self.options)


@pytest.fixture
async def world(tmp_path):
    world = Working(tmp_path)
    world.write("tides.md", TIDES)
    world.write("bread/sourdough.txt", "Plan twice the time that recipes give at 18 degrees.")
    world.write("bread/broken.pdf", "%PDF-1.7 this is none")
    return world


async def test_a_folder_is_added_indexed_searched_opened_and_removed(open_page, world):
    async with world.open() as base:
        page = await open_page(base)
        assert page.empty.isVisible()
        page.add([world.documents])
        await until(page.collections.isVisible)
        progress = await base.wait()
        assert progress.problems == 1
        await until(lambda: page.head.state.accessibleName().startswith("2 documents"))
        await until(lambda: not page.ingest.isVisible())
        assert page.notice.text.text().startswith("Keyword search only.")

        QTest.keyClicks(page.search, "highest tide")
        await until(lambda: page.results.view.rows.rowCount() > 0)
        best = page.results.view.rows.row_at(page.results.view.rows.index(0))
        assert best.title == "Tides"
        words = {best.excerpt[start:end] for start, end in best.marks}
        assert {"highest", "tide"} <= words
        page.results.open(best)
        await until(lambda: page.results.viewer is not None and page.results.viewer.isVisible())
        viewer = page.results.viewer
        await until(viewer.text.extraSelections)
        selection = viewer.text.extraSelections()[0]
        assert "At full moon" in selection.cursor.selectedText()
        viewer.close()
        page.search.clear()

        view = page.collections.view
        source = view.collections[0].sources[0]
        view.setCurrentIndex(view.index_of(source.id))
        click(page.collections.problems)
        await until(lambda: page.window().findChild(TextDialog) is not None)
        listed = page.window().findChild(TextDialog).text.toPlainText()
        assert "bread/broken.pdf\n" in listed
        page.window().findChild(TextDialog).close()
        click(page.collections.remove)
        press(question(page), "Remove")
        await until(lambda: not view.index_of(source.id).isValid())
        page.search.setText("tide")
        await until(page.results.note.isVisible)


async def test_passages_are_embedded_and_another_model_rebuilds_them(open_page, world):
    world.embedder = WordEmbedder("words-1")
    async with world.open() as base:
        page = await open_page(base)
        page.add([world.documents], "Papers")
        await base.wait()
        await until(lambda: page.head.state.accessibleName().endswith("words-1"))
        await until(page.notice.isHidden)
        world.embedder = WordEmbedder("words-2")
        page.refresh()
        await until(lambda: "words-2 is selected now" in page.notice.text.text())
        click(page.notice.buttons[0])
        await until(lambda: page.head.state.accessibleName().endswith("words-2"))
        await base.wait()
        await until(lambda: world.embedder.embedded)
