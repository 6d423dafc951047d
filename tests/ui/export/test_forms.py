"""What the exported files hold, and what they must not do."""

import dataclasses
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html as reader
from markdown_it import MarkdownIt
from pydantic import TypeAdapter
from PySide6.QtWidgets import QTextBrowser

from desktop_agent.frontends.ui.export.conversation import ExportedConversation, ExportedTurn
from desktop_agent.frontends.ui.export.html_format import conversation_html, markdown_html
from desktop_agent.frontends.ui.export.pdf_worker import PdfRequest, pdf_of
from desktop_agent.frontends.ui.export.save_dialog import file_name
from desktop_agent.frontends.ui.export.text_formats import (
    answer_markdown,
    conversation_json,
    conversation_markdown,
)
from desktop_agent.frontends.ui.markdown.parser import parse
from desktop_agent.knowledge.loaders.load import is_exported_chat
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
