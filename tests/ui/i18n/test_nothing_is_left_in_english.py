"""A walk over the window in a language of brackets: what is shown outside them was forgotten.

On the way every control must have a name for screen readers.
"""

import asyncio
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict

import pytest

from desktop_agent.core.knowledge import IngestProgress
from desktop_agent.core.research import Discovery
from desktop_agent.frontends.ui.composer.decision_cards import PlanReview
from desktop_agent.frontends.ui.settings.dialog import PAGES
from desktop_agent.frontends.ui.widgets.plain_text import TextDialog
from desktop_agent.frontends.ui.widgets.translation import localized
from desktop_agent.frontends.ui.wording.labels import labels
from tests.ui import deep_scenes, evidence_scenes, scenes
from tests.ui.conftest import until
from tests.ui.i18n.pseudo import texts, untranslated
from tests.ui.knowledge import shelf
from tests.ui.knowledge.scripted import ScriptedKnowledge
from tests.ui.manners.accessible_tree import controls, nameless
from tests.ui.stage import MISSING, READY

NAMES = (
    "Desktop Agent", "Ollama", "OpenAI", "Anthropic", "DuckDuckGo", "Tavily", "SearXNG",
    "Brave Search", "Brave", "OpenRouter", "English", "中文", "wt-wt",
    "qwen3:4b-instruct", "qwen3", "llama3", "gemma3", "granite4:micro", "nomic-embed-text",
    "Markdown", "SQLite", "LanceDB",
)  # fmt: skip
"""What is called the same in every language."""
DATA = re.compile(
    r"https?://\S+|\b[\w.-]+\.example\.(?:org|fi)\S*|\b[a-z]+(?:\.[a-z_]+)+\b"
    r"|\beng\b|/[a-z]+|\b(?:Ctrl|Shift|Alt|Return|Enter|Esc|Del|Home|End|PgUp|PgDown|Up|Down|Tab)\b"
    r"|\d\s?(?:B|kB|MB|GB|s)\b|" + "|".join(map(re.escape, NAMES))
)


