"""What the researcher is told, and how its replies and the output of its code are read."""

import ast
import re

from desktop_agent.agents.context import RunContext
from desktop_agent.agents.swarm.prompt import answered
from desktop_agent.core.messages import Message
from desktop_agent.core.research import QuestionType
from desktop_agent.evidence.quantities.final_number import final_number
from desktop_agent.evidence.quantities.quantity import parse_quantity
from desktop_agent.sandbox.base import Execution

CODE_SHARE = 0.5
"""Share of the time left that one program may run: what does not end can then still be mended."""

_RULES = """\
You are the researcher. You answer a question that can be computed by writing Python, which this \
program runs for you, and by reading what it prints. Today is {today}.
- Write one complete program in one ```python block. Nothing is kept between programs.
- It runs in a sandbox: Python's standard library, no files, no network, no input, no other \
programs; numpy and sympy may be missing. It ends after {seconds} s at the latest, so choose a quick \
method.
- Let the program work the answer out from what is given; a program that only prints an answer does \
not count.
- Its last line prints the answer, in the unit that is asked for: {result}
- {fence}"""
_RESULT = 'print("RESULT =", answer)'
_SIMULATED = """\
print("RESULT =", estimate, "±", standard_error, "(n trials, seed s)")
- Simulate: set a fixed seed (random.seed(1)), choose a number of trials that ends in time, and \
print the estimate, its standard error, the number of trials and the seed"""
_TASK = "The question:\n{task}"
_KNOWN = "{task}\n\nWhat is known so far:\n{known}"
_NO_CODE = (
    "That holds no program. Write one complete program in one ```python block that works the "
    "answer out and prints it: {result}"
)
_STATES = (
    "That program only states an answer. Write one that works it out from what is given, step by "
    "step, and prints it: {result}"
)
_FAILED = """\
The program did not run to its end:
{block}

Find the fault, and write the whole program again, corrected, in one ```python block."""
_RAN = """\
The program ran. This is what it printed:
{block}

Where that holds the answer, reply with one line and no code:
ANSWER: the value
Where it does not, write a corrected program in one ```python block; its last line is: {result}"""
_NOTHING = "(nothing)"

MOST_KNOWN = 6_000
"""Characters of what is known that are shown."""
_HEAD, _TAIL = 1_000, 2_000
"""Characters of the beginning and of the end of an output that are shown."""

_RESULT_LINE = re.compile(r"^[ \t*_`#>]{0,8}RESULT[ \t*_`]{0,4}[=:][ \t]*(.+)$", re.MULTILINE)
_LABELLED = re.compile(r"^[^=:]{1,80}[=:]\s*(.+)$")
_NO_VALUE = re.compile(
    r"(?:none|[-+]?(?:nan|inf|infinity)|\[\]|\{\}|\(\)|set\(\)|''|\"\"|n/?a|null|\.{3})\Z"
    r"|<|(?:error|unknown|undefined|fail|not (?:found|possible|available)|no solution)\b",
    re.IGNORECASE,
)
_LONGEST_VALUE = 300
_LONGEST_WORD = 60


def opening(ctx: RunContext, task: str, known: str, *, simulate: bool) -> tuple[Message, ...]:
    """Gives the conversation up to the task; ``known`` comes as a marked block."""
    rules = _RULES.format(
        today=ctx.today.isoformat(),
        seconds=max(1, min(60, int(ctx.budget.remaining_s * CODE_SHARE))),
        result=_SIMULATED if simulate else _RESULT,
        fence=ctx.fence.rule,
    )
    asked = _TASK.format(task=task)
    if known:
        asked = _KNOWN.format(task=asked, known=known_block(ctx, known))
    return (
        Message("system", rules),
        Message("user", asked, images=ctx.question.attachments),
    )


def known_block(ctx: RunContext, known: str) -> str:
    """Gives what was found before as a marked block, cut where it is long."""
    return ctx.fence.wrap(known[:MOST_KNOWN], "earlier results")


def without_code() -> Message:
    """Asks for a program, where a reply held none."""
    return Message("user", _NO_CODE.format(result=_RESULT))


def only_stated() -> Message:
    """Asks for a program that computes."""
    return Message("user", _STATES.format(result=_RESULT))


def outcome(ctx: RunContext, ended: Execution) -> Message:
    """Tells how the program ended; what it printed is data, whoever it seems to speak to."""
    if not ended.ok:
        said = shortened("\n".join(filter(None, (ended.output, ended.error))))
        return Message("user", _FAILED.format(block=ctx.fence.wrap(said, "the sandbox")))
    said = shortened(printed(ended)) or _NOTHING
    return Message("user", _RAN.format(block=ctx.fence.wrap(said, "the sandbox"), result=_RESULT))


def printed(ended: Execution) -> str:
    """Gives what a program printed, and the value of its last expression where there is one."""
    value = "" if ended.value == "None" else ended.value
    return "\n".join(filter(None, (ended.output.strip(), value)))


def shortened(text: str) -> str:
    """Gives a text without its middle where it is long; an error stands at the end."""
    if len(text) <= _HEAD + _TAIL:
        return text
    left_out = len(text) - _HEAD - _TAIL
    return f"{text[:_HEAD]}\n… {left_out:,} characters left out …\n{text[-_TAIL:]}"


def plain_value(ended: Execution) -> str:
    """Gives the value that a program came to where its output leaves no doubt, else empty.

    That is what stands behind the last ``RESULT =``, else a number on the last line or a short only
    line, else the value of the last expression.
    """
    if results := _RESULT_LINE.findall(ended.output):
        return _value(results[-1])
    lines = [line.strip() for line in ended.output.splitlines() if line.strip()]
    if not lines:
        return _value(_unquoted(ended.value))
    last = lines[-1]
    if parse_quantity(last) is not None:
        return _value(last)
    if len(lines) > 1 or len(last) > _LONGEST_WORD:
        return ""
    labelled = _LABELLED.match(last)
    if labelled is not None:
        return _value(labelled[1]) if parse_quantity(labelled[1]) is not None else ""
    return _value(last) if len(last.split()) <= 4 else ""


def reported_value(text: str) -> str:
    """Gives the value that the researcher reports after its program ran."""
    if results := _RESULT_LINE.findall(text):
        return _value(results[-1])
    value, named = answered(text, QuestionType.FACTUAL)
    return _value(value) if named else _value(final_number(text) or value)


def last_line(ended: Execution) -> str:
    """Gives the last line of an output as its value, where nothing better is to be had."""
    lines = [line.strip() for line in printed(ended).splitlines() if line.strip()]
    return _value(lines[-1]) if lines else ""


def _value(told: str) -> str:
    value = told.strip().strip("*_`").strip()
    if not value or len(value) > _LONGEST_VALUE or _NO_VALUE.match(value):
        return ""
    return value


def _unquoted(value: str) -> str:
    if value[:1] not in ("'", '"'):
        return value
    try:
        return str(ast.literal_eval(value))
    except (SyntaxError, ValueError):
        return value
