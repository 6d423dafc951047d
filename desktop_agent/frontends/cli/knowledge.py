"""The ``knowledge`` command, which indexes and searches the user's documents."""

import os
from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path

from rich.filesize import decimal

from desktop_agent.app.session import Session
from desktop_agent.core.errors import AgentError
from desktop_agent.core.knowledge import (
    BuildOrder,
    BuildProgress,
    BuildSummary,
    CollectionInfo,
    IngestProgress,
    KnowledgeFilter,
    KnowledgeHit,
    KnowledgeStatus,
    Problem,
    SourceInfo,
    place_words,
)
from desktop_agent.core.terminal_text import plain_line
from desktop_agent.frontends.cli.interrupts import interrupts, until_interrupted
from desktop_agent.frontends.cli.output import Exit, note, result, result_json
from desktop_agent.frontends.cli.parser import can_be_path
from desktop_agent.frontends.cli.progress import Meter

# --- Text output

_MOST_PROBLEMS = 20
_SHOWN = 600
"""Maximum number of characters of a passage to show."""
_BEFORE = 100
"""Number of characters to show before the first matching word."""
_BUILT_IN = {"snapshots": "pages that were read", "discoveries": "discoveries"}


def counted(number: int, what: str) -> str:
    """Format a count with its noun, such as "1 chunk" or "1,204 chunks"."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def hit_text(number: int, hit: KnowledgeHit) -> str:
    """Format a search result as three lines: title and location, path, and text."""
    title, place = hit.document.title or hit.document.path, hit.place
    if place.headings[:1] == (title,):
        place = replace(place, headings=place.headings[1:])
    where = place_words(place)
    about = f" ({plain_line(where)})" if where else ""
    lines = [f"{number}. {plain_line(title)}{about}", f"   {plain_line(hit.document.path, 2000)}"]
    return "\n".join([*lines, f"   {plain_line(_telling_part(hit), _SHOWN)}"])


def _telling_part(hit: KnowledgeHit) -> str:
    """Return a hit's text; long text starts just before the part with the most matches."""
    if len(hit.text) <= _SHOWN:
        return hit.text
    starts = [start for start, _ in hit.marks]
    reach = _SHOWN - 2 * _BEFORE
    best = max(starts, key=lambda at: sum(at <= s < at + reach for s in starts), default=0)
    start = hit.text.rfind(" ", 0, max(0, best - _BEFORE)) + 1
    return f"…{hit.text[start:]}" if start else hit.text


def collection_text(collection: CollectionInfo) -> str:
    """Format a collection as a line of totals, followed by a line for each source."""
    facts = [counted(collection.documents, "document"), counted(collection.chunks, "chunk")]
    if collection.embedded < collection.chunks:
        facts.append(f"{collection.embedded:,} of them embedded")
    facts.append(decimal(collection.size))
    if collection.problems:
        facts.append(counted(collection.problems, "problem"))
    head = f"{plain_line(collection.name)}: {', '.join(facts)}"
    return "\n".join([head, *(f"  {_source_text(source)}" for source in collection.sources)])


def _source_text(source: SourceInfo) -> str:
    facts = (
        counted(source.documents, "document"),
        counted(source.problems, "problem") if source.problems else "",
        "not there now" if source.missing else "",
    )
    name = _BUILT_IN.get(source.kind) or plain_line(source.path, 2000)
    return f"{name} ({', '.join(filter(None, facts))})"


def status_text(status: KnowledgeStatus) -> str:
    """Format the state of the knowledge base as aligned lines."""
    lines = [
        f"Documents:  {status.documents:,} in {counted(len(status.collections), 'collection')}",
        f"Index:      {status.engine}, {counted(status.chunks, 'chunk')}, {decimal(status.disk_bytes)}",
        f"Vectors:    {_vectors(status)}",
        f"State:      {progress_text(status.progress)}",
    ]
    if status.progress.note:
        lines.append(f"Note:       {plain_line(status.progress.note, 400)}")
    if status.needs_rebuild:
        lines.append(
            f"Rebuild:    {plain_line(status.wanted_model)} is wanted now:"
            " desktop-agent knowledge rebuild"
        )
    return "\n".join(lines)


def _vectors(status: KnowledgeStatus) -> str:
    model = status.embedding_model or status.wanted_model
    if not model:
        return "none; documents are searched by keyword only"
    size = f" ({status.dimensions} dimensions)" if status.dimensions else ""
    return f"{status.embedded:,} of {status.chunks:,} by {plain_line(model)}{size}"


