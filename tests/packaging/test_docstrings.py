"""Docstrings leave a build, and nothing else does."""

import json
import random
import textwrap
from pathlib import Path

import pytest

SOURCE = '''
"""Of the module."""

SAID = "Of the module."


def plain(a):
    """Of a function."""
    return a


def same():
    """one"""
    return "one"


def none():
    return "first"


class Thing:
    """Of a class."""

    kind = "thing"

    def method(self):
        """Of a method."""
        def inner():
            """Of what is within."""
            return "kept"
        return inner


first = lambda: "a text"


class Bare:
    name = "bare"
'''


@pytest.fixture
def stripped():
    from freeze.docstrings import without_docstrings

    found = {}
    exec(without_docstrings(compile(SOURCE, "source", "exec")), found)
    return found


def test_they_are_gone_at_every_depth(stripped):
    thing = stripped["Thing"]
    without = [stripped["plain"], thing, thing.method, thing().method()]
    assert [each.__doc__ for each in without] == [None] * 4


def test_what_else_is_a_text_stays(stripped):
    assert stripped["same"]() == "one"
    assert stripped["none"]() == "first"
    assert stripped["first"]() == "a text"
    assert stripped["SAID"] == "Of the module."
    assert (stripped["Thing"].kind, stripped["Bare"].name) == ("thing", "bare")
    assert stripped["Thing"]().method()() == "kept"


def test_modules_of_the_standard_library_work_as_before():
    from freeze.docstrings import without_docstrings

    for module in (textwrap, random, json.decoder):
        code = compile(Path(module.__file__).read_text("utf-8"), module.__file__, "exec")
        found = {"__name__": module.__name__, "__package__": module.__package__}
        exec(without_docstrings(code), found)
        assert set(found) - {"__builtins__"} >= {n for n in vars(module) if not n.startswith("_")}
        if module is textwrap:
            assert found["dedent"]("  a\n  b") == "a\nb"


def test_our_own_keep_theirs():
    from freeze.docstrings import take_out

    modules = {
        "desktop_agent.core": compile(SOURCE, "source", "exec"),
        "other": compile(SOURCE, "source", "exec"),
        "package": None,
    }
    take_out(modules)
    ours, theirs = {}, {}
    exec(modules["desktop_agent.core"], ours)
    exec(modules["other"], theirs)
    assert ours["plain"].__doc__ == "Of a function."
    assert theirs["plain"].__doc__ is None
    assert modules["package"] is None
