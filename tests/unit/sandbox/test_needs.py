import ast

import pytest

from desktop_agent.tools.sandbox.monty_worker import Needs, needs_of

FULL = {
    "import numpy as np": "imports the package numpy",
    "from scipy.stats import norm": "imports the package scipy",
    "import math, statistics": "imports statistics",
    "def f():\n    import fractions": "imports fractions",
    "from math import *": "imports all names of a module",
    "class A(B): pass": "has a class that inherits",
    "class A(metaclass=M): pass": "has a class that inherits",
    "class A:\n    @property\n    def x(self): return 1": "has decorated methods",
    "def f():\n    yield 1": "has a generator",
    "def f():\n    yield from g()": "has a generator",
    "del x": "deletes names",
    "try: pass\nexcept* ValueError: pass": "has groups of exceptions",
}
BETTER = {
    "round(x, 2)": "rounds to digits",
    "round(x, ndigits=2)": "rounds to digits",
    "next(n for n in range(9))": "takes the first of a series",
    "g = (n for n in range(9))": "keeps a series",
    "pairs = zip(a, b)": "keeps a series",
    "import itertools\nfor n in zip(a, itertools.count()): pass": "goes through a series without an end",
}
SMALL = (
    "round(x)",
    "sum(n for n in range(9))",
    "import itertools\nlist(itertools.islice(itertools.count(), 3))",
    "from collections import Counter\nCounter('a')",
    "@cache\ndef f(n): return n",
    "class A:\n    def x(self): return 1",
    "",
)


@pytest.mark.parametrize("code", FULL)
def test_code_that_only_full_python_runs_is_known_by_its_looks(code: str) -> None:
    assert needs_of(ast.parse(code)) == Needs(full=FULL[code])


@pytest.mark.parametrize("code", BETTER)
def test_code_that_full_python_runs_more_rightly_is_known_too(code: str) -> None:
    assert needs_of(ast.parse(code)) == Needs(better=BETTER[code])


@pytest.mark.parametrize("code", SMALL)
def test_all_other_code_is_for_the_small_interpreter(code: str) -> None:
    assert needs_of(ast.parse(code)) == Needs()
