"""Pages of any size, and what a library takes to read them.

``python -m tests.benchmarks.reader.cost LIBRARY KIND`` writes a line of JSON for each size. It runs
in a process of its own, because a library may hang or take all memory.
"""

import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence

SIZES = (10_000, 100_000, 400_000, 1_000_000, 5_000_000, 10_000_000)
MOST_S = 20.0
"""Seconds for a page; what is likely to take longer is not tried."""

_SENTENCES = (
    "The tide rises and falls twice a day, and the mud flats are bare in between.",
    "In later years the account was revised, and about 1,200 copies were printed in London.",
    "Whoever wants to know more will find it in the library of the town, on the first floor.",
    "A harbour, two markets and a school stood there at the time; the rest came with the railway.",
)
_TOP = (
    "<!doctype html><html lang=en><head><title>Tides</title><meta charset=utf-8>"
    "<meta name=description content='On tides.'></head><body><nav><ul>"
    + "".join(f"<li><a href=/s{n}>Section {n}</a>" for n in range(12))
    + "</ul></nav><main><h1>Tides</h1>"
)
_END = "</main><footer><p>Imprint and privacy</p></footer></body></html>"
_DEEP = 60


def _article(n: int) -> str:
    text = " ".join(_SENTENCES[(n + k) % 4] for k in range(5))
    return f"<h2>Part {n}</h2><p class='text'>{text}</p><p>See <a href='/n{n}'>note {n}</a>. {text}</p>"


def _listing(n: int) -> str:
    return (
        f"<div class='card item'><a href='/item/{n}'><img src='{n}.jpg' alt='Item {n}'></a>"
        f"<h3><a href='/item/{n}'>Item number {n}</a></h3><p>{_SENTENCES[n % 4]}</p>"
        f"<span class='price'>{n % 90}.50</span></div>"
    )


def _table(n: int) -> str:
    rows = (f"<tr><td>Place {k}</td><td>{n * k}.5</td><td>{k} m</td></tr>" for k in range(40))
    head = "<tr><th>Place</th><th>Count</th><th>Height</th></tr>"
    return f"<h2>Table {n}</h2><table>{head}{''.join(rows)}</table><p>{_SENTENCES[n % 4]}</p>"


def _links(n: int) -> str:
    items = (f"<li><a href='/page/{n}/{k}'>Page {n} of {k}</a></li>" for k in range(20))
    return f"<h2>Letter {n}</h2><ul>{''.join(items)}</ul>"


def _deep(n: int) -> str:
    inner = f"<p>{_SENTENCES[n % 4]}</p>"
    return f"<div class='l{n}'>" * _DEEP + inner + "</div>" * _DEEP


KINDS: dict[str, Callable[[int], str]] = {
    "article": _article,
    "listing": _listing,
    "table": _table,
    "links": _links,
    "deep": _deep,
}


def page(kind: str, size: int) -> bytes:
    parts, length, number = [_TOP], len(_TOP) + len(_END), 0
    while length < size:
        parts.append(KINDS[kind](number))
        length += len(parts[-1])
        number += 1
    return "".join([*parts, _END]).encode()


def _ours() -> Callable[[bytes], object]:
    from desktop_agent.web.extract.pipeline import extract
    from desktop_agent.web.extract.worker_messages import Document

    return lambda body: extract(Document(body, "text/html", "utf-8", "https://example.org/")).text


def _trafilatura() -> Callable[[bytes], object]:
    import trafilatura

    return lambda body: trafilatura.extract(body, fast=True, output_format="markdown")


LIBRARIES: dict[str, Callable[[], Callable[[bytes], object]]] = {
    "ours": _ours,
    "trafilatura": _trafilatura,
}


def seconds_by_size(library: str, kind: str) -> Iterator[tuple[int, float]]:
    """Yields a size and the seconds of processor time for a page of it, the best of some."""
    read = LIBRARIES[library]()
    for _ in range(3):
        read(page(kind, SIZES[0]))  # imports and caches
    for size, larger in zip(SIZES, [*SIZES[1:], 0], strict=True):
        body = page(kind, size)
        times = []
        while len(times) < 3 and sum(times) < 2:
            began = time.process_time()
            read(body)
            times.append(time.process_time() - began)
        yield size, min(times)
        if min(times) * larger / size > MOST_S:
            return


def main(arguments: Sequence[str]) -> None:
    for size, seconds in seconds_by_size(*arguments):
        print(json.dumps([size, seconds]), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
