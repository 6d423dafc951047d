"""The reasoning templates as the faces see them: read, kept, removed, proposed."""

from pathlib import Path

from desktop_agent.core.plan import Plan
from desktop_agent.core.template import Template
from desktop_agent.storage.template_store import LoadedTemplates, TemplateStore


class Templates:
    """The built-in templates and the person's own. What is not ``async`` reads files: use a thread."""

    def __init__(self, folder: Path) -> None:
        self._store = TemplateStore(folder)

    def load(self) -> LoadedTemplates:
        """Reads all of them; files that are no templates are named in ``faults``.

        Raises:
            StorageError: the program is installed without its files.
        """
        return self._store.load()

    def save(self, template: Template) -> Template:
        """Keeps one as the person's own; raises `ValueError` or `StorageError`."""
        return self._store.save(template)

    def remove(self, template_id: str) -> bool:
        """Deletes one of the person's own; raises `ValueError` or `StorageError`."""
        return self._store.remove(template_id)

    def of_run(self, question: str, plan: Plan) -> Template:
        """Gives what the plan of a run that went well would be as a template, to be looked over.

        Raises:
            ValueError: it is no plan, or too large for a template.
        """
        from desktop_agent.reasoning.kept_run import template_of_run

        return template_of_run(question, plan, taken=[each.id for each in self.load().templates])
