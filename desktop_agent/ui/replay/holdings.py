"""What the file of a run holds that others may see when it is given away. Nothing here knows Qt."""

from collections.abc import Iterable
from dataclasses import dataclass

from desktop_agent.core.events import AnswerGiven, Event, EvidenceFound, PageRead
from desktop_agent.ui.turn import host_of


@dataclass(frozen=True, slots=True)
class Holdings:
    """``hosts`` are those of the pages whose text was kept, ``files`` the names of own documents."""

    events: int
    pages: int
    hosts: tuple[str, ...]
    files: tuple[str, ...]


def holdings_of(events: Iterable[Event]) -> Holdings:
    """Goes through a run once."""
    count = 0
    pages: dict[str, str] = {}
    files: dict[str, None] = {}
    for count, event in enumerate(events, start=1):  # noqa: B007 - the count is used below
        match event:
            case PageRead(snapshot=snapshot, final_url=url) if snapshot:
                pages[snapshot] = url
            case AnswerGiven(sources=sources) | EvidenceFound(sources=sources):
                pages.update((each.snapshot, each.url) for each in sources if each.snapshot)
                own = (each.url for each in sources if each.url.startswith("file:"))
                files.update((host_of(url), None) for url in own)
    web = {snapshot: url for snapshot, url in pages.items() if not url.startswith("file:")}
    files.update((host_of(url), None) for url in pages.values() if url.startswith("file:"))
    return Holdings(count, len(web), tuple(dict.fromkeys(map(host_of, web.values()))), tuple(files))
