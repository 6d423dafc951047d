"""The ``bench`` command, which measures strategies on a data set or compares two runs."""

import asyncio
from argparse import Namespace
from collections.abc import Callable
from functools import partial
from typing import Any

from desktop_agent.app.session import Session
from desktop_agent.bench.benchmark import Benchmark, Plan, Report, strategies_of
from desktop_agent.bench.claim_quality import measure_claims
from desktop_agent.bench.datasets import read_data_set
from desktop_agent.bench.evidence_quality import measure_evidence
from desktop_agent.bench.labelled_data import read_claims, read_questions
from desktop_agent.bench.offline import OfflineReport, Share
from desktop_agent.bench.records import read_records
from desktop_agent.bench.runner import Progress
from desktop_agent.bench.statistics import LEVEL, Comparison, Interval, Summary, compare
from desktop_agent.core.errors import AgentError
from desktop_agent.core.terminal_text import plain_line
from desktop_agent.frontends.cli.interrupts import until_interrupted
from desktop_agent.frontends.cli.output import Exit, complain, note, result, result_json, table
from desktop_agent.frontends.cli.progress import Meter

# --- Reports

_HEAD = ("", "RIGHT", "ACCURACY", "95 %", "ABSTAINED", "FAILED", "BLOCKED", "MEDIAN", "P95")
_BASELINES = {"single": "the single call", "evidence": "the evidence without a model"}
_COST = ("", "CALLS", "TOKENS", "CALLS/QUESTION", "TOKENS/QUESTION", "CALLS/RIGHT", "TOKENS/RIGHT")


def report_lines(report: Report) -> list[str]:
    """Format results and costs as tables, and compare each strategy with a single model call."""
    results = [each for each in report.results if each.records]
    if not results:
        return ["No question was answered."]
    summaries = [each.summary for each in results]
    setup = next((each.setup for each in summaries if each.setup.model), summaries[0].setup)
    by = f", answered by {setup.provider}/{plain_line(setup.model)}" if setup.model else ""
    asked = f"{report.data.name}: {len(report.data.items):,} questions{by}"
    lines = [
        f"{asked}, scored by {plain_line(report.scored_by)}",
        *([plain_line(report.data.left_out)] if report.data.left_out else ()),
        "",
        *table([_HEAD, *map(_result_row, summaries)], right=True),
        "",
        *table([_COST, *map(_cost_row, summaries)], right=True),
    ]
    for summary in summaries:
        more = _remarks(summary, len(report.data.items))
        lines += ["", f"{summary.setup.strategy}: {'; '.join(more)}."] if more else []
    against = [each for baseline in _BASELINES for each in report.against(baseline)]
    for baseline, title in _BASELINES.items():
        compared = [each for each in against if each.second.strategy == baseline]
        lines += ["", f"Against {title}:"] if compared else []
        lines += [
            f"- {each.first.strategy}: better in {each.pairs.only_first:,}, worse in "
            f"{each.pairs.only_second:,} of {each.pairs.n:,}; {_difference(each)}. {_costs(each)} {_verdict(each)}"
            for each in compared
        ]
    if len(against) > 1:
        lines.append(
            f"With {len(against)} comparisons, p below {LEVEL / len(against):.3f} is what p below "
            f"{LEVEL:g} is for one (Bonferroni)."
        )
    lines += ["", "Records:", *(f"  {result.path}" for result in results)]
    return lines


def comparison_lines(comparison: Comparison) -> list[str]:
    """Format the comparison of two benchmark runs."""
    pairs = comparison.pairs
    lines = [
        f"A: {plain_line(comparison.first.title)}",
        f"B: {plain_line(comparison.second.title)}",
    ]
    different = [
        each
        for each in comparison.first.differences(comparison.second)
        if not each.startswith(("strategy:", "provider:", "model:"))
    ]
    if different:
        lines.append(f"Set differently: {plain_line('; '.join(different), 600)}")
    outcomes = [
        (f"{pairs.n:,} QUESTIONS", "B RIGHT", "B NOT"),
        ("A right", f"{pairs.both:,}", f"{pairs.only_first:,}"),
        ("A not", f"{pairs.only_second:,}", f"{pairs.neither:,}"),
    ]
    lines += [
        "",
        *table(outcomes, right=True),
        "",
        f"A less B: {_difference(comparison)} (exact McNemar test)",
        _costs(comparison),
        _verdict(comparison),
    ]
    if comparison.unpaired:
        lines.append(f"{comparison.unpaired:,} questions were asked in one of them alone.")
    if comparison.failed:
        lines.append(
            f"{comparison.failed:,} questions failed in one of them and count as not right."
        )
    return lines


