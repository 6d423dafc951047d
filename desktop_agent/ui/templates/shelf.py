"""What the window needs of the templates; `storage.template_store.TemplateStore` has it."""

from collections.abc import Sequence
from typing import Protocol

from desktop_agent.core.plan import Plan
from desktop_agent.core.template import Template


class Loaded(Protocol):
    """What was read; ``faults`` are sentences about files that are no templates."""

    @property
    def templates(self) -> Sequence[Template]: ...

    @property
    def faults(self) -> Sequence[str]: ...


class TemplateShelf(Protocol):
    """The built-in templates and the person's own. All of it reads files: never in the window's thread."""

    def load(self) -> Loaded: ...

    def save(self, template: Template) -> object:
        """Keeps one as the person's own; raises `ValueError` or `StorageError`."""
        ...

    def remove(self, template_id: str) -> object:
        """Deletes one of the person's own; raises `ValueError` or `StorageError`."""
        ...

    def of_run(self, question: str, plan: Plan) -> Template:
        """Gives what a run's plan would be as a template."""
        ...


class TemplateSession(Protocol):
    """The session as far as templates go."""

    @property
    def templates(self) -> TemplateShelf: ...
