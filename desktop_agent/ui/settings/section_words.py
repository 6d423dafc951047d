"""What a page of the settings is called, and what is on it."""

from functools import partial

from PySide6.QtCore import QCoreApplication


def section_words(section: str) -> tuple[str, str]:
    """Gives title and text of the page with a section of the settings table."""
    tr = partial(QCoreApplication.translate, "SettingsDialog")
    return {
        "llm": (tr("Model"), tr("Who answers, and how it is spoken to.")),
        "search": (
            tr("Web search"),
            tr("Which engines are asked, in which order, and how gently."),
        ),
        "fetch": (tr("Pages"), tr("How pages are read.")),
        "agent": (tr("Answers"), tr("How a question is carried out.")),
        "swarm": (
            tr("Swarm"),
            tr("Several models that deep research asks the same, beside each other."),
        ),
        "sandbox": (
            tr("Code"),
            tr("How code that a model wrote is run; it reaches no files and no network."),
        ),
        "knowledge": (
            tr("Documents"),
            tr("How your own documents are indexed and searched."),
        ),
        "background": (
            tr("Background"),
            tr("Runs that wait, or go on while you do something else."),
        ),
        "network": (tr("Privacy"), tr("What may leave this computer.")),
        "appearance": (tr("Appearance"), tr("How the window looks.")),
    }[section]
