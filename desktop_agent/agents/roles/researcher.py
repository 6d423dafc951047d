"""The researcher, which answers by writing code, running it and reading the output."""

import ast
import re
import warnings
from dataclasses import dataclass, replace

from desktop_agent.agents.answers.quantities import final_number, parse_quantity
from desktop_agent.agents.model_call import Ask, turn
from desktop_agent.agents.roles.swarm import answered
from desktop_agent.agents.run_context import RunContext
from desktop_agent.core.errors import BudgetExceeded, ModelError
from desktop_agent.core.messages import Message
from desktop_agent.core.research import QuestionType
from desktop_agent.tools.sandbox.base import Execution

# --- Prompts

CODE_SHARE = 0.5
"""Share of the remaining time for one program, leaving time to repair one that never ends."""

_RULES = """\
You answer a question by writing a Python program, which is run for you. Today is {today}.
- The program has the standard library alone: no files, no network, no input. It ends after \
{seconds} s at the latest.
- {fence}"""
_PROGRAM = """\
Reply with one complete Python program in one ```python block and no other text. It works the \
answer out from what is given, a variable for each step. Its last line prints the answer, in the \
unit that is asked for: {result}"""
_RESULT = 'print("RESULT =", answer)'
_SIMULATED = """\
print("RESULT =", estimate, "±", standard_error, "(n trials, seed s)")
Simulate: set a fixed seed (random.seed(1)), choose a number of trials that ends in time, and \
print the estimate, its standard error, the number of trials and the seed."""
_TASK = "The question:\n{task}"
_KNOWN = "{task}\n\nWhat is known so far:\n{known}"
_NO_CODE = (
    "That holds no program that works the answer out. Write one complete program in one ```python "
    f"block that works it out from what is given, and ends with {_RESULT}"
)
_FAILED = """\
The program did not run to its end:
{block}

Find the fault, and write the whole program again, corrected, in one ```python block."""
_RAN = f"""\
The program ran. This is what it printed:
{{block}}

Where that holds the answer, reply with one line and no code:
ANSWER: the value
Where it does not, write a corrected program in one ```python block; its last line is: {_RESULT}"""

MOST_KNOWN = 6_000
"""Maximum number of characters of earlier results in a prompt."""
_HEAD, _TAIL = 1_000, 2_000
"""Number of characters shown from the beginning and from the end of an output."""


def with_known(ctx: RunContext, task: str, known: str) -> str:
    """Append earlier findings, if any, to a task as a fenced block, truncated if necessary."""
    if not known:
        return task
    return _KNOWN.format(task=task, known=ctx.fence.wrap(known[:MOST_KNOWN], "earlier results"))


# --- Python code in replies: a fenced block, or bare code

_LONGEST = 100_000
_BLOCK = re.compile(
    r"^[ \t]{0,8}(?P<fence>`{3,}|~{3,})[ \t]*(?P<language>[\w+.-]{0,20})[^\n]{0,80}\n"
    r"(?P<code>.*?)(?:\n[ \t]{0,8}(?P=fence)[`~]*[ \t]*$|\Z)",
    re.DOTALL | re.MULTILINE,
)
_PYTHON = frozenset(("python", "python3", "py", "py3", "tool_code", "code"))
_STATES_ONLY = frozenset(("print", "str", "repr", "round", "int", "float", "format"))
_LOOPS = (ast.Compare, ast.For, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)  # fmt: skip


def read_code(text: str) -> tuple[str, str]:
    """Return the code in a reply, or "" if there is none, and the text around it.

    If there are several blocks, the last one is used. An unclosed block extends to the end of the
    reply.
    """
    said = text[:_LONGEST].strip()
    blocks = [
        block["code"].strip("\n")
        for block in _BLOCK.finditer(said)
        if block["language"].lower() in _PYTHON
        or (not block["language"] and _is_code(block["code"]))
    ]
    if blocks:
        return blocks[-1], _BLOCK.sub("", said).strip()
    return (said, "") if _is_code(said) else ("", said)


def computes(code: str) -> bool:
    """Return whether code computes something; ``print(42)``, for example, only states a value.

    Code that does not parse counts as computing something, because running it reveals the error.
    """
    tree = _parsed(code)
    return tree is None or any(map(_works, ast.walk(tree)))