def offline_lines(report: OfflineReport[Any]) -> list[str]:
    """Format the results of a benchmark that uses no model, overall and by group."""
    lines = [f"{plain_line(report.data)}: {len(report.outcomes):,} {report.unit}s", ""]
    rows = [
        (title, f"{share.count:,}/{share.n:,}", f"{share.value:.1%}", _limits(share.interval))
        for title, share in report.shares().items()
    ]
    lines += table([("", "", "SHARE", "95 %"), *rows], right=True)
    for name, kinds in report.groups().items():
        asked = {kind: shares for kind, shares in kinds.items() if any(_sizes(shares))}
        if len(asked) > 1:
            lines += ["", *table(_group_rows(name, asked), right=True)]
    median, most = report.cpu_ms()
    cost = f"median {median:,.1f} ms, 95 % below {most:,.1f} ms"
    return [*lines, "", f"Processor time per {report.unit}: {cost}."]


def _group_rows(name: str, kinds: dict[str, dict[str, Share]]) -> list[tuple[str, ...]]:
    columns = next(iter(kinds.values()))
    rows: list[tuple[str, ...]] = [(name.upper(), "N", *map(str.upper, columns))]
    for kind, shares in kinds.items():
        cells = (f"{share.count:,} ({share.value:.0%})" for share in shares.values())
        rows.append((plain_line(kind), f"{max(_sizes(shares)):,}", *cells))
    return rows


def _sizes(shares: dict[str, Share]) -> list[int]:
    return [share.n for share in shares.values()]


def _limits(interval: Interval) -> str:
    return f"{100 * interval.low:.1f}-{100 * interval.high:.1f} %"


def _result_row(summary: Summary) -> tuple[str, ...]:
    return (
        summary.setup.strategy,
        f"{summary.correct:,}/{summary.n:,}",
        f"{summary.accuracy:.1%}",
        _limits(summary.interval),
        f"{summary.abstained:,}",
        f"{summary.failed:,}",
        f"{summary.blocked_items:,}",
        f"{summary.seconds_median:.1f} s",
        f"{summary.seconds_p95:.1f} s",
    )


def _cost_row(summary: Summary) -> tuple[str, ...]:
    n = max(1, summary.n)
    return (
        summary.setup.strategy,
        f"{summary.model_calls:,}",
        f"{summary.tokens:,}",
        f"{summary.model_calls / n:.1f}",
        f"{summary.tokens / n:,.0f}",
        _or_none(summary.calls_per_correct, ".1f"),
        _or_none(summary.tokens_per_correct, ",.0f"),
    )


def _remarks(summary: Summary, asked: int) -> list[str]:
    found = []
    if summary.n < asked:
        found.append(f"{summary.n:,} of {asked:,} questions were asked until now")
    if summary.abstained and summary.answered:
        found.append(
            f"{summary.attempted_accuracy:.1%} right of the {summary.answered:,} that it answered"
        )
    if summary.setup.benchmark != "gsm8k":
        found.append(f"mean F1 {summary.f1:.1%}")
    if summary.article_recall is not None:
        found.append(f"supporting articles found {summary.article_recall:.1%}")
    if summary.sentence_recall is not None:
        found.append(f"supporting sentences found {summary.sentence_recall:.1%}")
    if summary.blocked_items:
        found.append(
            f"search was blocked {summary.blocked_searches:,} times in {summary.blocked_items:,} "
            f"questions, of which {summary.blocked_correct:,} were right"
        )
    if summary.failed:
        found.append("what failed counts as not right, and is asked again by the same command")
    return found


def _difference(comparison: Comparison) -> str:
    form = ".3f" if comparison.p_value >= 0.001 else ".1g"
    return f"{100 * comparison.difference:+.1f} points, p = {comparison.p_value:{form}}"


