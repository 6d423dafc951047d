"""Make the vectors that `test_quality.py` wants, with the search model: its file, and a folder.

For each set, ``<set>-corpus.npy`` and ``<set>-queries.npy`` are written: float32, a row of length 1
for each line of the file::

    python -m tests.benchmarks.knowledge.make_vectors all-minilm-l6-v2-int8.onnx vectors
    KNOWLEDGE_VECTORS=$PWD/vectors make bench
"""

import sys
from pathlib import Path

import numpy as np

from desktop_agent.knowledge.index.base import embedding_text
from desktop_agent.llm.providers.onnx_worker import SearchModel
from tests.benchmarks.knowledge.sets import NAMES, load_set

_AT_ONCE = 64


def main(model: str, out: Path) -> None:
    search_model = SearchModel(model)
    out.mkdir(parents=True, exist_ok=True)
    for data in map(load_set, NAMES):
        corpus = [embedding_text(title, (), text) for _, title, text in data.documents]
        queries = [text for _, text in data.queries]
        for kind, texts in (("corpus", corpus), ("queries", queries)):
            parts = (texts[at : at + _AT_ONCE] for at in range(0, len(texts), _AT_ONCE))
            rows = np.concatenate([search_model.embed(part) for part in parts])
            np.save(out / f"{data.name}-{kind}.npy", rows)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
