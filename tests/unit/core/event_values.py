"""Values of every kind of event, for property tests."""

import dataclasses
import types
from collections.abc import Mapping
from typing import Any, Literal, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from desktop_agent.core.events import EVENTS_VERSION, RunStarted

TEXT = st.text(st.characters(), max_size=20)  # half surrogates too: models break emoji apart
NUMBER = st.floats(allow_nan=False, allow_infinity=False)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | NUMBER | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
SIMPLE = {
    str: TEXT,
    int: st.integers(-(2**53), 2**53),
    float: NUMBER,
    bool: st.booleans(),
    Any: JSON,
}


def values(kind: Any) -> st.SearchStrategy[Any]:
    if kind in SIMPLE:
        return SIMPLE[kind]
    if kind is type(None):
        return st.none()
    if dataclasses.is_dataclass(kind):
        return whole(kind)
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Literal:
        return st.sampled_from(arguments)
    if origin is types.UnionType:
        return st.one_of([values(each) for each in arguments])
    if origin is tuple and arguments[-1] is not Ellipsis:
        return st.tuples(*map(values, arguments))
    if origin is tuple:
        return st.lists(values(arguments[0]), max_size=2).map(tuple)
    if origin is Mapping:
        return st.dictionaries(TEXT, values(arguments[1]), max_size=2)
    return st.sampled_from(list(kind))  # an enumeration


def whole(kind: Any) -> st.SearchStrategy[Any]:
    """Gives values of a dataclass with each of its fields filled."""
    hints = get_type_hints(kind)
    names = [field.name for field in dataclasses.fields(kind)]
    fields = {name: values(hints[name]) for name in names}
    if kind is RunStarted:
        fields["version"] = st.integers(0, EVENTS_VERSION)
    return st.builds(kind, **fields)
