"""``bench``: a strategy over a data file, and one run held against another."""

import asyncio
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from desktop_agent.app import Session
from desktop_agent.bench.benchmark import Benchmark, Report
from desktop_agent.bench.compare import compare_files
from desktop_agent.bench.datasets.read import read_data_set
from desktop_agent.bench.plan import Plan, strategies_of
from desktop_agent.bench.runner import Progress
from desktop_agent.cli.bench_text import comparison_lines, report_lines
from desktop_agent.cli.exit_status import Exit
from desktop_agent.cli.interrupts import interrupts
from desktop_agent.cli.output import complain_of, note, result, result_json
from desktop_agent.cli.rendering import stderr_console
from desktop_agent.core.errors import AgentError

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import TaskID

_LINES = 20
"""Lines of progress, at most, that a strategy writes where there is no terminal."""


async def bench(session: Session, options: Namespace) -> Exit:
    """Does what ``options.action`` says."""
    if options.action == "compare":
        comparison = await asyncio.to_thread(compare_files, options.first, options.second)
        if options.json:
            result_json(comparison.to_dict())
        else:
            for line in comparison_lines(comparison):
                result(line)
        return Exit.ANSWERED
    return await _run(session, options)


async def _run(session: Session, options: Namespace) -> Exit:
    data = await asyncio.to_thread(
        lambda: read_data_set(options.action, options.data, limit=options.limit, seed=options.seed)
    )
    if data.left_out:
        note(data.left_out)
    with _shown(stderr_console()) as told:
        benchmark = Benchmark(_plan(session, options), data, told, note)
        work = asyncio.ensure_future(benchmark.run())

        def stop() -> None:
            note("Stopping; Ctrl-C again quits at once.")
            work.cancel()

        with interrupts(stop):
            await asyncio.wait([work])
    if not work.cancelled():
        work.result()  # raises what kept it from beginning
    report = benchmark.report()
    if options.json:
        result_json(report.to_dict())
    else:
        for line in report_lines(report):
            result(line)
    if work.cancelled():
        note("Stopped. What was answered is kept; the same command goes on.")
        return Exit.INTERRUPTED
    fault = report.fault or _nothing_answered(report)
    if fault is not None:
        complain_of(fault)
        return Exit.FAILED
    return Exit.ANSWERED


def _nothing_answered(report: Report) -> AgentError | None:
    records = [record for each in report.results for record in each.records.values()]
    if any(record.done for record in records):
        return None
    return AgentError(f"Every question failed, the last one so: {records[-1].error}")


def _plan(session: Session, options: Namespace) -> Plan:
    return Plan(
        benchmark=options.action,
        strategies=strategies_of(options.strategy),
        folder=options.out or session.paths.data / "benchmarks",
        provider=options.provider,
        model=options.model,
        judge=getattr(options, "judge", ""),
        same_judge=getattr(options, "same_judge", False),
        budget_s=options.budget,
        concurrency=options.concurrency,
        offline=options.offline,
        with_context=getattr(options, "with_context", False),
        fresh=options.fresh,
    )


class _Lines:
    """Progress where there is no terminal: a line at times."""

    def __init__(self) -> None:
        self._told = ("", -1)

    def __call__(self, progress: Progress) -> None:
        part = _LINES * progress.done // max(1, progress.total)
        if (progress.strategy, part) != self._told:
            self._told = (progress.strategy, part)
            note(f"{progress.strategy}: {_state(progress)}")


class _Bars:
    """Progress on a terminal: a bar for each strategy."""

    def __init__(self, console: "Console") -> None:
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            TextColumn,
            TimeElapsedColumn,
            TimeRemainingColumn,
        )
        from rich.progress import Progress as Bars

        self.bars = Bars(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[state]}", markup=False),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            console=console,
            redirect_stdout=False,
        )
        self._tasks: dict[str, TaskID] = {}

    def __call__(self, progress: Progress) -> None:
        name, state = progress.strategy, _accuracy(progress)
        if name not in self._tasks:
            # what an earlier run has answered says nothing of how long the rest will take
            self._tasks[name] = self.bars.add_task(
                name, total=progress.total, completed=progress.done, state=state
            )
        self.bars.update(self._tasks[name], completed=progress.done, state=state)


@contextmanager
def _shown(console: "Console") -> Iterator[Callable[[Progress], None]]:
    if not console.is_interactive:
        yield _Lines()
        return
    bars = _Bars(console)
    with bars.bars:
        yield bars


def _state(progress: Progress) -> str:
    kept = f", {progress.kept:,} of them kept" if progress.kept else ""
    return f"{progress.done:,} of {progress.total:,} questions{kept}, {_accuracy(progress)}"


def _accuracy(progress: Progress) -> str:
    share = f"{progress.correct / progress.done:.1%} right" if progress.done else "none right yet"
    return share + (f", {progress.failed:,} failed" if progress.failed else "")