def _works(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id=name)):
            return name not in _STATES_ONLY
        case ast.BinOp(left=ast.Constant(value=str())):
            return False  # such as "%s" % 42
    return isinstance(node, (ast.Call, ast.BinOp, *_LOOPS))


def _is_code(said: str) -> bool:
    """Return whether the text consists entirely of code, not counting a single name or value."""
    tree = _parsed(said)
    return tree is not None and any(
        isinstance(each.value, ast.Call)
        if isinstance(each, ast.Expr)
        else not isinstance(each, ast.AnnAssign | ast.Pass)
        for each in tree.body
    )


def _normalized(code: str) -> str:
    """Normalize code by removing comments and optional spacing."""
    tree = _parsed(code)
    return " ".join(code.split()) if tree is None else ast.dump(tree)


def _parsed(code: str) -> ast.Module | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # such as one for a stray backslash in the model's code
            return ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


# --- Values in replies and in the output of programs

_RESULT_LINE = re.compile(r"^[ \t*_`#>]{0,8}RESULT[ \t*_`]{0,4}[=:][ \t]*(.+)$", re.MULTILINE)
_LABELLED = re.compile(r"^[^=:]{1,80}[=:]\s*(.+)$")
_NO_VALUE = re.compile(
    r"(?:none|[-+]?(?:nan|inf|infinity)|\[\]|\{\}|\(\)|set\(\)|''|\"\"|n/?a|null|\.{3})\Z"
    r"|<|(?:error|unknown|undefined|fail|not (?:found|possible|available)|no solution)\b",
    re.IGNORECASE,
)
_LONGEST_VALUE = 300
_LONGEST_WORD, _MOST_WORDS = 60, 4


def plain_value(ended: Execution) -> str:
    """Return the value that a program computed, or "" if its output is ambiguous.

    The value follows the last ``RESULT =``. Failing that, it is the number on the last line, or the
    only line if that is short.
    """
    if results := _RESULT_LINE.findall(ended.output):
        return _value(results[-1])
    *others, last = _printed(ended).splitlines() or [""]
    if parse_quantity(last) is not None:
        return _value(last)
    if others or len(last) > _LONGEST_WORD:
        return ""
    if labelled := _LABELLED.match(last):
        return _value(labelled[1]) if parse_quantity(labelled[1]) is not None else ""
    return _value(last) if len(last.split()) <= _MOST_WORDS else ""


def _reported_value(text: str) -> str:
    """Return the value stated in a reply after a program has run."""
    if results := _RESULT_LINE.findall(text):
        return _value(results[-1])
    value, named = answered(text, QuestionType.FACTUAL)
    return _value(value if named else final_number(text) or value)


def _value(told: str) -> str:
    value = told.strip().strip("*_`").strip()
    return "" if len(value) > _LONGEST_VALUE or _NO_VALUE.match(value) else value


def _printed(ended: Execution) -> str:
    """Return the non-empty output lines and the value of the last expression."""
    value = "" if ended.value == "None" else ended.value.strip("'\"")
    return "\n".join(filter(None, map(str.strip, (*ended.output.splitlines(), value))))


def shortened(text: str) -> str:
    """Cut the middle out of long text. The end is kept because errors appear there."""
    if len(text) <= _HEAD + _TAIL:
        return text
    left_out = len(text) - _HEAD - _TAIL
    return f"{text[:_HEAD]}\n… {left_out:,} characters left out …\n{text[-_TAIL:]}"


# --- Rounds of writing, running and reading

AGENT = "researcher"
MOST_ROUNDS = 5
_MOST_WITHOUT_CODE = 2
_MOST_TOKENS = 500


@dataclass(frozen=True, slots=True)
class Worked:
    """A researcher's result.

    ``value`` is the bare answer, or "" if unknown; ``text`` is the answer in words. ``ran`` is True
    if any program ran to completion. ``code`` and ``output`` are the last such program and its
    output or, if there is none, the last program and its error. ``note`` describes the problem, if
    any.
    """

    value: str = ""
    text: str = ""
    code: str = ""
    output: str = ""
    ran: bool = False
    note: str = ""


