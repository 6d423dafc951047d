"""User settings from a TOML file, overridden by the environment and then by the command line.

Each layer is validated separately, so that errors name their origin. Values in the file must have
the exact type, whereas values from the environment are text and are converted.
"""

import difflib
import json
import os
from collections.abc import Callable, Mapping, MutableMapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from desktop_agent.core.errors import SettingsError, SettingsFileError, StorageError
from desktop_agent.core.settings import SETTING_VARIABLES, Settings
from desktop_agent.storage.files import locked, read_file, sync_folder, write_atomic
from desktop_agent.storage.paths import Paths

PREFIX = "DESKTOP_AGENT_"
_NOT_A_SETTING = "DESKTOP_AGENT_HOME"

_Layer = dict[str, Any]


def load_settings(
    paths: Paths, environ: Mapping[str, str], overrides: Mapping[str, object] | None = None
) -> Settings:
    """Load the settings: defaults, then the file, then the environment, then ``overrides``.

    Environment variables are named ``DESKTOP_AGENT_<SECTION>__<KEY>``; those in `SETTING_VARIABLES`
    are read too. A list is written as JSON or as comma-separated values. A table is written as a
    JSON object and replaces the table from an earlier layer. ``overrides`` has dotted keys
    (``llm.model``). Raise `SettingsError` if a key is unknown or its value is invalid; the error
    names the key, the file or variable, and the remedy.
    """
    merged: _Layer = {}
    for layer in (
        _read_file(paths.settings_file),
        _read_environment(environ),
        _read_overrides(overrides or {}),
    ):
        for section, values in layer.items():
            merged.setdefault(section, {}).update(values)
    return Settings.model_validate(merged)


def settings_in(data: bytes) -> Settings:
    """Parse the content of a settings file; raise `SettingsError` if it is invalid."""
    return Settings.model_validate(_layer_in(data, "the settings file"))


def change_setting(paths: Paths, key: str, value: object) -> None:
    """Write one setting (``llm.model``) to the file, leaving the rest unchanged.

    If ``value`` is None, the key is removed, so that the default applies again. Raise
    `SettingsError` if the key is unknown, the value is invalid, or the file cannot be changed.
    """
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    file = paths.settings_file
    checked = _read_overrides({key: value})
    section, name = _split(key)
    if value is not None:
        value = getattr(getattr(Settings.model_validate(checked), section), name)
    with locked(file):
        _read_file(file)
        try:
            document = tomlkit.parse((read_file(file) or b"").decode())
            if value is None:
                if section in document:
                    document[section].pop(name, None)
            else:
                if section not in document:
                    document[section] = tomlkit.table()
                _put(document[section], name, value)
            text = tomlkit.dumps(document)
        except (TOMLKitError, RecursionError, ValueError) as error:
            raise SettingsError(
                f"{file} cannot be changed: {error}.", f"Set {key} there by hand."
            ) from None
        write_atomic(file, text.encode())


class NetworkSwitch:
    """Tracks the setting ``network.offline``, keeping its last value while the file is invalid."""

    def __init__(
        self, paths: Paths, environ: Mapping[str, str], overrides: Mapping[str, object]
    ) -> None:
        self._paths, self._environ, self._overrides = paths, environ, overrides
        self._file = paths.settings_file  # looked at for each piece of each reply
        self._read: tuple[int, ...] | None = None
        self._offline = False

    def is_offline(self) -> bool:
        """Return whether the network is off; the file is read again only if it has changed."""
        stamp = self._stamp()
        if stamp != self._read:
            with suppress(SettingsError):
                settings = load_settings(self._paths, self._environ, self._overrides)
                self._offline = settings.network.offline
            self._read = stamp
        return self._offline

    def _stamp(self) -> tuple[int, ...]:
        try:
            found = self._file.stat()
        except OSError:
            return ()
        return (found.st_mtime_ns, found.st_size, found.st_ino)


def set_settings_aside(paths: Paths) -> Path:
    """Rename the settings file and return its new path; raise `StorageError` on failure."""
    file = paths.settings_file
    with locked(file):
        number, kept = 1, file.with_stem(f"{file.stem}-damaged")
        while os.path.lexists(kept):
            number += 1
            kept = file.with_stem(f"{file.stem}-damaged-{number}")
        try:
            file.rename(kept)
            sync_folder(file.parent)
        except OSError as error:
            raise StorageError(
                f"{file} cannot be renamed: {error.strerror}.",
                "Check the write permissions of its folder.",
            ) from None
    return kept


def _put(table: Any, name: str, value: object) -> None:
    """Write a value to a TOML table, keeping the comments on unchanged entries of nested tables."""
    there = table.get(name)
    if not (isinstance(value, Mapping) and isinstance(there, MutableMapping)):
        table[name] = list(value) if isinstance(value, tuple) else value
        return
    for gone in there.keys() - value.keys():
        del there[gone]
    for key, each in value.items():
        if there.get(key) != each:
            there[key] = each