def progress_text(progress: IngestProgress) -> str:
    """Format the progress of indexing as one line."""
    match progress.state:
        case "scanning":
            return "looking for changed files"
        case "reading":
            return f"reading, {progress.done:,} of {counted(progress.total, 'file')}"
        case "embedding":
            return f"embedding, {progress.embedded:,} of {counted(progress.to_embed, 'chunk')}"
        case "waiting":
            return "waiting for another Desktop Agent that is indexing"
        case _:
            return progress.state


def problem_lines(problems: Sequence[Problem]) -> Iterator[str]:
    """Yield lines about files that were read only partly or not at all, listing at most 20."""
    if problems:
        yield "Not read, or only in part:"
    for problem in problems[:_MOST_PROBLEMS]:
        why = plain_line(f"{problem.reason} {problem.remedy}", 400)
        yield f"- {plain_line(problem.path, 2000)}: {why}"
    if len(problems) > _MOST_PROBLEMS:
        yield f"- and {len(problems) - _MOST_PROBLEMS:,} more (knowledge status --json has all)"


# --- Indexing progress on stderr


def show_progress(meter: Meter, progress: IngestProgress) -> None:
    """Show the progress of indexing."""
    done, total = progress.done, progress.total
    if progress.state == "embedding":
        done, total = progress.embedded, progress.to_embed
    if progress.state != "idle":
        meter.show(progress.state, progress_text(progress), done, total)


def show_end(progress: IngestProgress) -> None:
    """Print the changes made by indexing."""
    facts = [
        f"{counted(progress.done - progress.problems, 'file')} read" if progress.done else "",
        f"{counted(progress.problems, 'file')} could not be read" if progress.problems else "",
        f"{counted(progress.removed, 'file')} gone" if progress.removed else "",
        f"{progress.embedded:,} of {counted(progress.to_embed, 'chunk')} embedded"
        if progress.to_embed
        else "",
    ]
    told = ", ".join(fact for fact in facts if fact)
    note(f"Done: {told}." if told else "Nothing has changed.")
    if progress.note:
        note(plain_line(progress.note, 400))


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes:02} min"
    return f"{minutes} min {rest:02} s" if minutes else f"{rest} s"


# --- The ``build`` action: large indexes, built by many processes


async def run_build(session: Session, options: Namespace) -> Exit:
    """Build an index, printing progress to standard error and a summary to standard output."""
    order = build_order(session, options)
    stopped = False
    before = ""

    def told(progress: BuildProgress) -> None:
        nonlocal before
        line = build_text(progress)
        if line != before:
            before = line
            note(line)

    def stop() -> None:
        nonlocal stopped
        stopped = True
        note("Stopping. What is finished is kept.")

    with interrupts(stop):
        summary = await session.build_index(order, told, lambda: stopped)
    result("\n".join(summary_lines(order, summary)))
    if summary.stopped:
        return Exit.INTERRUPTED
    return Exit.FAILED if summary.failures else Exit.ANSWERED


def build_order(session: Session, options: Namespace) -> BuildOrder:
    """Return the build order for the given options.

    A local target path is made absolute, so that it is valid for every worker.
    """
    knowledge, llm = session.settings.knowledge, session.settings.llm
    provider = options.embedding_model.partition("/")[0]
    address = {"ollama": llm.ollama_url, "openai": llm.openai_url}
    return BuildOrder(
        sources=tuple(options.source),
        target=options.target if "://" in options.target else os.path.abspath(options.target),  # noqa: PTH100 - Path.resolve follows links, Path.absolute keeps ..
        scheduler=options.scheduler,
        workers=options.workers,
        embedding_model=options.embedding_model,
        embedding_url=options.embedding_url or address.get(provider, ""),
        collection=options.collection,
        shard_size=options.shard_size,
        documents_limit=options.documents_limit,
        clear=options.clear,
        chunk_tokens=knowledge.chunk_tokens,
        chunk_overlap=knowledge.chunk_overlap,
        max_file_mb=knowledge.max_file_mb,
    )


def build_text(progress: BuildProgress) -> str:
    """Format the progress of a build as one line."""
    if not progress.total:
        return progress.note
    parts = [
        f"{progress.done:,} of {progress.total:,} shards",
        f"{progress.documents:,} documents",
        f"{progress.chunks:,} passages",
    ]
    if progress.problems:
        parts.append(f"{progress.problems:,} not readable")
    if progress.eta_s and progress.done < progress.total:
        parts.append(f"about {_duration(progress.eta_s)} left")
    return ", ".join(parts) + (f"; {progress.note}" if progress.note else "")


