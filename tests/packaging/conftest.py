"""The scripts of a build are no package of the program: they are imported from where they lie."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def scripts(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    yield
    for name in [name for name in sys.modules if name.partition(".")[0] == "freeze"]:
        del sys.modules[name]
