"""What exported files hold and must not do, and exporting and printing from a real store."""

import dataclasses
import json
import re
from types import SimpleNamespace
from urllib.parse import urlsplit
from urllib.request import url2pathname

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html as reader
from markdown_it import MarkdownIt
from pydantic import TypeAdapter
from PySide6.QtCore import QSaveFile
from PySide6.QtWidgets import QFileDialog, QTextBrowser, QWidget

from desktop_agent.core.errors import StorageError
from desktop_agent.core.events import AnswerGiven, RunFinished
from desktop_agent.core.research import Claim, Source
from desktop_agent.frontends.ui.export.conversation import ExportedConversation, ExportedTurn
from desktop_agent.frontends.ui.export.conversation_export import ConversationExport
from desktop_agent.frontends.ui.export.html_format import conversation_html, markdown_html
from desktop_agent.frontends.ui.export.pdf_worker import PdfRequest, pdf_of
from desktop_agent.frontends.ui.export.save_dialog import file_name, write_atomically
from desktop_agent.frontends.ui.export.text_formats import (
    answer_markdown,
    conversation_json,
    conversation_markdown,
)
from desktop_agent.frontends.ui.markdown.parser import parse
from desktop_agent.knowledge.loaders.load import is_exported_chat
from tests.ui import evidence_scenes, scenes
from tests.ui.conftest import until
from tests.ui.export.conftest import ANSWER, BAD_LINK, CLAIMS, HASH, SCRIPT
from tests.ui.markdown.test_hostile import ATTACKS


@pytest.fixture
def page(app, conversation):
    return reader.document_fromstring(conversation_html(conversation))


def test_markdown_keeps_marks_quotes_and_sources_but_no_hashes_and_closes_code(app, conversation):
    first, second, third = conversation.turns[0].sources
    assert first.fetched == "2026-11-20T10:01:05+00:00"
    assert (first.snapshot, first.quotes) == (HASH, ("the page says one",))
    assert second.fetched == ""  # no event told of its reading
    assert third.quotes == ()
    text = conversation_markdown(conversation)
    for part in (
        "One is so [1✓]. Two is so [2~]. Three is so [1✗]. Four is so [3?].",
        "> the page says one",
        "https://example.org/one",
        "qwen3:4b",
        "contradicted: Three is so",
        "Incomplete",
        "House",
    ):
        assert part in text
    assert not re.search("[0-9a-f]{64}", text + conversation_html(conversation))
    last = parse(text, {})[-1]  # below the code that broke off
    assert last.kind == "paragraph"
    assert "qwen3:4b" in last.children[0].token.content


def test_markdown_makes_no_link_of_a_script_and_no_heading_of_a_question(app, conversation):
    text = conversation_markdown(conversation)
    assert f"]({BAD_LINK})" not in text.split("1. [A page")[1]
    assert [block.token.tag for block in parse(text, {}) if block.kind == "heading"] == ["h1"]
    assert '(https://example.org/two"%3E%3Cb%3E%282%29)' in text


URL = "http://127.0.0.1:1/x.png"
HOSTILE = (
    *ATTACKS.split("\n\n"),
    ATTACKS,
    ANSWER,
    f"![a][r] ![r][] ![r]\n\n[r]: {URL}",
    f"!![a]({URL}) \\![a]({URL}) \\\\![a]({URL}) ![![a]({URL})]({URL})",
    f'![a\\]b]({URL}) ![a\nb]({URL} "t") ![`]({URL}) `',
    f"| a |\n|---|\n| <img src={URL}> ![a]({URL}) |\n| `|` <img src={URL}> |",
    f"`a\\`<img src={URL}> ``b` <img src={URL}>``\n\n`c <img src={URL}>\n\nd`",
    f'<a href="`">` <img src={URL}>\n\n<!-- `\n--> ` <img src={URL}>',
    f"<div>\n\n    <img src={URL}>\n</div>\n\n<pre>\n\n    ![a]({URL})\n\n</pre>",
    f"[^n]\n\n[^n]: ![a]({URL})\n\n    <img src={URL}>",
    f"<?x <img src={URL}> ?> <!X <img src={URL}>> <![CDATA[<img src={URL}>]]>",
    f"$$\n<img src={URL}>\n$$\n\n$`<img src={URL}>`$ <IMG\nSRC={URL}\n>",
    f"```\n<img src={URL}>\n~~~\n<img src={URL}>\n```\n<img src={URL}>\n```html\nx",
    f'<svg onload=x><image href="{URL}"/></svg><style>@import "{URL}";</style><link href={URL}>',
    f"<base href={URL}><video src={URL}><object data={URL}><embed src={URL}><iframe src={URL}>",
)


class Spying(QTextBrowser):
    def __init__(self):
        super().__init__()
        self.asked = []

    def loadResource(self, kind, name):  # noqa: N802 - Qt's name
        self.asked.append(name.toString())


def active(text):
    """Return what a renderer that allows everything would load or run."""
    renderer = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    renderer.validateLink = lambda _url: True
    tokens = renderer.parse(text)
    every = [*tokens, *(child for token in tokens for child in token.children or ())]
    return [each.content for each in every if each.type in ("image", "html_inline", "html_block")]