def summary_lines(order: BuildOrder, summary: BuildSummary) -> list[str]:
    """Format the summary of a build as lines, listing at most 20 unreadable documents."""
    lines = [f"{build_text(summary.progress)}, in {_duration(summary.seconds)}"]
    if summary.progress.kept:
        lines.append(f"{summary.progress.kept:,} documents were indexed by an earlier build.")
    lines += [f"not read: {plain_line(each, 300)}" for each in summary.unread[:_MOST_PROBLEMS]]
    lines += [f"failed: {plain_line(each, 300)}" for each in summary.failures]
    if summary.stopped or summary.failures:
        lines.append("Run the same command to continue where this one stopped.")
    else:
        lines.append(f"Search it: set knowledge.lancedb_uri to {plain_line(order.target, 500)}")
    if not order.embedding_model:
        lines.append("No embedding model was chosen: it is searched by keyword only.")
    return lines


_GO_ON = "desktop-agent knowledge update"


async def knowledge(session: Session, options: Namespace) -> Exit:
    """Run the subcommand named by ``options.action``."""
    match options.action:
        case "add":
            return await _add(session, options)
        case "search":
            return await _search(session, options)
        case "remove":
            await _remove(session, options.name)
        case "status":
            await _status(session, as_json=options.json)
        case "update":
            session.knowledge.resume()
            session.knowledge.update(again=True)
            return await _index(session)
        case "rebuild":
            await session.knowledge.rebuild()
            session.knowledge.resume()
            return await _index(session)
        case "build":
            return await run_build(session, options)
        case _:
            await _list(session)
    return Exit.ANSWERED


async def _add(session: Session, options: Namespace) -> Exit:
    added = await session.knowledge.add(options.paths, options.collection or "")
    for source in added:
        note(f"added: {plain_line(source.path, 2000)}")
    if options.no_wait:
        note(f"It is indexed when the window is open, or by: {_GO_ON}")
        return Exit.ANSWERED
    status, ids = await _index(session), {source.id for source in added}
    if status is not Exit.ANSWERED or any(source.kind != "file" for source in added):
        return status
    now = [s for each in await session.knowledge.collections() for s in each.sources if s.id in ids]
    return Exit.FAILED if not any(source.documents for source in now) else status


async def _index(session: Session) -> Exit:
    """Show the progress of indexing until it ends or Ctrl-C is pressed."""
    base = session.knowledge
    with Meter() as meter:
        stop_watching = base.watch_progress(partial(show_progress, meter))
        waiting = await until_interrupted(base.wait())
        stop_watching()
    if waiting.cancelled():
        note(f"Stopped. What is indexed is kept; go on with: {_GO_ON}")
        return Exit.INTERRUPTED
    done = waiting.result()
    if done.state == "paused":
        note(f"Indexing is paused. Go on with: {_GO_ON}")
        return Exit.ANSWERED
    show_end(done)
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
        note(plain_line(found.note, 400))
    if not found.hits:
        note("Nothing was found.")
        return Exit.INSUFFICIENT
    return Exit.ANSWERED


async def _list(session: Session) -> None:
    collections = await session.knowledge.collections()
    if collections:
        result("\n".join(collection_text(each) for each in collections))
    else:
        note("There are no documents. Add some: desktop-agent knowledge add FOLDER")


async def _status(session: Session, *, as_json: bool) -> None:
    status = await session.knowledge.status()
    problems = await session.knowledge.problems()
    if as_json:
        more = {"needs_rebuild": status.needs_rebuild, "problems": list(map(asdict, problems))}
        result_json(asdict(status) | more)
    else:
        result("\n".join([status_text(status), *problem_lines(problems)]))


async def _remove(session: Session, name: str) -> None:
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
        note(f"{plain_line(source.path, 2000)} is no longer indexed; it stays on the disk.")
    if not sources:
        collection = _named(collections, name)
        await session.knowledge.remove_collection(collection.id)
        note(
            f"The collection {plain_line(collection.name)} is removed; its files stay on the disk."
        )


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
    """Return a path as the index stores it, with undecodable bytes escaped."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def _named(collections: Sequence[CollectionInfo], name: str) -> CollectionInfo:
    found = next((each for each in collections if name in (each.id, each.name)), None)
    if found is None:
        raise AgentError(
            f"There is no collection or added path named {name!r}.",
            "See what there is with: desktop-agent knowledge list",
        )
    return found
