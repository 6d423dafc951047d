"""Takes the docstrings out of others' compiled modules: 2 MB that nothing in a build reads.

Not by Python's ``-OO``, which would take assertions out as well. Our own modules keep theirs: of some
(the arguments of tools) they are told to a model.
"""

import dis
from collections.abc import MutableMapping
from itertools import pairwise
from types import CodeType

_FUNCTION = 0x1 | 0x2  # CO_OPTIMIZED | CO_NEWLOCALS
_OURS = "desktop_agent"


def take_out(modules: MutableMapping[str, CodeType | None]) -> None:
    """Takes them out of all modules of others; ``modules`` has the code of each by its name."""
    for name, code in modules.items():
        if code is not None and name.partition(".")[0] != _OURS:
            modules[name] = without_docstrings(code)


def without_docstrings(code: CodeType) -> CodeType:
    """Gives the same code without the docstrings of itself and of all within."""
    constants = [
        without_docstrings(each) if isinstance(each, CodeType) else each for each in code.co_consts
    ]
    place = _docstring(code)
    if place is not None:
        constants[place] = None
    return code.replace(co_consts=tuple(constants))


def _docstring(code: CodeType) -> int | None:
    """Gives which constant is the docstring, and nothing else as well (equal constants are one)."""
    steps = list(dis.get_instructions(code))
    loaded = [step.arg for step in steps if step.opname == "LOAD_CONST"]
    if code.co_flags & _FUNCTION == _FUNCTION:  # its first constant, which no instruction loads
        first = code.co_consts[0] if code.co_consts else None
        there = isinstance(first, str) and code.co_name != "<lambda>" and 0 not in loaded
        return 0 if there else None
    for step, after in pairwise(steps):  # of a class or a module: an assignment
        if after.opname == "STORE_NAME" and after.argval == "__doc__":
            text = step.opname == "LOAD_CONST" and isinstance(step.argval, str)
            return step.arg if text and loaded.count(step.arg) == 1 else None
    return None
