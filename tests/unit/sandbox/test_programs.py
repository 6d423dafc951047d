import asyncio
import importlib.util

import pytest

from desktop_agent.tools.sandbox.base import Execution
from desktop_agent.tools.sandbox.bubblewrap import BubblewrapLayer
from desktop_agent.tools.sandbox.layers import LayeredSandbox
from desktop_agent.tools.sandbox.monty import MontyLayer
from tests.unit.sandbox.programs import PROGRAMS, Program


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


@pytest.mark.skipif(importlib.util.find_spec("sympy") is None, reason="the extra 'science'")
async def test_mathematics_with_symbols(bubblewrap: BubblewrapLayer):
    code = "import sympy\nx = sympy.symbols('x')\nsympy.solve(x**2 - 5*x + 6, x)"
    ended = await bubblewrap.run(code, 30)
    assert (ended.error, ended.value) == ("", "[2, 3]")


ERRORS = {
    "def area(w, h):\n    return w / h\n\narea(1, 0)": (
        ("line 4, in <module>", "area(1, 0)", "line 2, in area", "return w / h"),
        "ZeroDivisionError",
    ),
    "x = [1, 2]\n\nx[5]": (("line 3",), "IndexError"),
    "x = 1\nif x = 2:\n    pass": (("line 2",), "SyntaxError"),
    "total = 0\nprint(totl)": (("line 2",), "NameError"),
    "import json\njson.loads('{')": (("line 2",), "JSONDecodeError"),
    "{'a': 1}['b']": (("line 1",), "KeyError: 'b'"),
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
