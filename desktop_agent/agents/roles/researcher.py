"""The researcher, which answers by writing code, running it and reading its output."""

import ast
import re
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from desktop_agent.agents.answers.quantities import final_number, parse_quantity
from desktop_agent.agents.model_call import Ask, Reply, turn
from desktop_agent.agents.reply_parsing import json_object, without_thinking
from desktop_agent.agents.roles.swarm import answered
from desktop_agent.agents.run_context import RunContext
from desktop_agent.core.errors import BudgetExceeded, ModelError
from desktop_agent.core.messages import Message
from desktop_agent.core.research import QuestionType
from desktop_agent.tools.sandbox.base import Execution

# --- Python code in replies: a fenced block, a JSON field, or bare code

_LONGEST = 100_000
_BLOCK = re.compile(
    r"^[ \t]{0,8}(?P<fence>`{3,}|~{3,})[ \t]*(?P<language>[\w+.-]{0,20})[^\n]{0,80}\n"
    r"(?P<code>.*?)(?:\n[ \t]{0,8}(?P=fence)[`~]*[ \t]*$|\Z)",
    re.DOTALL | re.MULTILINE,
)
_PYTHON = frozenset(("python", "python3", "py", "py3", "tool_code", "code"))
_FIELDS = ("code", "python", "source", "program", "script")
_STATES_ONLY = frozenset(("print", "str", "repr", "round", "int", "float", "format"))
_WORKS = (
    ast.BinOp,
    ast.Compare,
    ast.For,
    ast.While,
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
    ast.GeneratorExp,
)


@dataclass(frozen=True, slots=True)
class CodeReply:
    """A reply split into its code ("" if there is none) and the surrounding text."""

    code: str
    prose: str


def read_code(text: str) -> CodeReply:
    """Extract the code from a reply, without mistaking prose for code.

    If there are several blocks, the last one is used. If it uses names that the other blocks
    define, they are all put before it. An unclosed block extends to the end of the reply. Thinking
    blocks are ignored.
    """
    said = without_thinking(text[:_LONGEST]).strip()
    blocks = list(_python_blocks(said))
    if blocks:
        return CodeReply(_joined(blocks), _BLOCK.sub("", said).strip())
    code = _of_json(said) or _bare(said)
    return CodeReply(code, "" if code else said)


def computes(code: str) -> bool:
    """Return whether code computes something; ``print(42)``, for example, only states a value.

    Code that does not parse counts as computing, because running it reveals the error.
    """
    tree = _parsed(code)
    return tree is None or any(map(_works, ast.walk(tree)))


def printing_result(code: str) -> str:
    """Append code that prints ``RESULT`` if the code assigns that name without printing it."""
    tree = _parsed(code)
    if tree is None or "RESULT" not in _stored(tree):
        return code
    printed = (node for node in ast.walk(tree) if _called(node) == "print")
    if any("RESULT" in ast.unparse(node) for node in printed):
        return code
    return f"{code.rstrip()}\nprint('RESULT', '=', RESULT)"


def same_code(one: str, other: str) -> bool:
    """Return whether two programs are equal, ignoring comments, spacing and quote style."""
    first, second = _parsed(one), _parsed(other)
    if first is None or second is None:
        return one.split() == other.split()
    return ast.dump(first) == ast.dump(second)


def _python_blocks(said: str) -> Iterator[str]:
    for block in _BLOCK.finditer(said):
        language, code = block["language"].lower(), block["code"].strip("\n")
        if not code.strip():
            continue
        if language == "json" or (not language and code.lstrip().startswith("{")):
            code = _of_json(code.strip())
            if code:
                yield code
        elif language in _PYTHON or (not language and _bare(code)):
            yield code


def _joined(blocks: list[str]) -> str:
    last, before = blocks[-1], blocks[:-1]
    tree = _parsed(last)
    if tree is None or not before:
        return last
    wanted = _loaded(tree) - _stored(tree)
    given = {name for each in before if (part := _parsed(each)) for name in _stored(part)}
    return "\n\n".join(blocks) if wanted & given else last


def _of_json(said: str) -> str:
    data = json_object(said) if said.startswith("{") else None
    if data is None:
        return ""
    inner = data.get("arguments", data.get("parameters"))
    return _field(data) or (_field(inner) if isinstance(inner, dict) else "")


def _field(data: Mapping[str, Any]) -> str:
    for name in _FIELDS:
        value = data.get(name)
        if isinstance(value, str) and value.strip():
            inner = list(_python_blocks(value)) if "```" in value else []
            return _joined(inner) if inner else value.strip("\n")
    return ""