def data_of(scene: Iterable[object]) -> re.Pattern[str]:
    """Matches, besides ``DATA``, all that pages, models and people have said in a scene."""
    said: set[str] = {scenes.QUESTION, "Ein Fund", "Worte"}
    for event in scene:
        if not isinstance(event, float):
            said |= set(_strings(asdict(event)))
    # what the program itself says must have been translated
    said = {each for each in said - set(labels("Steps")["titles"]) if localized(each) == each}
    plain = {re.sub(r"[*`>#|\[\]]+|-{3,}", " ", each) for each in said}
    plain |= {re.sub(r"<[^>]*>", " ", each).strip() for each in said}
    lines = {line.strip(" -") for each in said | plain for line in each.splitlines()}
    parts = {part for each in lines for part in (each, each.partition("://")[2])}
    known = sorted((part for part in parts if len(part) > 2), key=len, reverse=True)
    cut = ("^… .*", re.escape(scenes.QUESTION[:30]) + "[^…]*…")
    return re.compile("|".join([*cut, *map(re.escape, known), DATA.pattern]), re.DOTALL)


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for name, each in value.items():
            yield str(name)
            yield from _strings(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _strings(each)


pytestmark = pytest.mark.usefixtures("brackets")


@pytest.mark.parametrize("state", [READY, MISSING], ids=["with a model", "without"])
async def test_the_window_before_the_first_question(open_window, state):
    window = open_window([], state=state)
    window.refresh()
    window.look_for_models()
    await asyncio.sleep(0.3)
    command = window.page.welcome.step.command.text()
    invented = "|".join(re.escape(each) for each in (state.problem, state.remedy, command) if each)
    data = re.compile(f"{invented}|{DATA.pattern}" if invented else DATA.pattern)
    assert untranslated(window, data) == []
    assert len(texts(window)) > 30
    assert nameless(window) == []
    assert len(controls(window)) >= 8


@pytest.mark.parametrize(
    "scene",
    [
        scenes.verified,
        scenes.failing,
        evidence_scenes.checked,
        evidence_scenes.team,
        deep_scenes.deep,
    ],
    ids=lambda scene: scene.__name__,
)
async def test_an_answer_and_the_panels_beside_it(open_window, scene):
    window = open_window(scene())
    window.stage.discoveries.append(
        Discovery("2026-11-20T09:12:00+00:00", "Ein Fund", "Worte", "https://a.example.org/x")
    )
    window.look_for_models()
    window.ask(scenes.QUESTION)
    await until(lambda: window.runs.running)
    await until(lambda: not window.runs.running)
    side = window.side
    data = data_of(scene())
    left: list[str] = []
    for panel in (side.reasoning, side.sources, side.discoveries):
        window.show_panel(panel)
        await asyncio.sleep(0.1)
        left += untranslated(panel, data)
        unnamed = [each for each in nameless(window) if each.role != "StaticText"]
        assert unnamed == []  # a text that is empty for now says nothing
    left += untranslated(window, data)
    assert sorted(set(left)) == []


async def test_the_palette_and_every_page_of_the_settings(open_window):
    window = open_window([])
    window.look_for_models()
    dialog = window.open_settings()
    for page in PAGES:
        dialog.show_page(f"{page}/advanced")
        wanted = PAGES[page].get("advanced", ())
        await until(lambda page=page: dialog.pages[page].is_whole)
        await until(lambda wanted=wanted: all(key in dialog.rows for key in wanted))
        assert untranslated(dialog.pages[page], DATA) == [], page
        assert nameless(dialog) == [], page
        assert len(controls(dialog)) > 2, page
    assert untranslated(dialog, DATA) == []
    window.command_palette.open()
    assert untranslated(window.command_palette, DATA) == []


async def test_a_plan_that_waits(open_window):
    scene = [deep_scenes.started(scenes.QUESTION), deep_scenes.proposal()]
    window = open_window([*scene, float("inf")])
    window.page.composer.mode.choose("deep")
    window.ask(scenes.QUESTION, "deep")
    card = window.page.findChild(PlanReview)
    await until(lambda: card.isVisible() and card.editor.toPlainText())
    assert untranslated(window, data_of(scene)) == []
    window.page.conversation.stop()
    await until(lambda: not window.page.conversation.busy)


OF_DOCUMENTS = re.compile(
    "|".join(
        [
            *(r"~?(?:/[^/·⟦⟧]+)+", "heat pump", "bge"),
            *(re.escape(each.text.split("\n")[-1]) for each in shelf.HITS),
            *(re.escape(each.document.title) for each in shelf.HITS),
            *(re.escape(heading) for each in shelf.HITS for heading in each.place.headings),
            *(re.escape(each.name) for each in shelf.COLLECTIONS if each.kind == "files"),
            *(re.escape(part) for each in shelf.PROBLEMS for part in (each.reason, each.remedy)),
            DATA.pattern,
        ]
    )
)


async def test_the_documents_and_what_they_open(open_window):
    for knowledge, progress in (
        (ScriptedKnowledge(), IngestProgress()),
        (shelf.filled(), shelf.EMBEDDING),
        (shelf.filled(), shelf.READING),
    ):
        window = open_window([])
        window.stage.knowledge = knowledge
        knowledge.progress, knowledge.wanted = progress, "bge"
        window.middle.open("knowledge")
        page = window.middle.page("knowledge")
        await until(lambda page=page: page.isVisible() and not page.note.isVisible())
        assert untranslated(page, OF_DOCUMENTS) == []
        assert len(texts(page)) > 10
    page.collections.show_problems()
    await until(lambda: window.findChild(TextDialog) is not None)
    assert untranslated(window.findChild(TextDialog), OF_DOCUMENTS) == []
    window.findChild(TextDialog).close()
    page.search.setText("heat")
    await until(lambda: page.results.view.rows.rowCount() > 0)
    first = page.results.view.rows.row_at(page.results.view.rows.index(0))
    assert first.place.startswith("⟦page 7⟧")
    assert untranslated(page.search, DATA) == []
    assert page.results.told.accessibleName().startswith("⟦4 results⟧")
