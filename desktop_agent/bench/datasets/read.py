"""From a data file to the questions to be asked."""

import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from desktop_agent.bench.datasets import gsm8k, hle, hotpotqa, simpleqa
from desktop_agent.bench.item import BenchmarkName, DataSet
from desktop_agent.core.errors import AgentError

_READERS: Mapping[str, Callable[[Path], DataSet]] = {
    "gsm8k": gsm8k.read,
    "hotpotqa": hotpotqa.read,
    "simpleqa": simpleqa.read,
    "hle": hle.read,
}


def read_data_set(
    name: BenchmarkName, path: Path, *, limit: int | None = None, seed: int | None = None
) -> DataSet:
    """Gives the first ``limit`` questions of a data file, or with a ``seed`` as many drawn at random.

    Raises:
        AgentError: names the file, the line and what was expected there.
    """
    found = _READERS[name](path)
    if not found.items:
        raise AgentError(f"{path}: there is no question that could be asked. {found.left_out}")
    twice = [each for each, times in Counter(item.id for item in found.items).items() if times > 1]
    if twice:
        raise AgentError(f"{path}: two questions have the id {twice[0]!r}.")
    items = found.items
    if seed is not None:
        items = tuple(random.Random(seed).sample(items, len(items)))  # noqa: S311 - a sample, no secret
    return replace(found, items=items[:limit])
