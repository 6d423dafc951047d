import asyncio
from dataclasses import dataclass

import pytest

from desktop_agent.tools.sandbox.base import Execution
from desktop_agent.tools.sandbox.bubblewrap import BubblewrapLayer
from desktop_agent.tools.sandbox.layers import LayeredSandbox, MontyLayer


@dataclass(frozen=True)
class Program:
    """``value`` and ``output`` are what it gives; ``small`` is true where no full Python is needed."""

    name: str
    code: str
    value: str = ""
    output: str = ""
    small: bool = True


PROGRAMS = (
    Program(
        "remembered calls",
        "from functools import lru_cache\n@lru_cache(maxsize=None)\ndef fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\nfib(90)",
        str(2880067194370816120),
    ),
    Program(
        "a simulation",
        "import random\nrandom.seed(7)\nhits = 0\nfor _ in range(20_000):\n    if random.random() ** 2 + random.random() ** 2 < 1:\n        hits += 1\nprint(3.0 < 4 * hits / 20_000 < 3.3)",
        output="True\n",
    ),
    Program("letters beyond ASCII", "print('Zürich', '东京')\n'é'", "'é'", "Zürich 东京\n"),
    Program("a last line with a comment", "x = 3\nx  # the answer", "3"),
    Program("waited for", "async def f():\n    return 5\nawait f()", "5"),
    # --- full Python
    Program(
        "fractions",
        "from fractions import Fraction\nsum(Fraction(1, n) for n in range(1, 11))",
        "Fraction(7381, 2520)",
        small=False,
    ),
    Program(
        "an endless series",
        "from itertools import count\nnext(n for n in count(1) if n % 7 == 3 and n % 11 == 5)",
        "38",
        small=False,
    ),
    Program(
        "a generator",
        "def squares():\n    n = 0\n    while True:\n        yield n * n\n        n += 1\ng = squares()\n[next(g) for _ in range(4)]",
        "[0, 1, 4, 9]",
        small=False,
    ),
    Program(
        "a process of its own", "import sys\nprint('a')\nsys.exit(0)", output="a\n", small=False
    ),
    Program(
        "numpy",
        "import numpy as np\nint(np.linalg.det(np.array([[2, 1], [1, 3]])).round())",
        "5",
        small=False,
    ),
    Program(
        "a loop of its own",
        "import asyncio\nasync def f():\n    await asyncio.sleep(0.01)\n    return 5\nasyncio.run(f())",
        "5",
    ),
    Program(
        "threads",
        "from concurrent.futures import ThreadPoolExecutor\nwith ThreadPoolExecutor(2) as pool:\n    print(list(pool.map(abs, [-1, -2])))",
        output="[1, 2]\n",
        small=False,
    ),
)


def _wrong(program: Program, ended: Execution, layer: str) -> str:
    if not ended.ok:
        return f"{ended.status}: {ended.error}"
    if (ended.value, ended.output) != (program.value, program.output):
        return f"gave {ended.value!r} and printed {ended.output!r}"
    return "" if ended.layer == layer else f"ran in {ended.layer}"


async def test_ordinary_programs_give_what_they_should_in_the_layer_that_suits_them_and_in_full_python(
    sandbox: LayeredSandbox, bubblewrap: BubblewrapLayer
):
    wrong = {}
    for program in PROGRAMS:
        layer = "monty" if program.small else bubblewrap.name
        how = _wrong(program, await sandbox.run(program.code), layer)
        if program.small and not how:
            how = _wrong(program, await bubblewrap.run(program.code, 10), bubblewrap.name)
        if how:
            wrong[program.name] = how
    assert wrong == {}


ERRORS = {
    "def area(w, h):\n    return w / h\n\narea(1, 0)": (
        ("line 4, in <module>", "area(1, 0)", "line 2, in area", "return w / h"),
        "ZeroDivisionError",
    ),
    "x = [1, 2]\n\nx[5]": (("line 3",), "IndexError"),
    "x = 1\nif x = 2:\n    pass": (("line 2",), "SyntaxError"),
}


@pytest.mark.parametrize("code", ERRORS)
async def test_an_error_is_told_with_the_lines_of_the_code(
    code: str, sandbox: LayeredSandbox, bubblewrap: BubblewrapLayer
):
    places, kind = ERRORS[code]
    for ended in (await sandbox.run(code), await bubblewrap.run(code, 10)):
        assert ended.status == "error"
        assert ended.error.splitlines()[-1].find(kind.split(":")[0]) >= 0
        for place in places:
            assert place in ended.error
        assert 'File "code.py"' in ended.error
        assert "repr((" not in ended.error  # what was put into the code to get its value


async def test_what_was_printed_before_an_error_or_the_end_of_time_is_kept(
    sandbox: LayeredSandbox, bubblewrap: BubblewrapLayer
):
    for ending, seconds in (("1 / 0", 30), ("while True: pass", 2)):
        code = f"print('so far')\n{ending}"
        runs = sandbox.run(code, timeout_s=seconds), bubblewrap.run(code, seconds)
        small, full = await asyncio.gather(*runs)
        assert (small.output, full.output) == ("so far\n", "so far\n")
        assert not small.ok
        assert small.status == full.status


@pytest.mark.parametrize("end", ["\r\n", "\r"])
async def test_lines_may_end_as_on_other_systems(
    end: str, monty: MontyLayer, bubblewrap: BubblewrapLayer
):
    code = end.join(
        ["x = 3", "if x:", "    x += 1", "print(x)", "y = '\x0c\x1c\u2028'", "x, len(y)", ""]
    )
    small = (await monty.run(code, 10)).ended
    full = await bubblewrap.run(code, 10)
    assert (small.value, small.output) == (full.value, full.output) == ("(4, 3)", "4\n")