@pytest.mark.parametrize("text", HOSTILE)
def test_a_reader_of_exported_markdown_loads_nothing(app, conversation, text):
    turn = dataclasses.replace(conversation.turns[0], question=text, answer=text)
    title = text.replace("\n", " ")
    whole = dataclasses.replace(conversation, turns=(turn,), title=title, folder=title)
    for form in (conversation_markdown(whole), answer_markdown(turn)):
        assert active(form) == []
        browser = Spying()
        browser.setMarkdown(form)
        assert browser.asked == []


@given(st.text(alphabet="`<>![]()\\ \n\t-~>ai/=1.:", max_size=60))
def test_no_text_becomes_anything_that_is_loaded(text):
    turn = ExportedTurn(question="?", answer=f"{text}![i](h)<img src=x>", status="answered")
    assert active(answer_markdown(turn)) == []


def test_what_is_no_attack_stays_as_it_was_written_in_markdown(app):
    text = (
        "It won![1] 2 < 3, a <= b, `vector<int>` and `![x](y)`, <https://example.org/a?b>.\n\n"
        "```html\n<b>![x](y)</b>\n```\n\n- `<a>`\n  ```\n  <b>\n  ```"
    )
    turn = ExportedTurn(
        question="?", answer=text + "\n\n![A map](https://example.org/map.png)", status="answered"
    )
    wanted = text.replace("won![1]", r"won\![1]") + "\n\n\\![A map](https://example.org/map.png)"
    assert answer_markdown(turn) == wanted


def test_an_exported_conversation_is_known_for_one(app, conversation):
    markdown, page = conversation_markdown(conversation), conversation_html(conversation)
    for text in (markdown, page, conversation_json(conversation)):
        assert is_exported_chat(text.encode())
        assert is_exported_chat(("\ufeff" + text.replace("\n", "\r\n")).encode())
    pdf = pdf_of(PdfRequest(title="T", html="<p>a</p>", style="", family="", page="a4"))
    assert is_exported_chat(pdf)
    for text in (
        "", "%PDF-1.4\n/Creator (Writer)", "{}", '{"format": "x"}', "<!DOCTYPE html>\n<html>\n",
        "# Title\n\n---\n\n> A quotation\n\n1. One\n", "# Title\n\n1. x " + HASH + ")\n",
        f"A note on {markdown}",
    ):  # fmt: skip
        assert not is_exported_chat(text.encode())
    assert not re.search("desktop-agent-conversation", MarkdownIt().render(markdown))


def test_the_page_runs_nothing_and_loads_nothing(page):
    # attributes as a browser's parser sees them, not a search for words
    for element in page.iter():
        if not isinstance(element.tag, str):
            continue
        assert element.tag not in ("script", "img", "iframe", "object", "link", "base", "form")
        assert not [name for name in element.attrib if name.startswith("on") or name == "src"]
        href = element.get("href", "#")
        assert href.startswith(("#", "https://", "http://"))
    style = page.findtext(".//style")
    assert "url(" not in style
    assert "@import" not in style
    policy = page.find(".//meta[@http-equiv]").get("content")
    assert policy.startswith("default-src 'none'")
    shown = page.text_content()  # what was written is shown as text
    assert shown.count(SCRIPT) >= 6
    assert "a picture" in shown
    assert 'https://example.org/two"><b>(2)' in shown


def test_the_page_keeps_every_mark_and_links_it_to_its_source(page):
    cited = page.find_class("cite")
    assert [each.text for each in cited] == ["[1✓]", "[2~]", "[1✗]", "[3?]"]
    for each, claim in zip(cited, CLAIMS, strict=True):
        assert claim.mark in each.get("class").split()
        target = page.get_element_by_id(each.get("href").removeprefix("#"))
        assert target.text_content().startswith(f"{claim.citations[0]}.")


def test_a_text_cannot_forge_a_mark(app):
    forged = markdown_html("So [1\ue0f0].", (), lambda _n: "#x")
    assert "supported" not in forged
    assert "✓" not in forged


@pytest.mark.parametrize(
    "text", ["> " * 500 + "deep", "[" * 3000, "*" * 3000, "`" * 999, "\x00\ud800 [1", "$" * 999]
)
def test_hostile_markdown_becomes_text_in_time(app, text):
    pieces = markdown_html(text, (), lambda _n: "")
    reader.fromstring(f"<div>{pieces.encode('utf-8', 'replace').decode()}</div>")


def test_json_gives_the_same_conversation_back(conversation):
    whole = json.loads(conversation_json(conversation))
    assert (whole["format"], whole["version"]) == ("desktop-agent-conversation", 2)
    again = TypeAdapter(ExportedConversation).validate_python(whole["conversation"])
    assert again == conversation


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ('a/b\\c:d*e?f"g<h>i|j', "a b c d e f g h i j"),
        ("CON", "CON_"),
        ("com1.txt", "com1.txt_"),
        ("ends in dots...  ", "ends in dots"),
        ("\u202egnp.exe\x00", "gnp.exe"),
        ("x" * 300, "x" * 80),
        ("😀" * 80, "😀" * 50),  # at most 200 bytes
        ("", "Conversation"),
    ],
)
def test_a_title_gives_a_file_name_that_every_system_takes(title, name):
    assert file_name(title, "Conversation") == name


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
