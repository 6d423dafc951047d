"""Recorded text without what differs from one run to the next: ports, folders, ids, times, nonces."""

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

_IDS = (
    # the name that stands for it, and what it looks like, the longer ones first
    ("SHA256", re.compile(r"\b[0-9a-f]{64}\b")),
    ("UUID", re.compile(r"\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b")),
    ("HEX32", re.compile(r"\b[0-9a-f]{32}\b")),
    ("CALL", re.compile(r"\b(?:call_[0-9a-f]{16}|fakecall\d{24})\b")),
    ("HEX16", re.compile(r"\b[0-9a-f]{16}\b")),
    ("RUN", re.compile(r"\b(?=[0-9a-f]*\d)[0-9a-f]{12}\b")),
    ("HEX8", re.compile(r"\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{8}\b")),
)
_CHANGING = (
    (re.compile(r"(://[^/\s:\"]+|127\.0\.0\.1|localhost):\d{5}\b"), r"\1:PORT"),
    (re.compile(r"%3A\d{5}\b"), "%3APORT"),
    (re.compile(r"20\d\d-\d\d-\d\d([T ])\d\d:\d\d:\d\d(\.\d+)?"), r"DAY\1TIME"),
    (re.compile(r"20\d{6}T\d{6}\.\d+Z"), "DAYTIMEZ"),
    (re.compile(r"\b\d+(\.\d+)? ms\b"), "N ms"),
    (re.compile(r"(?<=Trying again in )\d+(?= s)|(?<= after )\d+(\.\d+)?(?= s\b)"), "N"),
    (
        re.compile(
            r'"(\w+_s|\w+_ns|t|ms|prompt_speed|speed|seconds|until|at|bytes)": ?-?\d+(\.\d+)?(e[+-]?\d+)?'
        ),
        r'"\1": 0',
    ),
)
_GATHERING = frozenset({"network", "search_attempt", "page_read", "notice", "budget"})
_DELTAS = frozenset({"text_delta", "thinking_delta"})


def steady(text: str, folders: dict[str, str]) -> str:
    """Return ``text`` with placeholders; ids are numbered in the order of their appearance.

    ``folders`` maps the name of each placeholder to the path that it stands for.
    """
    text = _blank(text, folders)
    for name, pattern in _IDS:
        seen: dict[str, str] = {}
        text = pattern.sub(lambda m: seen.setdefault(m[0], f"{name}-{len(seen) + 1}"), text)  # noqa: B023
    return text


def steady_events(lines: Iterable[str], folders: dict[str, str], *, together: bool) -> str:
    """Return recorded events, one JSON a line; ``together`` where steps work side by side."""
    events = _joined([json.loads(line) for line in lines])
    ordered = _by_step(events, folders) if together else _in_time(events, folders)
    number: dict[str, str] = {}
    for event in ordered:
        for key in ("step_id", "parent_id"):
            if event.get(key):
                event[key] = number.setdefault(event[key], f"s{len(number) + 1}")
    return steady("".join(f"{_json(event)}\n" for event in ordered), folders)


def steady_requests(
    requests: Iterable[dict[str, Any]], folders: dict[str, str], *, together: bool
) -> str:
    """Return what a model was asked as JSON Lines, in a fixed order."""
    lines = [_json(request) for request in requests]
    if together:
        lines.sort(key=lambda line: _key(line, folders))
    return steady("".join(f"{line}\n" for line in lines), folders)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _blank(text: str, folders: dict[str, str]) -> str:
    for name, path in folders.items():
        text = text.replace(path, name)
    for pattern, instead in _CHANGING:
        text = pattern.sub(instead, text)
    return text


def _key(text: str, folders: dict[str, str]) -> str:
    """Return what a text is sorted by: no id in it, for those are not the same twice."""
    text = _blank(text, folders)
    for name, pattern in _IDS:
        text = pattern.sub(name, text)
    return re.sub(r'"(step_id|parent_id)": "s\d+"', "", text)


def _joined(events: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Join the pieces of a text: where a stream is cut depends on the network."""
    made: list[dict[str, Any]] = []
    last: dict[tuple[str, ...], dict[str, Any]] = {}
    for event in events:
        del event["seq"]
        if event["type"] not in _DELTAS:
            step = event.get("step_id")
            last = {place: text for place, text in last.items() if place[1] != step}
            made.append(event)
            continue
        place = (event["type"], event["step_id"], event.get("channel", ""))
        if place in last:
            last[place]["text"] += event["text"]
        else:
            last[place] = event
            made.append(event)
    return made


def _in_time(events: Sequence[dict[str, Any]], folders: dict[str, str]) -> list[dict[str, Any]]:
    """Keep the order; searches and pages that are under way at once come in any order and are sorted.

    So does the evidence of the first pages, which is told while others are still read.
    """
    made: list[dict[str, Any]] = []
    group: list[dict[str, Any]] = []
    for event in [*events, {}]:
        if event and (event["type"] in _GATHERING or event.get("preliminary")):
            group.append(event)
            continue
        made += sorted(group, key=lambda each: _key(_json(each), folders))
        group = []
        if event:
            made.append(event)
    return made


def _by_step(events: Sequence[dict[str, Any]], folders: dict[str, str]) -> list[dict[str, Any]]:
    """Put the events of a step together, for steps that work side by side take turns in any order.

    Steps come by what they are called, each behind its parent; what belongs to no step comes first.
    """
    named = {e["step_id"]: e for e in events if e["type"] == "step_started"}
    calls = {e["call_id"]: e["step_id"] for e in events if e["type"] == "tool_started"}

    def path(step: str) -> tuple[str, ...]:
        about = named.get(step)
        if about is None:
            return ()
        return (*path(about["parent_id"]), f"{about['part']} {about['title']} {_nth(step)}")

    def _nth(step: str) -> int:
        mine = named[step]
        same = [
            s
            for s, e in named.items()
            if all(e[k] == mine[k] for k in ("title", "part", "parent_id"))
        ]
        return same.index(step)

    tracks: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for event in events:
        step = event.get("step_id") or calls.get(event.get("call_id", ""), "")
        loose = not step and event["type"] in _GATHERING
        tracks.setdefault(("~",) if loose else path(step), []).append(event)
    return [event for place in sorted(tracks) for event in _in_time(tracks[place], folders)]
