"""``knowledge build``: a large index, built by many processes."""

import os
from argparse import Namespace

from desktop_agent.app import Session
from desktop_agent.cli.exit_status import Exit
from desktop_agent.cli.interrupts import interrupts
from desktop_agent.cli.output import note, result
from desktop_agent.cli.plain_text import one_line
from desktop_agent.core.knowledge_build import BuildOrder, BuildProgress, BuildSummary, WorkerRate


async def run_build(session: Session, options: Namespace) -> Exit:
    """Builds, tells how it goes on stderr, and what came of it on stdout."""
    order = build_order(session, options)
    stopped = False

    def stop() -> None:
        nonlocal stopped
        stopped = True
        note("Stopping. What is finished is kept.")

    with interrupts(stop):
        summary = await session.whole_index.build(order, _Told(), lambda: stopped)
    for line in summary_lines(order, summary):
        result(line)
    if summary.stopped:
        return Exit.INTERRUPTED
    return Exit.FAILED if summary.failures else Exit.ANSWERED


def build_order(session: Session, options: Namespace) -> BuildOrder:
    """Gives what is asked for; the target as a whole path, for the workers have folders of their own."""
    knowledge = session.settings.knowledge
    return BuildOrder(
        sources=tuple(options.source),
        target=options.target if "://" in options.target else os.path.abspath(options.target),  # noqa: PTH100 - Path.resolve follows links, Path.absolute keeps ..
        scheduler=options.scheduler,
        workers=options.workers,
        embedding_model=options.embedding_model,
        embedding_url=options.embedding_url or _address(session, options.embedding_model),
        collection=options.collection,
        shard_size=options.shard_size,
        chunk_tokens=knowledge.chunk_tokens,
        chunk_overlap=knowledge.chunk_overlap,
        max_file_mb=knowledge.max_file_mb,
    )


class _Told:
    """Writes a line of progress, where it says something that the one before did not."""

    def __init__(self) -> None:
        self._before = ""

    def __call__(self, progress: BuildProgress) -> None:
        line = progress_line(progress)
        if line != self._before:
            self._before = line
            note(line)


def progress_line(progress: BuildProgress) -> str:
    """Gives how far a build is."""
    if not progress.total:
        return progress.note
    parts = [
        f"{progress.done:,} of {progress.total:,} shards",
        f"{progress.documents:,} documents",
        f"{progress.chunks:,} passages",
        f"{progress.embedded:,} embedded",
    ]
    if progress.problems:
        parts.append(f"{progress.problems:,} not readable")
    if progress.eta_s and progress.done < progress.total:
        parts.append(f"about {_duration(progress.eta_s)} left")
    return ", ".join(parts) + (f"; {progress.note}" if progress.note else "")


def summary_lines(order: BuildOrder, summary: BuildSummary) -> list[str]:
    """Gives what came of a build, with the rates of its workers."""
    lines = [f"{progress_line(summary.progress)}, in {_duration(summary.seconds)}"]
    if summary.progress.kept:
        lines.append(f"{summary.progress.kept:,} shards were finished by an earlier build.")
    lines += [_rate_line(rate) for rate in summary.rates]
    lines += [f"not read: {one_line(each, 300)}" for each in summary.unread]
    lines += [f"failed: {one_line(each, 300)}" for each in summary.failures]
    if summary.stopped or summary.failures:
        lines.append("The same command goes on where this one ended.")
    else:
        lines.append(f"Search it: set knowledge.lancedb_uri to {one_line(order.target, 500)}")
    if not order.embedding_model:
        lines.append("No embedding model was named: it is searched by words alone.")
    return lines


def _rate_line(rate: WorkerRate) -> str:
    def each(count: int) -> str:
        return f"{rate.each_second(count):,.1f}"

    return (
        f"{one_line(rate.worker, 100)}: {each(rate.documents)} documents, {each(rate.chunks)} passages, "
        f"{each(rate.embedded)} embedded a second, over {_duration(rate.seconds)}"
    )


def _address(session: Session, model: str) -> str:
    llm = session.settings.llm
    return {"ollama": llm.ollama_url, "openai": llm.openai_url}.get(model.partition("/")[0], "")


def _duration(seconds: float) -> str:
    whole = round(seconds)
    if whole < 100:
        return f"{seconds:.0f} s"
    minutes, hours = whole // 60, whole // 3600
    return f"{hours} h {minutes % 60} min" if hours else f"{minutes} min"