def _bare(said: str) -> str:
    """Return the text if it consists entirely of code, otherwise "".

    A single name does not count as code.
    """
    tree = _parsed(said)
    return said if tree is not None and any(map(_does, tree.body)) else ""


def _does(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Call)
    return not isinstance(statement, ast.AnnAssign | ast.Pass)


def _works(node: ast.AST) -> bool:
    if isinstance(node, ast.Call):
        return _called(node) not in _STATES_ONLY
    if isinstance(node, ast.BinOp):
        return not isinstance(node.left, ast.Constant) or not isinstance(node.left.value, str)
    return isinstance(node, _WORKS)


def _called(node: ast.AST) -> str:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id
    return ""


def _loaded(tree: ast.Module) -> set[str]:
    return {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    }


def _stored(tree: ast.Module) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()):
                found.add(name)
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                found.add(name)
            case ast.alias(name=name, asname=other):
                found.add(other or name.partition(".")[0])
            case _:
                pass
    return found


def _parsed(code: str) -> ast.Module | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # such as one for a stray backslash in the model's code
            return ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


# --- Prompts, and reading replies and program output

CODE_SHARE = 0.5
"""Share of the remaining time for one program, leaving time to repair one that never ends."""

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
"""Maximum number of characters of earlier results in a prompt."""
_HEAD, _TAIL = 1_000, 2_000
"""Number of characters shown from the beginning and from the end of an output."""

_RESULT_LINE = re.compile(r"^[ \t*_`#>]{0,8}RESULT[ \t*_`]{0,4}[=:][ \t]*(.+)$", re.MULTILINE)
_LABELLED = re.compile(r"^[^=:]{1,80}[=:]\s*(.+)$")
_NO_VALUE = re.compile(
    r"(?:none|[-+]?(?:nan|inf|infinity)|\[\]|\{\}|\(\)|set\(\)|''|\"\"|n/?a|null|\.{3})\Z"
    r"|<|(?:error|unknown|undefined|fail|not (?:found|possible|available)|no solution)\b",
    re.IGNORECASE,
)
_LONGEST_VALUE = 300
_LONGEST_WORD = 60


def _opening(ctx: RunContext, task: str, known: str, *, simulate: bool) -> tuple[Message, ...]:
    asked = with_known(ctx, _TASK.format(task=task), known)
    seconds = max(1, min(60, int(ctx.budget.remaining_s * CODE_SHARE)))
    result = _SIMULATED if simulate else _RESULT
    return ctx.conversation(_RULES, asked, history=False, seconds=str(seconds), result=result)


def with_known(ctx: RunContext, task: str, known: str) -> str:
    """Append earlier findings, if any, to a task as a marked block, truncated if necessary."""
    if not known:
        return task
    return _KNOWN.format(task=task, known=ctx.fence.wrap(known[:MOST_KNOWN], "earlier results"))


def _outcome(ctx: RunContext, ended: Execution) -> Message:
    if not ended.ok:
        said = shortened("\n".join(filter(None, (ended.output, ended.error))))
        return Message("user", _FAILED.format(block=ctx.fence.wrap(said, "the sandbox")))
    said = shortened(_printed(ended)) or _NOTHING
    return Message("user", _RAN.format(block=ctx.fence.wrap(said, "the sandbox"), result=_RESULT))


def _printed(ended: Execution) -> str:
    value = "" if ended.value == "None" else ended.value
    return "\n".join(filter(None, (ended.output.strip(), value)))


def shortened(text: str) -> str:
    """Cut out the middle of a long text. The end is kept because errors appear there."""
    if len(text) <= _HEAD + _TAIL:
        return text
    left_out = len(text) - _HEAD - _TAIL
    return f"{text[:_HEAD]}\n… {left_out:,} characters left out …\n{text[-_TAIL:]}"


def plain_value(ended: Execution) -> str:
    """Return the value that a program computed, or "" if the output is ambiguous.

    The value is the text after the last ``RESULT =``. Failing that, it is the number on the last
    line, the only line if it is short, or, without any output, the value of the last expression.
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
    """Return the value stated in the researcher's reply after a program has run."""
    if results := _RESULT_LINE.findall(text):
        return _value(results[-1])
    value, named = answered(text, QuestionType.FACTUAL)
    return _value(value) if named else _value(final_number(text) or value)


def _last_line(ended: Execution) -> str:
    lines = [line.strip() for line in _printed(ended).splitlines() if line.strip()]
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


AGENT = "researcher"
MOST_ROUNDS = 5
_MOST_WITHOUT_CODE = 2
_MOST_TOKENS = 500


