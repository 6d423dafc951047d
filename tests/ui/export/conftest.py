"""A conversation with everything an export has to keep, and with attacks in every field."""

from dataclasses import replace

import pytest

from desktop_agent.core.conversations import Conversation, StoredTurn
from desktop_agent.core.events import AnswerGiven, RunFinished, TextDelta
from desktop_agent.core.messages import Attachment
from desktop_agent.core.research import CitationCheck, Claim, Source, Usage
from desktop_agent.frontends.ui.export.conversation import exported_conversation
from tests.ui import scenes

HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
SCRIPT = "<script>alert(1)</script>"
BAD_LINK = "javascript:alert(1)"


def _check(source, mark, quote="", reason=""):
    return CitationCheck(source, mark, quote, 0, len(quote), HASH, reason)


CLAIMS = tuple(
    Claim(text, (check.source,), check.mark, check.quote, 0, 9, check.reason, (check,))
    for text, check in (
        ("One is so [1].", _check(1, "supported", "the page says one")),
        ("Two is so [2].", _check(2, "partly", "the page says some of two", "only some")),
        ("Three is so [1].", _check(1, "contradicted", "", f"no three {SCRIPT}")),
        ("Four is so [3].", _check(3, "unconfirmed", "", "not read")),
    )
)
ANSWER = f"""One is so [1]. Two is so [2]. Three is so [1]. Four is so [3].

{SCRIPT} <img src=https://tracker.example.org/a.png onerror=alert(1)>
![a picture](https://tracker.example.org/b.png) [a link]({BAD_LINK}) [good](https://example.org/good?a=1&b="2")

```html
{SCRIPT}
```

| a | b |
|---|--:|
| 1 | {SCRIPT} |
"""
SOURCES = (
    Source(1, f"A page {SCRIPT}", "https://example.org/one", HASH, read=True),
    Source(2, "Another [page](x)", 'https://example.org/two"><b>(2)', HASH[::-1], read=True),
    Source(3, "A third", BAD_LINK),
)


def _answered():
    events = (
        scenes.started("What is so?", budget_s=60, run_id="run-1"),
        scenes.read("https://example.org/one", "A page", 9, snapshot=HASH, t=65.0),
        AnswerGiven(text=ANSWER, sources=SOURCES, claims=CLAIMS),
        RunFinished(status="answered", usage=Usage(2, 1200, 34), t=70.0),
    )
    return StoredTurn(
        1,
        "c",
        None,
        f"What is so?\n# {SCRIPT}",
        ANSWER,
        "answered",
        "2026-11-20T10:00:00+00:00",
        "run-1",
        (Attachment(f"notes {SCRIPT}.txt", "text/plain", "x"),),
        events,
    )


def _partial():
    turn = _answered()
    return replace(
        turn,
        id=2,
        question="And then?",
        status="interrupted",
        answer="",
        attachments=(),
        events=(
            turn.events[0],
            TextDelta(step_id="s", channel="final", text="Begun\n\n```python\nnever = "),
        ),
    )


@pytest.fixture
def conversation():
    about = Conversation(
        "c",
        f"What is so? {SCRIPT}",
        "2026-11-20T09:00:00+00:00",
        "2026-11-20T10:02:00+00:00",
        folder="House",
        tags=("energy",),
    )
    return exported_conversation(about, (_answered(), _partial()))
