"""What is shown comes from models and pages: showing it must not reach the network."""

import asyncio

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from desktop_agent.core.events import AnswerGiven, DiscoveryFlagged
from desktop_agent.core.research import Source
from tests.servers.loopback import serve
from tests.ui.conftest import until

ATTACKS = """![x]({0}/markdown.png)

<img src="{0}/img.png"> <link rel="stylesheet" href="{0}/link.css">

<style>body {{ background: url({0}/css.png) }}</style>

<div style="background-image: url('{0}/style.png')">x</div>

[![x]({0}/inner.png)]({0}/outer) ![ref][r]

| ![x]({0}/cell.png) |
|---|

> ![x]({0}/quote.png)

<object data="{0}/object"></object><iframe src="{0}/frame"></iframe>

[r]: {0}/reference.png
"""


@pytest.fixture
def listener():
    seen = []

    async def note(request):
        seen.append(request.url.path)
        return PlainTextResponse("")

    with serve(Starlette(routes=[Route("/{path:path}", note)])) as url:
        yield url, seen


async def test_showing_an_answer_requests_nothing(open_window, listener):
    url, seen = listener
    text = ATTACKS.format(url)
    window = open_window(
        [
            DiscoveryFlagged(title=f'<img src="{url}/t.png">', description=text, url=url),
            AnswerGiven(text=text, sources=(Source(1, f'<img src="{url}/s.png">', url),)),
        ]
    )
    window.show_panel(window.side.reasoning)
    window.ask(f'<img src="{url}/question.png">')
    await until(lambda: not window.page.conversation.busy)
    window.grab()
    await asyncio.sleep(0.3)
    assert "x" in window.chat.last.body.toPlainText()
    assert seen == []
