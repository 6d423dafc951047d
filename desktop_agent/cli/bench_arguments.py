"""The options of ``bench``."""

from argparse import ArgumentParser

from desktop_agent.cli.argument_types import path, positive

BENCHMARKS = {
    "gsm8k": "Word problems (GSM8K, JSON Lines), scored by the final number.",
    "hotpotqa": "Questions over two articles (HotpotQA, JSON), scored by exact match and F1.",
    "simpleqa": "Short questions of fact (SimpleQA, CSV), scored by equal words or by a judge.",
    "hle": "Humanity's Last Exam without images (an export of its rows as JSON Lines or JSON), "
    "scored by equal words or by a judge.",
}
_JUDGED = ("simpleqa", "hle")
_STRATEGIES = ("single", "auto", "evidence", "quick", "verified", "team", "deep", "all")


def add_bench_arguments(bench: ArgumentParser) -> None:
    """Adds the benchmarks, and ``compare``."""
    actions = bench.add_subparsers(dest="action", metavar="BENCHMARK", required=True)
    for name, told in BENCHMARKS.items():
        _fill(actions.add_parser(name, help=told, description=told), name)
    told = "Hold two runs against each other, question by question."
    compare = actions.add_parser("compare", help=told, description=told)
    compare.add_argument("first", type=path, metavar="A", help="records that a run has written")
    compare.add_argument("second", type=path, metavar="B", help="records of another run")
    compare.add_argument("--json", action="store_true", help="print the comparison as JSON")


def _fill(parser: ArgumentParser, name: str) -> None:
    parser.add_argument(
        "--data", type=path, required=True, metavar="FILE", help="the file as it is published"
    )
    parser.add_argument(
        "--limit", type=positive(int), metavar="N", help="ask N questions alone, the first ones"
    )
    parser.add_argument(
        "--seed", type=int, metavar="N", help="draw the questions at random with this seed"
    )
    parser.add_argument(
        "--strategy",
        choices=_STRATEGIES,
        default="auto",
        help="how to answer, as for ask; single is one plain call without tools; all runs every "
        "strategy and holds each against the single call (default: auto)",
    )
    parser.add_argument(
        "--provider",
        choices=("ollama", "openai", "anthropic", "none"),
        default="",
        help="who runs the model (default: the setting llm.provider)",
    )
    parser.add_argument("--model", default="", metavar="M", help="name of the model")
    parser.add_argument(
        "--budget",
        type=positive(float),
        default=600.0,
        metavar="S",
        help="seconds that a question may take (default: 600)",
    )
    parser.add_argument(
        "--concurrency",
        type=positive(int),
        default=1,
        metavar="N",
        help="questions that are asked at once; more make each slower (default: 1)",
    )
    parser.add_argument(
        "--out",
        type=path,
        metavar="FOLDER",
        help="where the records are kept (default: with the program's data)",
    )
    going_on = parser.add_mutually_exclusive_group()
    going_on.add_argument(
        "--resume", action="store_true", help="go on where an earlier run ended (the default)"
    )
    going_on.add_argument(
        "--fresh", action="store_true", help="begin anew; earlier records are set aside"
    )
    parser.add_argument("--offline", action="store_true", help="use nothing beyond this machine")
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")
    if name in _JUDGED:
        parser.add_argument(
            "--judge",
            default="",
            metavar="[PROVIDER/]MODEL",
            help="a model that grades the answers",
        )
        parser.add_argument(
            "--same-judge", action="store_true", help="let a model grade its own answers"
        )
    if name == "hotpotqa":
        parser.add_argument(
            "--with-context",
            action="store_true",
            help="attach the paragraphs that come with a question: reading instead of searching",
        )
