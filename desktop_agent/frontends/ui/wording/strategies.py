"""Names and descriptions of the strategies, and translations of step titles."""

from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QCoreApplication

# --- Step titles, written in English by the agents


def step_title(title: str) -> str:
    """Translate the title of a step; return unknown titles unchanged."""
    return step_titles().get(title, title)


def step_titles() -> dict[str, str]:
    """Return the step titles that the agents write, mapped to their translations."""
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


def tr(text: str) -> str:
    """Translate in the context "Reasoning"."""
    return QCoreApplication.translate("Reasoning", text)


@dataclass(frozen=True, slots=True)
class Strategy:
    """A strategy for answering; ``tip`` describes what it does and what it costs."""

    name: str
    title: str
    tip: str


def strategies() -> tuple[Strategy, ...]:
    """Return the selectable strategies in the order of the pickers."""
    return (
        Strategy(
            "auto", tr("Auto"), tr("Chooses by the question, and by whether there is a model")
        ),
        Strategy(
            "evidence",
            tr("Evidence"),
            tr("Extracts the answer from pages and quotes them; no model call"),
        ),
        Strategy(
            "quick",
            tr("Quick"),
            tr("One agent with its tools; 1 to 4 model calls"),
        ),
        Strategy(
            "verified",
            tr("Careful"),
            tr("A second agent criticises the draft; 2 to 6 model calls"),
        ),
        Strategy(
            "team",
            tr("Team"),
            tr("A verifier, a searcher and an answerer take turns; 2 to 10 model calls"),
        ),
        Strategy(
            "deep",
            tr("Deep"),
            tr(
                "Plans the question in parts and works on them side by side, with code and checks; "
                "3 to about 40 model calls, up to all of its time"
            ),
        ),
    )
