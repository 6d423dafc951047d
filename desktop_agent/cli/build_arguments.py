"""The options of ``knowledge build``."""

from argparse import ArgumentParser

from desktop_agent.cli.argument_types import positive


def add_build_arguments(build: ArgumentParser) -> None:
    """Adds what ``knowledge build`` is told."""
    build.add_argument(
        "--source",
        action="extend",
        nargs="+",
        required=True,
        metavar="PATH",
        help="folders, files, or JSON Lines (.jsonl, .jsonl.gz) with a title and a text on each line; "
        "every worker must find them there",
    )
    build.add_argument(
        "--target", required=True, metavar="PLACE", help="a folder, or s3://bucket/folder"
    )
    build.add_argument(
        "--scheduler",
        default="local",
        metavar="ADDRESS",
        help="of a Dask cluster, as in tcp://host:8786; local starts workers here (the default)",
    )
    build.add_argument(
        "--workers",
        type=positive(int),
        default=0,
        metavar="N",
        help="processes of the local scheduler (default: one for each core)",
    )
    build.add_argument(
        "--embedding-model",
        default="",
        metavar="PROVIDER/MODEL",
        help="as in ollama/nomic-embed-text; without one the index is searched by words alone",
    )
    build.add_argument(
        "--embedding-url",
        default="",
        metavar="URL",
        help="where the workers reach it (default: the provider's address in the settings)",
    )
    build.add_argument(
        "--collection", default="corpus", metavar="NAME", help="of the documents (default: corpus)"
    )
    build.add_argument(
        "--shard-size",
        type=positive(int),
        default=1_000,
        metavar="N",
        help="documents that a worker does at a time (default: 1000)",
    )
