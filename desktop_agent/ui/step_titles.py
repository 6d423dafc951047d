"""The titles of steps, which the agents write in English, in the language of the window."""

from functools import partial

from PySide6.QtCore import QCoreApplication


def step_title(title: str) -> str:
    """Translates the title of a step; one that is not known comes back as it is."""
    return step_titles().get(title, title)


def step_titles() -> dict[str, str]:
    """Gives the titles that the agents write, each with its translation."""
    tr = partial(QCoreApplication.translate, "Steps")
    return {
        "Gather evidence": tr("Gather evidence"),
        "Think and gather": tr("Think and gather"),
        "Look at the results": tr("Look at the results"),
        "Write the answer": tr("Write the answer"),
        "Refine the answer": tr("Refine the answer"),
        "Hold the answer to the evidence": tr("Hold the answer to the evidence"),
        "Ask again for text": tr("Ask again for text"),
        "Criticise the draft": tr("Criticise the draft"),
        "Is what was found enough?": tr("Is what was found enough?"),
        "What to search for next": tr("What to search for next"),
        "Check the citations": tr("Check the citations"),
        "Answer at once": tr("Answer at once"),
        "Plan": tr("Plan"),
        "Critique": tr("Critique"),
        "Synthesis": tr("Synthesis"),
        "Repair": tr("Repair"),
        "Write code": tr("Write code"),
        "Read the output": tr("Read the output"),
        "Work the number out again": tr("Work the number out again"),
        "Look at both workings": tr("Look at both workings"),
        "Explain the number": tr("Explain the number"),
    }
