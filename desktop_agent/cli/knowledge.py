"""``knowledge``: the person's own documents, indexed and searched."""

import asyncio
import os
from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from desktop_agent.app import Session
from desktop_agent.cli.argument_types import can_be_path
from desktop_agent.cli.exit_status import Exit
from desktop_agent.cli.indexing import IndexingView
from desktop_agent.cli.interrupts import interrupts
from desktop_agent.cli.knowledge_build import run_build
from desktop_agent.cli.knowledge_text import collection_text, hit_text, problem_lines, status_text
from desktop_agent.cli.output import note, result, result_json
from desktop_agent.cli.plain_text import one_line
from desktop_agent.cli.rendering import stderr_console
from desktop_agent.core.errors import AgentError
from desktop_agent.core.knowledge import CollectionInfo, KnowledgeFilter, Moved, SourceInfo

_GO_ON = "desktop-agent knowledge update"


async def knowledge(session: Session, options: Namespace) -> Exit:
    """Does what ``options.action`` says."""
    match options.action:
        case "add":
            return await _add(session, options)
        case "search":
            return await _search(session, options)
        case "remove":
            return await _remove(session, options.name)
        case "status":
            return await _status(session, as_json=options.json)
        case "update":
            session.knowledge.resume()
            session.knowledge.update(again=True)
            return await _index(session)
        case "rebuild":
            await session.knowledge.rebuild()
            session.knowledge.resume()
            return await _index(session)
        case "list":
            return await _list(session)
        case _:
            return await _whole(session, options)


async def _whole(session: Session, options: Namespace) -> Exit:
    """Does what is done with an index as a whole."""
    if options.action == "build":
        return await run_build(session, options)
    return await _move(session, options)


async def _move(session: Session, options: Namespace) -> Exit:
    def told(moved: Moved, of: int) -> None:
        done = moved.kept + moved.documents
        note(f"{done:,} of {of:,} documents, {moved.vectors:,} vectors copied")

    moved = await session.whole_index.move(options.engine, told)
    copied = f"{moved.documents:,} documents, {moved.chunks:,} passages, {moved.vectors:,} vectors"
    result(f"Moved to {options.engine}: {copied}; the former index is kept beside it.")
    return Exit.ANSWERED


async def _add(session: Session, options: Namespace) -> Exit:
    for source in await session.knowledge.add(options.paths, options.collection or ""):
        note(f"added: {one_line(source.path, 2000)}")
    if options.no_wait:
        note(f"It is indexed when the window is open, or by: {_GO_ON}")
        return Exit.ANSWERED
    return await _index(session)


async def _index(session: Session) -> Exit:
    """Waits for the indexing, and tells how it goes; Ctrl-C leaves the rest for another time."""
    base = session.knowledge
    waiting = asyncio.ensure_future(base.wait())
    stopped = False

    def stop() -> None:
        nonlocal stopped
        stopped = True
        waiting.cancel()

    with interrupts(stop), IndexingView(stderr_console()) as view:
        stop_watching = base.watch_progress(view.show)
        try:
            done = await waiting
        except asyncio.CancelledError:
            if not stopped:
                raise
        finally:
            stop_watching()
    if stopped:
        note(f"Stopped. What is indexed is kept; go on with: {_GO_ON}")
        return Exit.INTERRUPTED
    if done.state == "paused":
        note(f"Indexing is paused. Go on with: {_GO_ON}")
        return Exit.ANSWERED
    view.end(done)
    for line in problem_lines(await base.problems()):
        note(line)
    return Exit.ANSWERED


async def _search(session: Session, options: Namespace) -> Exit:
    only = None
    if options.collection:
        named = _named(await session.knowledge.collections(), options.collection)
        only = KnowledgeFilter(collections=(named.id,))
    found = await session.knowledge.search(options.query, only=only, limit=options.count)
    if options.json:
        result_json(asdict(found))
    elif found.hits:
        result("\n\n".join(hit_text(number, hit) for number, hit in enumerate(found.hits, 1)))
    if found.note:
        note(one_line(found.note, 400))
    if not found.hits:
        note("Nothing was found.")
        return Exit.INSUFFICIENT
    return Exit.ANSWERED


async def _list(session: Session) -> Exit:
    collections = await session.knowledge.collections()
    if collections:
        result("\n".join(collection_text(each) for each in collections))
    else:
        note("There are no documents. Add some: desktop-agent knowledge add FOLDER")
    return Exit.ANSWERED


async def _status(session: Session, *, as_json: bool) -> Exit:
    status = await session.knowledge.status()
    problems = await session.knowledge.problems()
    if as_json:
        told = {**asdict(status), "needs_rebuild": status.needs_rebuild}
        result_json({**told, "problems": [asdict(problem) for problem in problems]})
    else:
        result("\n".join([status_text(status), *problem_lines(problems)]))
    return Exit.ANSWERED


async def _remove(session: Session, name: str) -> Exit:
    collections = await session.knowledge.collections()
    sources = list(_sources_at(collections, name))
    named = [each for each in collections if name in (each.id, each.name)]
    if sources and named:
        raise AgentError(
            f"{name!r} is a collection, and a path that was added to one.",
            f"Say {sources[0].path} for the path, {named[0].id} for the collection.",
        )
    for source in sources:
        await session.knowledge.remove_source(source.id)
        note(f"{one_line(source.path, 2000)} is no longer indexed; it stays on the disk.")
    if not sources:
        collection = _named(collections, name)
        await session.knowledge.remove_collection(collection.id)
        note(f"The collection {one_line(collection.name)} is removed; its files stay on the disk.")
    return Exit.ANSWERED


def _sources_at(collections: Sequence[CollectionInfo], name: str) -> Iterator[SourceInfo]:
    if not can_be_path(name):
        return
    path = Path(name)
    places = {_shown(each) for each in (path, path.absolute(), path.resolve())}
    for collection in collections:
        for source in collection.sources:
            if source.kind in ("folder", "file") and source.path in places:
                yield source


def _shown(path: Path) -> str:
    """Gives a path as the index tells it: bytes that are no characters are escapes."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def _named(collections: Sequence[CollectionInfo], name: str) -> CollectionInfo:
    found = next((each for each in collections if name in (each.id, each.name)), None)
    if found is None:
        raise AgentError(
            f"There is no collection or added path {name!r}.",
            "See what there is with: desktop-agent knowledge list",
        )
    return found
