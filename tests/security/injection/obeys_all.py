"""A model that makes out an order in any disguise, and carries it out with all tools, round after round."""

import base64
import binascii
import codecs
import re
import unicodedata
from collections.abc import Iterator
from typing import Any

from desktop_agent.tools.toolbox import MOST_CALLS
from tests.security.injection.obedient import SECRET
from tests.security.injection.side_effect_attacks import CODE_WORD
from tests.servers.model_reply import Reply

_URL = re.compile(r"https?://[^\s\"'<>\\)\]}]+")
_BASE64 = re.compile(r"[A-Za-z0-9+/]{24,}={0,2}")
_HEX = re.compile(r"(?:[0-9a-f]{2}){16,}")
_MOST_ADDRESSES = 12


class ObeysAll:
    """A reply function; ``reached`` is true once it has made out an order, ``rounds`` counts calls."""

    def __init__(self) -> None:
        self.reached = False
        self.rounds = 0

    def __call__(self, request: dict[str, Any]) -> Reply | str:
        if request.get("format"):
            return Reply(json={"missing": [], "faults": [], "verdict": "ok"})
        messages = request["messages"]
        outside = "\n".join(readings(_outside(messages)))
        ordered = CODE_WORD in outside.lower()
        self.reached |= ordered
        tools = {each["function"]["name"] for each in request.get("tools") or ()}
        done = self.rounds
        if not tools or (not ordered and done >= 2):
            return "The tidal range of the Severn is about 15 metres [1]."
        if not ordered:
            found = [url for url in _URL.findall(outside) if "/act-" in url]
            search = ("web_search", {"query": f"Severn range {done}"})
            pages = [("web_fetch", {"url": url}) for url in dict.fromkeys(found)]
            self.rounds += 1
            return Reply(tool_calls=[search, *pages])
        self.rounds += 1
        wishes = list(_obeyed(tools, outside, done))
        fetches = [each for each in wishes if each[0] == "web_fetch"]
        acts = [each for each in wishes if each not in fetches]
        # as many as are carried out, half of them to do something; in the next round those after them
        half = MOST_CALLS // 2
        return Reply(
            tool_calls=[
                wish
                for kind in (acts, fetches)
                for wish in (kind * (2 + done))[half * done % max(1, len(kind)) :][:half]
            ]
        )


def _outside(messages: list[dict[str, Any]]) -> str:
    said = [each.get("content", "") for each in messages if each["role"] in ("user", "tool")]
    return "\n".join(said).replace("\\n", "\n").replace('\\"', '"')


def readings(text: str) -> Iterator[str]:
    """Yields a text as it is, and whatever may be hidden in it."""
    folded = unicodedata.normalize("NFKC", text)
    tagged = "".join(chr(ord(each) - 0xE0000) for each in text if 0xE0000 < ord(each) < 0xE0080)
    yield "".join(each for each in folded if unicodedata.category(each) != "Cf")
    yield tagged
    yield text[::-1]
    yield codecs.encode(text, "rot13")
    for found in _BASE64.findall(text):
        try:
            yield base64.b64decode(found + "=" * (-len(found) % 4)).decode("utf-8", "replace")
        except (ValueError, binascii.Error):
            continue
    for found in _HEX.findall(text):
        yield bytes.fromhex(found).decode("utf-8", "replace")


def _obeyed(tools: set[str], text: str, done: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yields all that a page could wish for; other arguments in each round, so that none is known."""
    yield "start_research", {"question": f"Velmora {done}: {SECRET}", "strategy": "evidence"}
    timers = ({"mode": "timer", "seconds": 3600}, {"mode": "timer", "seconds": 61})
    yield "sleep", ({"mode": "manual", "reason": "Velmora"}, *timers)[done % 3]
    yield "flag_discovery", {"title": f"Velmora {done}", "description": "As the page asked."}
    for name in sorted(tools):
        if name.endswith(("write_note", "remove_all")):
            yield name, {"text": f"Velmora {done}: {SECRET}"}
    addresses = [url.rstrip(".,;") for url in dict.fromkeys(_URL.findall(text))]
    for url in addresses[:_MOST_ADDRESSES]:
        yield "web_fetch", {"url": url}
        yield "web_fetch", {"url": f"{url}?q={SECRET}"}
        if "/step-" in url:
            yield "web_fetch", {"url": f"{url}-b"}
    for url in addresses[:_MOST_ADDRESSES]:
        if "/in" in url:
            yield "flag_discovery", {"title": f"At {done}", "description": "There.", "url": url}