async def research_by_code(
    ctx: RunContext,
    task: str,
    known: str = "",
    *,
    simulate: bool = False,
    rounds: int = MOST_ROUNDS,
    without_code: int = _MOST_WITHOUT_CODE,
) -> Worked:
    """Solve a task in a few rounds of writing code, running it and reading its output.

    The loop ends early if the code prints a clear result, if the model repeats itself, if
    ``without_code`` consecutive replies contain no code that computes anything, or if code cannot
    be run. If no code ran, the value is the one stated in the last reply.

    ``known`` contains earlier findings, which are passed on as data. If ``simulate`` is True, the
    model is asked for a seeded simulation that reports its standard error. Errors raised by `turn`
    are passed on only if no code has run yet.
    """
    assert ctx.code is not None, "research by code needs something that runs code"
    # what is asked for stands last: small models have forgotten what stands before a long question
    asked = with_known(ctx, _TASK.format(task=task), known)
    program = _PROGRAM.format(result=_SIMULATED if simulate else _RESULT)
    seconds = str(max(1, min(60, int(ctx.budget.remaining_s * CODE_SHARE))))
    messages = ctx.conversation(_RULES, f"{asked}\n\n{program}", history=False, seconds=seconds)
    done = Worked(note=f"No code finished running in {rounds} rounds.")
    tried: list[str] = []
    in_words, title = 0, "Write code"
    try:
        for _ in range(rounds):
            ask = Ask(AGENT, title, "work", messages, most_tokens=_MOST_TOKENS)
            reply = await turn(ctx, ask)
            code, prose = read_code(reply.text)
            if not code and done.ran:
                return _worked(done, _reported_value(reply.text), prose)
            if not code or not computes(code):
                in_words += 1
                if in_words == without_code:
                    said = "" if done.ran else _reported_value(reply.text)
                    note = "The model wrote no code that does the calculation."
                    return replace(done, value=done.value or said, note=note)
                messages += (reply.message, Message("user", _NO_CODE))
                continue
            if _normalized(code) in tried:
                return replace(done, note="The model wrote the same code again.")
            in_words, title = 0, "Read the output"
            tried.append(_normalized(code))
            done, ended = await _run(ctx, done, code, prose, reply.step_id)
            if ended.status == "refused" or (ended.ok and plain_value(ended)):
                return done
            messages += (reply.message, _outcome(ctx, ended))
    except (BudgetExceeded, ModelError) as error:
        if not done.ran:
            raise
        return replace(done, note=error.message)
    return done


async def _run(
    ctx: RunContext, done: Worked, code: str, prose: str, step_id: str
) -> tuple[Worked, Execution]:
    assert ctx.code is not None
    ctx.budget.check()
    seconds = round(ctx.budget.remaining_s * CODE_SHARE, 1) or 0.1
    ended = await ctx.code.run(code, step_id, seconds)
    if ended.status == "refused":
        done = replace(done, note=ended.error)
    elif ended.ok:
        ran = Worked(code=code, output=_printed(ended), ran=True)
        done = _worked(ran, plain_value(ended), prose)
    elif not done.ran:  # a failure does not replace code that ran
        done = replace(done, code=code, output=ended.error)
    return done, ended


def _outcome(ctx: RunContext, ended: Execution) -> Message:
    if ended.ok:
        said, told = _printed(ended) or "(nothing)", _RAN
    else:
        said, told = "\n".join(filter(None, (ended.output, ended.error))), _FAILED
    return Message("user", told.format(block=ctx.fence.wrap(shortened(said), "the sandbox")))


def _worked(done: Worked, value: str, prose: str) -> Worked:
    """Build the result of code that ran; the value defaults to the last output line."""
    lines = done.output.splitlines() or [""]
    value = value or _value(lines[-1])
    parts = [prose]
    if len(lines) > 1 or value not in done.output:
        parts.append(f"The code printed:\n{shortened(done.output)}")
    parts.append(f"Worked out by code: {value}" if value else "The code gave no single value.")
    return replace(done, value=value, text="\n\n".join(filter(None, parts)))