def origin_of(key: str, environ: Mapping[str, str], overrides: Mapping[str, object]) -> str:
    """Return the variable or option (``--name``) that overrides a setting, or "" if none does."""
    if overrides.get(key) is not None:
        return "--" + key.partition(".")[2].replace("_", "-")
    variable = _variable(key)
    own = next((name for name in environ if name.upper() == variable), "")
    others = (name for name, setting in SETTING_VARIABLES.items() if setting == key)
    return own or next((name for name in others if environ.get(name, "").strip()), "")


def _read_file(file: Path) -> _Layer:
    try:
        return _layer_in(read_file(file) or b"", str(file))
    except (SettingsError, StorageError) as error:
        raise SettingsFileError(error.message, error.remedy) from None


def _layer_in(data: bytes, place: str) -> _Layer:
    from tomllib import TOMLDecodeError, loads

    try:
        layer = loads(data.decode())
        _check(_with_tuples(layer), lambda key: f"The key {key!r} in {place}", strict=True)
    except TOMLDecodeError as error:
        raise SettingsError(f"{place} is not valid TOML: {error}.", "Correct that line.") from None
    except UnicodeDecodeError:
        raise SettingsError(f"{place} is not UTF-8 text.", "Save it as UTF-8.") from None
    except RecursionError:
        raise SettingsError(
            f"{place} is nested too deeply.", "Correct the line with too many brackets or dots."
        ) from None
    except ValueError:  # Python's limit for numbers, whose message is not helpful here
        raise SettingsError(
            f"{place} is not valid TOML: a number or a date in it is too large.",
            "Correct that line.",
        ) from None
    return layer


def _read_environment(environ: Mapping[str, str]) -> _Layer:
    layer: _Layer = {}
    for name, dotted in SETTING_VARIABLES.items():
        section, _, key = dotted.partition(".")
        if value := environ.get(name, "").strip():
            layer.setdefault(section, {})[key] = value
    for name, value in environ.items():
        if not name.upper().startswith(PREFIX) or name.upper() == _NOT_A_SETTING:
            continue
        section, _, key = name[len(PREFIX) :].lower().partition("__")
        default = _default(f"{section}.{key}", f"The environment variable {name}", _variable)
        if default is None and not value:
            continue
        layer.setdefault(section, {})[key] = _converted(value, default)
    _check(layer, lambda key: f"The environment variable {_variable(key)}", strict=False)
    return layer


def _variable(key: str) -> str:
    return PREFIX + key.replace(".", "__").upper()


def _converted(value: str, default: object) -> object:
    """Convert a variable to a list or table if the default is a list or table.

    Other values are converted by validation.
    """
    if isinstance(default, dict):
        return _parsed(value) if value.strip() else {}
    if not isinstance(default, tuple):
        return value
    if value.lstrip().startswith("["):
        return _parsed(value)
    return [part.strip() for part in value.split(",") if part.strip()]


def _parsed(value: str) -> object:
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value  # a text is neither a list nor a table, so the check rejects it


def _read_overrides(overrides: Mapping[str, object]) -> _Layer:
    layer: _Layer = {}
    for dotted, value in overrides.items():
        section, name = _split(dotted)
        if value is not None:
            layer.setdefault(section, {})[name] = value
    _check(layer, lambda key: f"The option {key!r}", strict=False)
    return layer


def _split(dotted: str) -> tuple[str, str]:
    _default(dotted, f"The option {dotted!r}")
    section, _, name = dotted.partition(".")
    return section, name


def _default(key: str, where: str, spell: Callable[[str], str] = repr) -> object:
    """Return the default of the setting ``key``; raise `SettingsError` if it does not exist."""
    known = {
        f"{section}.{name}": getattr(field.default, name)
        for section, field in Settings.model_fields.items()
        for name in type(field.default).model_fields
    }
    if key in known:
        return known[key]
    near = difflib.get_close_matches(key, known, n=1)
    raise SettingsError(
        f"{where} isn't a setting.",
        f"Did you mean {spell(near[0])}?" if near else "Correct the name or remove it.",
    )


def _check(layer: _Layer, where: Callable[[str], str], *, strict: bool) -> None:
    """Raise `SettingsError` if the layer is invalid; ``where`` describes where a key is set."""
    try:
        Settings.model_validate(layer, strict=strict)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
    else:
        return
    key = ".".join(str(part) for part in first["loc"][:2])
    if first["type"] == "extra_forbidden":
        _default(key, where(key))
    if len(first["loc"]) == 1:
        raise SettingsError(
            f"{where(key)} isn't a table.", f"Write [{key}] with its keys below it."
        )
    wrong = first["msg"].removeprefix("Value error, ").replace("Input should be", "it should be")
    wrong = wrong.replace("tuple", "list").replace("dictionary", "table")
    if isinstance(part := first["loc"][-1], str) and len(first["loc"]) > 2:
        wrong = f"{part!r}: {wrong}"
    raise SettingsError(f"{where(key)} is invalid: {wrong}.", "Correct or remove it.")


def _with_tuples(value: object) -> Any:
    """Convert lists to tuples, as strict validation requires."""
    if isinstance(value, dict):
        return {key: _with_tuples(each) for key, each in value.items()}
    if isinstance(value, list):
        return tuple(_with_tuples(each) for each in value)
    return value
