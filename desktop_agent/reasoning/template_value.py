"""The answer of a template from the outputs of its nodes: a computed value stands in it."""

from collections.abc import Mapping
from dataclasses import replace

from desktop_agent.core.dependencies import order
from desktop_agent.core.research import QuestionType
from desktop_agent.core.template import Template
from desktop_agent.evidence.quantities.answers import same_answer
from desktop_agent.evidence.quantities.comparison import same_value
from desktop_agent.evidence.quantities.final_number import final_number
from desktop_agent.reasoning.outputs import NodeOutput, TemplateAnswer
from desktop_agent.reasoning.solvers.solved import Solved

_ONE_VALUE = (QuestionType.NUMERIC, QuestionType.FACTUAL)
_BARE = ("calculation", "verification")
"""Types of a last node whose text does not lead with the value."""
_OTHER = "This was worked out by code; an earlier working had given {earlier}."


def answer_of(
    template: Template,
    outputs: Mapping[str, NodeOutput | None],
    solved: Solved | None,
    kind: QuestionType,
) -> TemplateAnswer | None:
    """Gives the answer, or None where the last node gave nothing.

    A solver's value overrides the text of a model that does not state it; so does a number that a
    second computation stands by, where one value is asked for.
    """
    last = outputs.get(template.final.id)
    told = {name: output.text for name, output in outputs.items() if output is not None}
    if solved is not None:
        given = solved_answer(solved)
        text = last.text if last is not None and states(last.text, solved.value) else given.text
        return replace(given, text=text, outputs=told)
    if last is None:
        return None
    value, support = _computed(template, outputs)
    if (
        support
        and (kind in _ONE_VALUE or template.final.type in _BARE)
        and not states(last.text, value)
    ):
        return TemplateAnswer(f"**{value}**\n\n{support}", value, told)
    return TemplateAnswer(last.text, value or last.value, told)


def solved_answer(solved: Solved) -> TemplateAnswer:
    """Gives the answer of a solver alone."""
    text = f"**{solved.value}**\n\n{solved.explanation}".strip()
    return TemplateAnswer(text, solved.value, {}, solved.archetype)


def states(text: str, value: str) -> bool:
    """Says whether a text gives this value as its answer.

    A number is compared by value; anything else stands there word for word, or is a date or the like
    in another way of writing.
    """
    same = same_value(final_number(text), value)
    if same is not None:
        return same
    said = " ".join(value.casefold().split()) in " ".join(text.casefold().split())
    return said or same_answer(text, value, QuestionType.FACTUAL)


def _computed(template: Template, outputs: Mapping[str, NodeOutput | None]) -> tuple[str, str]:
    """Gives the value of the last calculation, and a text for it where a second computation stands by it.

    That may be another value than the calculation's own. Both are "" where nothing was computed.
    """
    last: dict[str, NodeOutput] = {}
    for name in order(template.needs):
        output = outputs.get(name)
        if output is not None and output.value and output.computed:
            last[template.node(name).type] = output
    worked, checked = last.get("calculation"), last.get("verification")
    if checked is None:
        return ("", "") if worked is None else (worked.value, "")
    if worked is None or worked.value == checked.value or same_value(worked.value, checked.value):
        return checked.value, worked.text if worked is not None else checked.text
    return checked.value, _OTHER.format(earlier=worked.value)
