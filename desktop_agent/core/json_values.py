"""Values of the program as JSON, and back: what is kept in files of our own."""

from functools import cache
from typing import Any

from desktop_agent.core.errors import StorageError


@cache
def _form(form: Any) -> Any:
    from pydantic import ConfigDict, TypeAdapter  # only those who keep values pay for it

    # a dataclass takes its configuration from what it stands in
    binary = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64")
    return TypeAdapter(tuple[form], config=binary)


def to_json(form: Any, value: Any) -> Any:
    """Gives a value of the type ``form`` as JSON can hold it."""
    return _form(form).dump_python((value,), mode="json")[0]


def from_json(form: Any, data: Any) -> Any:
    """Gives the value of the type ``form`` that `to_json` had made ``data`` of.

    Raises:
        StorageError: it is none; the place of the fault is named.
    """
    from pydantic import ValidationError

    try:
        return _form(form).validate_python((data,))[0]
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"][1:])
        name = getattr(form, "__name__", str(form))
        raise StorageError(
            f"What is kept of a {name} is wrong at {where!r}: {first['msg']}."
        ) from None
