"""Checks arguments against a JSON Schema that came from outside."""

from collections.abc import Mapping
from typing import Any

from desktop_agent.core.messages import JsonObject
from desktop_agent.core.short_line import short_line

_SLOW = ("pattern", "patternProperties", "format")
"""Keywords that run regular expressions of the schema's: one can be made to take for ever."""
_LONGEST = 300


def argument_fault(arguments: JsonObject, schema: JsonObject) -> str:
    """Says what is wrong with arguments, or gives "".

    A schema that is none lets everything pass: the server checks by itself. Nothing is fetched that
    a schema refers to.
    """
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import SchemaError, best_match
    from jsonschema.validators import extend, validator_for
    from referencing import Registry
    from referencing.exceptions import Unresolvable

    kind = validator_for(schema, default=Draft202012Validator)
    quick: Mapping[str, Any] = dict.fromkeys(_SLOW, _passes)
    try:
        checker: Any = extend(kind, quick)  # type: ignore[no-untyped-call]  # left open by the stubs
        checking = checker(schema, registry=Registry())
        error = best_match(checking.iter_errors(dict(arguments)))
    except (SchemaError, Unresolvable, RecursionError, ValueError, TypeError, AttributeError):
        return ""
    if error is None:
        return ""
    where = ".".join(str(part) for part in error.absolute_path) or "arguments"
    return short_line(f"the argument {where!r} is wrong: {error.message}", _LONGEST)


def _passes(*_what: object) -> None:
    return None