def _costs(comparison: Comparison) -> str:
    ratios = [
        (comparison.token_ratio, "the tokens"),
        (comparison.call_ratio, "the calls"),
        (comparison.seconds_ratio, "the time"),
    ]
    told = [f"{ratio:.1f}x {what}" for ratio, what in ratios if ratio is not None]
    return f"It costs {', '.join(told)}." if told else "What it costs cannot be compared."


def _verdict(comparison: Comparison) -> str:
    if comparison.significant:
        return "A significant gain." if comparison.difference > 0 else "Significantly worse."
    if not comparison.difference:
        return "No gain: as many right on one side as on the other."
    return f"No significant {'gain' if comparison.difference > 0 else 'difference'}."


def _or_none(value: float | None, form: str) -> str:
    return "none right" if value is None else format(value, form)


async def bench(session: Session, options: Namespace) -> Exit:
    """Run the subcommand named by ``options.action``."""
    if options.action == "compare":
        files = options.first, options.second
        comparison = await asyncio.to_thread(lambda: compare(*map(read_records, files)))
        if options.json:
            result_json(comparison.to_dict())
        else:
            result("\n".join(comparison_lines(comparison)))
        return Exit.ANSWERED
    if options.action in ("evidence", "claims"):
        return await _run_without_model(session, options)
    return await _run(session, options)


async def _run_without_model(session: Session, options: Namespace) -> Exit:
    with Meter() as meter:
        told = partial(show_progress, meter)
        work = await until_interrupted(_measured(session, options, told))
    if work.cancelled():
        note("Stopped.")
        return Exit.INTERRUPTED
    report = work.result()
    if options.json:
        result_json(report.to_dict())
    else:
        result("\n".join(offline_lines(report)))
    return Exit.ANSWERED


async def _measured(
    session: Session, options: Namespace, told: Callable[[Progress], None]
) -> OfflineReport[Any]:
    path, limit = options.data, options.limit
    if options.action == "claims":
        claims = await asyncio.to_thread(read_claims, path, limit)
        return await measure_claims(path.name, claims, told)
    questions = await asyncio.to_thread(read_questions, path, limit)
    embedder = None if options.without_embedder else session.embedder
    return await measure_evidence(path.name, questions, told, embedder)


async def _run(session: Session, options: Namespace) -> Exit:
    data = await asyncio.to_thread(
        lambda: read_data_set(options.action, options.data, limit=options.limit, seed=options.seed)
    )
    if data.left_out:
        note(data.left_out)
    with Meter() as meter:
        told = partial(show_progress, meter)
        benchmark = Benchmark(_plan(session, options), data, told, note)
        told_stop = "Stopping; Ctrl-C again quits at once."
        work = await until_interrupted(benchmark.run(), told_stop)
    if not work.cancelled():
        work.result()  # raises the error if the benchmark could not start
    report = benchmark.report()
    if options.json:
        result_json(report.to_dict())
    else:
        result("\n".join(report_lines(report)))
    if work.cancelled():
        note("Stopped. Answers so far are kept. Run the same command to continue.")
        return Exit.INTERRUPTED
    fault = report.fault or _nothing_answered(report)
    if fault is not None:
        complain(fault.message, fault.remedy)
        return Exit.FAILED
    return Exit.ANSWERED


def _nothing_answered(report: Report) -> AgentError | None:
    records = [record for each in report.results for record in each.records.values()]
    if any(record.done for record in records):
        return None
    return AgentError(f"Every question failed. The last error was: {records[-1].error}")


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


def show_progress(meter: Meter, progress: Progress) -> None:
    """Show how many questions have been answered, and how many of them correctly."""
    kept = f", {progress.kept:,} of them kept" if progress.kept else ""
    done = f"{progress.done:,} of {progress.total:,} {progress.unit}{kept}"
    text = f"{progress.strategy}: {done}, {_accuracy(progress)}"
    meter.show(progress.strategy, text, progress.done, progress.total)


def _accuracy(progress: Progress) -> str:
    share = f"{progress.correct / progress.done:.1%} right" if progress.done else "none right yet"
    return share + (f", {progress.failed:,} failed" if progress.failed else "")
