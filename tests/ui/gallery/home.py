"""A home folder as a person would have it after some weeks: conversations, a ledger, discoveries."""

import asyncio
import sqlite3
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from desktop_agent.core.events import AnswerGiven, Event, RunFinished
from desktop_agent.core.network import OutboundRequest
from desktop_agent.core.research import Discovery, Page
from desktop_agent.storage.conversations.store import ConversationStore
from desktop_agent.storage.discoveries import DiscoveryLog
from desktop_agent.storage.network_ledger import NetworkLedger
from desktop_agent.storage.paths import Paths
from desktop_agent.storage.snapshots import SnapshotStore
from tests.ui import scenes
from tests.ui.gallery import answers

# title, what was said, days ago, folder, pinned, tags
_CONVERSATIONS = (
    ("Reading list on heat pumps", scenes.ANSWER, 12, "", True, ("heating",)),
    ("Latest stable version of Python", "**3.14.2** is the latest [1].", 0, "", True, ()),
    ("Why is the sky blue?", "Air scatters blue light more than red light.", 0, "", False, ()),
    ("Train from Oslo to Bergen", "About seven hours; four departures a day.", 0, "", False, ()),
    ("Grid fees of the last five years", "They rose by a fifth.", 1, "Energy", False, ()),
    ("Solar panels on a north roof", "About 60 % of a south roof.", 1, "Energy", False, ()),
    ("Does insulation pay off first?", "Often: it lowers the load of a heat pump.", 3, "Energy",
     False, ("heating",)),
    ("SQLite or DuckDB for a desktop program", "SQLite for rows, DuckDB for columns.", 2, "",
     False, ("work",)),
    ("How tides follow the moon", "Two bulges, and the earth turns under them.", 4, "", False, ()),
    ("Sourdough at 18 °C", "Plan twice the time that recipes give.", 6, "", False, ()),
    ("What changed in HTTP/3", "It runs over QUIC, so a lost packet holds up one stream.", 15, "",
     False, ("work",)),
    ("Repairing a bicycle hub", "Cones a touch loose before the wheel is fitted.", 23, "", False,
     ()),
    ("热泵与燃气锅炉的比较", "供暖的水温越低，热泵的效果就越好 [1]。", 40, "", False, ()),
    ("The oldest trees of Europe", "Pines in the south of Italy, about 1,230 years.", 95, "",
     False, ()),
)  # fmt: skip
_DISCOVERIES = (
    ("2026-11-20T09:12:00+00:00", "Python 3.15 starts faster",
     "Lazy imports in the interactive shell; 22 % less time to the first prompt.",
     "https://www.python.example.org/whatsnew"),
    ("2026-11-21T17:40:00+00:00", "Seasonal figure of 2.6 in Finland",
     "Field tests over one winter with 40 houses; the worst house still reached 2.1.",
     "https://lab.example.fi/winter-study"),
    ("2026-11-21T18:05:00+00:00", "Flow temperature is what counts",
     "Each degree less saves about 2 % of electricity.", "https://energy.example.org/cold"),
)  # fmt: skip
_TRAFFIC = (
    ("lite.duckduckgo.com", "search", 812, 14_210, "ok"),
    ("api.tavily.com", "search", 640, 22_480, "ok"),
    ("energy.example.org", "page", 520, 61_200, "ok"),
    ("lab.example.fi", "page", 498, 182_300, "ok"),
    ("www.heating.example.com", "page", 511, 0, "failed"),
    ("127.0.0.1:11434", "model", 24_120, 2_904, "ok"),
    ("tracker.example.com", "page", 0, 0, "refused"),
    ("docs.example.org", "page", 402, 33_010, "ok"),
)


async def furnish(paths: Paths) -> str:
    for moment, title, text, url in _DISCOVERIES:
        DiscoveryLog(paths.discoveries_file).append(Discovery(moment, title, text, url))
    ledger = NetworkLedger(paths.ledger_file)
    for number, (host, purpose, sent, received, outcome) in enumerate(_TRAFFIC):
        at = time.time() - 60 * (len(_TRAFFIC) - number)
        ledger.append(OutboundRequest(at, host, purpose, sent, received, outcome))
    ledger.flush()
    store = ConversationStore(paths.conversations_file)
    for title, said, _days, folder, pinned, tags in _CONVERSATIONS:
        made = await store.create(title)
        await _say(store, made.id, title, [
            AnswerGiven(text=said, sources=scenes.SOURCES), RunFinished(status="answered"),
        ])  # fmt: skip
        await store.change(made.id, folder=folder, pinned=pinned, tags=tags)
    await store.aclose()
    _put_back(paths.conversations_file)
    page = Page(scenes.SOURCES[0].url, scenes.SOURCES[0].url, scenes.SOURCES[0].title, answers.PAGE,
                "text/html", "2026-11-21T14:02:00+00:00", len(answers.PAGE))  # fmt: skip
    return SnapshotStore(paths.snapshots).save(page)


async def _say(
    store: ConversationStore, conversation_id: str, question: str, rest: list[Event]
) -> None:
    turn = await store.begin_turn(conversation_id, question, parent_id=None)
    recorder = store.recorder(turn.id)
    recorder.write(scenes.started(question))
    for event in rest:
        recorder.write(event)
    await asyncio.to_thread(recorder.close)


def _put_back(file: Path) -> None:
    now = datetime.now(UTC)
    with sqlite3.connect(file) as base:
        for number, (title, _said, days, *_rest) in enumerate(_CONVERSATIONS):
            moment = now - timedelta(days=days, minutes=3 * number)
            base.execute(
                "UPDATE conversations SET updated = ? WHERE title = ?",
                (moment.isoformat(timespec="milliseconds"), title),
            )
    base.close()
