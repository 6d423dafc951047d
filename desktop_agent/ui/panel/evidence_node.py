"""Evidence in the reasoning panel: what was asked for, what was found, and why it is believed."""

from collections.abc import Iterator, Mapping
from typing import Any

from desktop_agent.core.events import EvidenceFound
from desktop_agent.core.research import Source
from desktop_agent.ui import evidence_words, words
from desktop_agent.ui.evidence_words import tr
from desktop_agent.ui.localized import localized
from desktop_agent.ui.panel.node import Node
from desktop_agent.ui.turn import host_of


def evidence_node(event: EvidenceFound) -> Node:
    """Gives the node with its children: the question as understood, candidates, sources, notes."""
    found = event.extracted_answer
    if found:
        node = Node(tr("Evidence: {0}").format(found), "evidence", "ok")
        node.detail = evidence_words.sureness(event.confidence)
    elif event.sufficient and event.passages:
        node = Node(tr("Evidence: passages, no single value"), "evidence", "accent")
    else:
        node = Node(words.fixed("insufficient"), "evidence", "warn")
    node.children = list(_parts(event))
    return node


def _parts(event: EvidenceFound) -> Iterator[Node]:
    yield Node(tr("Asked for: {0}").format(evidence_words.intent(event.intent)), "info")
    if event.entity:
        yield Node(tr("About: {0}").format(event.entity), "info")
    if event.candidates:
        candidates = Node(tr("Candidates"), "discovery", detail=str(len(event.candidates)))
        candidates.children = [
            _candidate(each, event.extracted_answer) for each in event.candidates
        ]
        yield candidates
    if event.passages:
        passages = Node(tr("Passages"), "page", detail=str(len(event.passages)), folded=True)
        for each in event.passages:
            title = f"[{each.source}] {each.heading}".strip()
            passages.children.append(_text_node(title, each.text))
        yield passages
    if event.sources:
        sources = Node(tr("Sources"), "page", detail=str(len(event.sources)), folded=True)
        sources.children = [_source(each) for each in event.sources]
        yield sources
    for note in event.notes:
        yield Node(localized(note), "info")


def _candidate(candidate: Mapping[str, Any], answer: str) -> Node:
    value = str(candidate.get("value", ""))
    chosen = bool(answer) and value == answer
    node = Node(value, "ok" if chosen else "empty", "ok" if chosen else "muted", folded=not chosen)
    node.detail = evidence_words.sureness(candidate.get("confidence"))
    domains = candidate.get("domains")
    if isinstance(domains, list | tuple) and domains:
        said = tr("Said by {0}").format(", ".join(str(each) for each in domains))
        node.children.append(Node(said, "network"))
    if candidate.get("why"):
        node.children.append(Node(localized(str(candidate["why"])), "info"))
    return node


def _source(source: Source) -> Node:
    title = f"[{source.number}] {source.title or source.url}"
    icon = "page" if source.read else "search"
    return Node(title, icon, detail=host_of(source.url), url=source.url)


def _text_node(title: str, text: str) -> Node:
    node = Node(title, "draft", folded=True)
    node.children = [Node(title, kind="body", pieces=[text], size=len(text))]
    return node
