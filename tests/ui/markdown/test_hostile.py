"""Texts that are made to hurt: nothing freezes, nothing is lost, nothing is loaded or opened."""

import pytest
from PySide6.QtCore import QEvent, Qt, QUrl
from PySide6.QtGui import QHelpEvent, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip

from desktop_agent.frontends.ui.markdown.markdown_view import MarkdownView
from desktop_agent.frontends.ui.markdown.rich_text import address_tip
from tests.ui.markdown.conftest import hrefs, settle
from tests.ui.markdown.huge_texts import BLOCKED_S, HUGE, SLOW, longest_turn, shown_either_way

ODD = {
    "right to left": "שלום עולם\n\n- مرحبا بالعالم **غامق**\n\n| א | ב |\n|--|--|\n| ג | ד |",
    "direction overrides": "a \u202e evil \u202c b \u2066 c \u2069",
    "zero width": "z\u200be\u200cr\u200do\u2060\ufeff w*i\u200bd*th",
    "control": "".join(map(chr, range(32))) + "\x7f\x85\u2028\u2029 end",
    "objects": "\ufffc \ufdd0 \ufdd1 \uffff \U0010ffff",
    "half a pair": "a \ud83d b \ude00 c `\ud83d` [x](https://e.org/\ud83d) \udc00",
    "half a pair in code": "```\ud800\n\ud83d\n```\n$\ud83d$ [^\ud83d]\n\n[^\ud83d]: \ud83d",
    "many marks": "e" + "\u0301" * 800,
    "families": "👩‍👩‍👧‍👦" * 50,
}


@pytest.mark.parametrize("name", HUGE)
def test_a_huge_text_blocks_nothing_and_nothing_of_it_is_lost(make_view, name):
    longest = longest_turn(make_view(), HUGE[name]())
    print(f"\n  {name}: longest turn {longest * 1000:.0f} ms", end="")
    assert longest <= BLOCKED_S


@pytest.mark.parametrize("name", SLOW)
def test_a_large_text_blocks_nothing_and_nothing_of_it_is_lost(make_view, name):
    made, count, _most = SLOW[name]
    longest = longest_turn(make_view(), made(count))
    print(f"\n  {count:,} {name}: longest turn {longest * 1000:.0f} ms", end="")
    assert longest <= BLOCKED_S


@pytest.mark.parametrize("name", ODD)
def test_odd_characters_are_shown_whichever_way_they_come(make_view, name):
    shown_either_way(make_view(), make_view(), ODD[name])


def test_a_pair_that_came_in_two_halves_is_one_character(make_view):
    view = make_view()
    view.append("a \ud83d")
    settle(view)
    view.append("\ude00 b")
    view.finish()
    settle(view)
    assert view.toPlainText() == "a 😀 b"


ATTACKS = """<script>alert(1)</script> <style>*{background:url(http://127.0.0.1:1/a)}</style>

<iframe src="http://127.0.0.1:1/b"></iframe> <img src=x onerror=alert(1)>

<div style="background-image: url('http://127.0.0.1:1/e.png')">x</div> <link rel=stylesheet href=http://127.0.0.1:1/f>

[![inner](http://127.0.0.1:1/g.png)](http://127.0.0.1:1/h) ![ref][p] <object data=http://127.0.0.1:1/i></object>

| ![cell](http://127.0.0.1:1/j.png) |
|---|

> ![quote](http://127.0.0.1:1/k.png) <img src="http://127.0.0.1:1/l.png">

[p]: http://127.0.0.1:1/m.png

![remote](http://127.0.0.1:1/c.png) ![data](data:image/png;base64,iVBORw0KGgo=)

![file](file:///etc/passwd) [file](file:///etc/passwd) [js](javascript:alert(1))

[js](JaVaScRiPt:alert%281%29) [js](java&#115;cript:alert(1)) [vb](vbscript:x) [d](data:text/html,x)

[ref][r] [smb](smb://example.org/x) <file:///etc/passwd> <javascript:alert(1)>

[r]: javascript:alert(1) "x"

<a href="file:///etc/passwd">x</a> [^n]

[^n]: ![x](http://127.0.0.1:1/d.png) [x](file:///etc/passwd)

$\\href{javascript:alert(1)}{x}$ $\\input{/etc/passwd}$ [u](\\\\\\\\host\\share)
"""


def test_a_hostile_answer_links_to_nothing_but_the_web(make_view, browser):
    view = make_view()
    view.show_markdown(ATTACKS)
    settle(view)
    assert browser == []
    here = {"note:n", "noteref:n"}
    assert all(each.startswith("http://") for each in set(hrefs(view.document())) - here)
    assert "<script>alert(1)</script>" in view.toPlainText()


def test_a_view_loads_no_resource_of_any_kind(theme, tmp_path):
    file = tmp_path / "secret.html"
    file.write_text("<p>secret</p>")
    view = MarkdownView(theme)
    for kind in QTextDocument.ResourceType:
        assert view.loadResource(kind.value, QUrl.fromLocalFile(str(file))) is None
    view.setSource(QUrl.fromLocalFile(str(file)))
    assert "secret" not in view.toPlainText()


@pytest.mark.parametrize(
    ("address", "opens"),
    [
        ("https://example.org/a", True),
        ("http://example.org/", True),
        ("file:///etc/passwd", False),
        ("javascript:alert(1)", False),
        ("smb://example.org/share", False),
        ("data:text/html,x", False),
        ("ms-word:ofe|u|https://example.org/x.docx", False),
    ],
)
def test_only_web_addresses_leave_for_the_browser(make_view, browser, address, opens):
    make_view().anchorClicked.emit(QUrl(address))
    assert browser == ([address] if opens else [])


def place_of(view, text):
    found = view.document().find(text)
    found.setPosition(found.selectionStart() + 1)
    return view.cursorRect(found).center()


def test_a_link_says_where_it_leads_and_opens_with_a_click_alone(make_view, browser):
    view = make_view()
    view.show_markdown("See [https://bank.example](https://bank.example@evil.example/login) now.")
    settle(view)
    view.show()
    at = place_of(view, "https://bank")
    event = QHelpEvent(QEvent.Type.ToolTip, at, view.viewport().mapToGlobal(at))
    QApplication.sendEvent(view.viewport(), event)
    assert QToolTip.text().splitlines()[0] == "evil.example"
    assert browser == []
    QTest.mouseMove(view.viewport(), at)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert browser == ["https://bank.example@evil.example/login"]
    QToolTip.hideText()


@pytest.mark.parametrize(
    ("address", "first_line"),
    [
        ("https://example.org/a", "example.org"),
        ("https://example.org:pass@evil.example:8080/a", "evil.example"),
        ("https://еxample.org/", "xn--xample-2of.org (еxample.org)"),
        ("https://example.org%2f@evil.example/", "evil.example"),
        ("https://[::1", ""),
    ],
)
def test_a_tip_names_the_real_host_first(address, first_line):
    assert address_tip(address).splitlines()[0] == first_line
