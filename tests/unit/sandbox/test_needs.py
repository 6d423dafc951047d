import ast

import pytest

from desktop_agent.tools.sandbox.monty_worker import Needs, needs_of

FULL = {
    "import numpy as np": "imports the package numpy",
    "import math, statistics": "imports statistics",
    "from math import *": "imports all names of a module",
    "class A(B): pass": "has a class that inherits",
    "class A:\n    @property\n    def x(self): return 1": "has decorated methods",
    "def f():\n    yield 1": "has a generator",
    "del x": "deletes names",
    "try: pass\nexcept* ValueError: pass": "has groups of exceptions",
}


@pytest.mark.parametrize("code", FULL)
def test_code_that_only_full_python_runs_is_known_by_its_looks(code):
    assert needs_of(ast.parse(code)) == Needs(full=FULL[code])
