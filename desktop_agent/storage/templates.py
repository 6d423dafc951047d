"""Stored reasoning templates, both built-in and user-defined."""

from dataclasses import replace
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from desktop_agent.core.template import (
    MOST_CHARACTERS,
    Template,
    template_from_json,
    template_to_json,
)
from desktop_agent.core.text import display_name
from desktop_agent.storage.files import remove_file, write_atomic
from desktop_agent.system.resources import resource_path

_MOST_OWN = 500
_MOST_BYTES = 4 * MOST_CHARACTERS  # UTF-8 uses up to four bytes per character
_parse = lru_cache(maxsize=2 * _MOST_OWN)(template_from_json)  # a run reads all templates


class LoadedTemplates(NamedTuple):
    """The valid templates, built-in ones first, and one message per invalid file."""

    templates: tuple[Template, ...] = ()
    faults: tuple[str, ...] = ()


class TemplateStore:
    """The built-in templates and the user's own, which are stored as JSON files in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def load(self) -> LoadedTemplates:
        """Return all templates; invalid files are skipped and reported in the result."""
        found: dict[str, Template] = {}
        faults: list[str] = []
        for path, own in self._files(faults):
            try:
                template = _read(path, own=own)
            except ValueError as error:
                fault = str(error)
            else:
                other = found.setdefault(template.id, template)
                if other is template:
                    continue
                what = "own" if other.own else "built-in"
                fault = f"there is another {what} template called {template.id}"
            faults.append(f"The template {display_name(path.name)} is left out: {fault}.")
        return LoadedTemplates(tuple(found.values()), tuple(faults))

    def save(self, template: Template) -> Template:
        """Save a template as one of the user's own and return it.

        A user template with the same id is replaced. Raise `ValueError` if the template is invalid
        or has the id of a built-in one, and `StorageError` if it cannot be written; the old content
        then remains.
        """
        if template.id in self._built_in():
            raise ValueError(f"{template.id} is the id of a built-in template; choose another")
        own = replace(template, own=True)
        text = template_to_json(own)
        path = self._own().get(own.id, self._folder / f"{own.id}.json")
        write_atomic(path, text.encode())
        return own

    def remove(self, template_id: str) -> bool:
        """Delete one of the user's templates; return False if none has that id.

        Raise `ValueError` if the id is that of a built-in template, and `StorageError` if the file
        cannot be deleted.
        """
        if template_id in self._built_in():
            raise ValueError(f"{template_id} is built in and cannot be removed")
        path = self._own().get(template_id)
        if path is None:
            return False
        remove_file(path)
        return True

    def _built_in(self) -> frozenset[str]:
        return frozenset(path.stem for path in resource_path("templates").glob("*.json"))

    def _own(self) -> dict[str, Path]:
        found: dict[str, Path] = {}
        for path in self._own_files():
            try:
                found.setdefault(_read(path, own=True).id, path)
            except ValueError:
                continue
        return found

    def _files(self, faults: list[str]) -> list[tuple[Path, bool]]:
        own = self._own_files()
        if len(own) > _MOST_OWN:
            faults.append(
                f"There are more than {_MOST_OWN} templates in {self._folder}; the rest is left out."
            )
        built_in = sorted(resource_path("templates").glob("*.json"))
        return [(path, False) for path in built_in] + [(path, True) for path in own[:_MOST_OWN]]

    def _own_files(self) -> list[Path]:
        # read one more than the limit, to notice that there are too many
        return sorted(islice(self._folder.glob("*.json"), _MOST_OWN + 1))


def _read(path: Path, *, own: bool) -> Template:
    """Read a template; raise `ValueError` if the file is unreadable or invalid."""
    try:
        if not path.is_file():  # reading a pipe would block
            raise ValueError("it is not a file")
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise ValueError(f"it cannot be read: {error.strerror}") from None
    if len(data) > _MOST_BYTES:
        raise ValueError(f"it is longer than {MOST_CHARACTERS:,} characters")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError("it is not UTF-8") from None
    return _parse(text, own=own)
