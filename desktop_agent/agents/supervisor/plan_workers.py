"""Who has to be in a plan, whatever the model planned: a maths worker, a simulation."""

import re
from dataclasses import replace

from desktop_agent.core.plan import Plan, Subtask, SubtaskKind
from desktop_agent.core.research import QuestionType

_SIMULATION = re.compile(
    r"\bsimulat(?:e|es|ed|ing|ion|ions)\b|\bmonte[ -]?carlo\b|\brandom walks?\b|"
    r"\bagent[- ]based model|\bbootstrap (?:sample|estimate|interval)|"
    r"\bplay(?:ed|ing)? (?:it |this |the game )?(?:out )?(?:a )?(?:thousand|million|\d[\d,]*) times\b|"
    r"\bsimulier|\bsimule[rz]?\b|\bsimul(?:a|ar|ación|ation|azione)\b",
    re.IGNORECASE,
)
_CALCULATION = re.compile(
    r"(?<![\d.,])(?!(?:1[0-9]|20)\d\d(?![\d.,]))\d|\b(?:calculat|comput|convert|multipl|divid|subtract|"
    r"averag|differen|ratio|percent|combin|doubl|berechn)\w*|\b(?:sum|total|twice|half|per|together|"
    r"how (?:much|many) (?:more|less|fewer|times|\w+er)|how many \w+ (?:\w+er|more|less))\b",
    re.IGNORECASE,
)
"""What a number that is worked out is asked for with; a year alone is no sign of it."""
_MATHS = "Work out the number that this question asks for: {question}"
_SIMULATE = "Answer this by a simulation in code: {question}"


def asks_simulation(question: str) -> bool:
    """True where a question speaks of playing something through rather than of working it out."""
    return _SIMULATION.search(question) is not None


def with_workers(plan: Plan, question: str, question_type: QuestionType, most: int) -> Plan:
    """Gives the plan with the worker that its question cannot do without.

    A question that speaks of a simulation gets one, any other that asks for a number gets a maths
    worker, but for a fact that is only looked up. Where the only part just thinks, or there are
    ``most`` parts already, the last part that thinks becomes the worker's; else the worker comes
    last and builds on all others.
    """
    kinds = {part.kind for part in plan.subtasks}
    if asks_simulation(question):
        if "simulate" in kinds:
            return plan
        return _added(plan, "simulate", _SIMULATE.format(question=question), most)
    if question_type is not QuestionType.NUMERIC or kinds & {"compute", "simulate"}:
        return plan
    only_looked_up = len(plan.subtasks) == 1 and kinds == {"look_up"}
    if only_looked_up and not _CALCULATION.search(question):
        return plan
    return _added(plan, "compute", _MATHS.format(question=question), most)


def _added(plan: Plan, kind: SubtaskKind, question: str, most: int) -> Plan:
    parts = plan.subtasks
    if len(parts) == 1 or len(parts) >= most:
        free = [part for part in parts if part.kind == "reason"]
        if kind == "simulate" and not free:
            free = [part for part in parts if part.kind == "compute"]
        if free:
            changed = tuple(replace(p, kind=kind) if p is free[-1] else p for p in parts)
            return _noted(plan, changed, f"{free[-1].id} is worked on in code.")
    if len(parts) >= most:
        return plan
    taken = {part.id for part in parts}
    name = "maths" if kind == "compute" else "simulation"
    while name in taken:
        name += "_"
    worker = Subtask(name, question, kind, tuple(part.id for part in parts))
    return _noted(plan, (*parts, worker), f"{name} was added.")


def _noted(plan: Plan, parts: tuple[Subtask, ...], note: str) -> Plan:
    return replace(plan, subtasks=parts, note=f"{plan.note} {note}".strip())