@dataclass(frozen=True, slots=True)
class Worked:
    """A researcher's result.

    ``value`` is the bare answer, or "" if unknown; ``text`` is the answer in words. ``ran`` says
    whether any program ran to completion. If so, ``code`` and ``output`` are the last such program
    and its output; otherwise, they are the last program and its error. ``note`` describes the
    problem, if there was one.
    """

    value: str
    text: str
    code: str
    output: str
    rounds: int
    ran: bool
    note: str = ""


@dataclass(slots=True)
class _Work:
    messages: tuple[Message, ...]
    rounds: int = 0
    without_code: int = 0
    tried: list[str] = field(default_factory=list)
    code: str = ""
    ended: Execution | None = None
    value: str = ""
    prose: str = ""
    note: str = ""
    over: bool = False

    @property
    def ran(self) -> bool:
        return self.ended is not None and self.ended.ok

    def say(self, reply: Reply, told: Message) -> None:
        self.messages += (reply.message, told)

    def finish(self, note: str = "") -> None:
        self.over, self.note = True, note


async def research_by_code(
    ctx: RunContext, task: str, known: str = "", *, simulate: bool = False
) -> Worked:
    """Solve a task in at most five rounds of writing code, running it and reading its output.

    The loop ends early if the code printed a clear result, if the model repeats itself, if two
    replies in a row contain no code that computes anything, or if code cannot be run.

    ``known`` contains earlier findings, which are passed on as data. If ``simulate``, the model is
    asked for a seeded simulation that reports its standard error. Errors of `turn` propagate only
    if no code has run yet.
    """
    assert ctx.code is not None, "research by code needs something that runs code"
    work = _Work(_opening(ctx, task, known, simulate=simulate))
    try:
        while not work.over and work.rounds < MOST_ROUNDS:
            await _round(ctx, work)
    except (BudgetExceeded, ModelError) as error:
        if not work.ran:
            raise
        work.finish(error.message)
    return _worked(work)


async def _round(ctx: RunContext, work: _Work) -> None:
    title = "Write code" if not work.tried else "Read the output"
    reply = await turn(ctx, Ask(AGENT, title, "work", work.messages, most_tokens=_MOST_TOKENS))
    work.rounds += 1
    read = read_code(reply.text)
    if not read.code and work.ran:
        work.value, work.prose = reported_value(reply.text), read.prose
        work.finish()
    elif not read.code:
        _insist(work, reply, _NO_CODE, "The model wrote no code.")
    elif not computes(read.code):
        _insist(work, reply, _STATES, "The model's code only states an answer.")
    elif any(same_code(read.code, earlier) for earlier in work.tried):
        work.finish("The model wrote the same code again.")
    else:
        work.without_code = 0
        work.prose = read.prose
        work.tried.append(read.code)
        await _run(ctx, work, reply, printing_result(read.code))


def _insist(work: _Work, reply: Reply, asked: str, fault: str) -> None:
    work.without_code += 1
    work.say(reply, Message("user", asked.format(result=_RESULT)))
    if work.without_code >= _MOST_WITHOUT_CODE:
        work.finish(fault)


async def _run(ctx: RunContext, work: _Work, reply: Reply, code: str) -> None:
    assert ctx.code is not None
    ctx.budget.check()
    seconds = round(ctx.budget.remaining_s * CODE_SHARE, 1) or 0.1
    ended = await ctx.code.run(code, reply.step_id, seconds)
    if ended.ok or not work.ran:  # a failure does not replace code that ran
        work.code, work.ended = code, ended
    if ended.status == "refused":
        work.finish(ended.error)
    elif ended.ok and (value := plain_value(ended)):
        work.value = value
        work.finish()
    work.say(reply, _outcome(ctx, ended))


def _worked(work: _Work) -> Worked:
    ended, note = work.ended, work.note
    value, output = work.value, ""
    if ended is not None:
        output = _printed(ended) if ended.ok else ended.error
        value = value or (_last_line(ended) if ended.ok else "")
    if not work.ran and not note:
        note = f"No code ran to its end in {work.rounds} rounds."
    return Worked(
        value=value,
        text=_text(work.prose, shortened(output), value) if work.ran else "",
        code=work.code,
        output=output,
        rounds=work.rounds,
        ran=work.ran,
        note=note,
    )


def _text(prose: str, output: str, value: str) -> str:
    parts = [prose]
    if len(output.splitlines()) > 1 or value not in output:
        parts.append(f"The code printed:\n{output}")
    parts.append(f"Worked out by code: {value}" if value else "The code gave no single value.")
    return "\n\n".join(filter(None, parts))
