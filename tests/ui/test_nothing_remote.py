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
from tests.ui.markdown.test_hostile import ATTACKS


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
    text = ATTACKS.replace("http://127.0.0.1:1", url)
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
    assert "alert(1)" in window.chat.last.body.toPlainText()
    assert seen == []
