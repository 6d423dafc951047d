"""Scenes of deep runs: a plan, parts side by side, code, a swarm, and what their checks said."""

from desktop_agent.core.events import (
    AnswerGiven,
    BudgetSpent,
    Event,
    PlanMade,
    RunFinished,
    RunStarted,
    StepFinished,
    StepStarted,
    Verdict,
)
from desktop_agent.core.plan import Plan, Subtask
from desktop_agent.core.research import Source, Usage
from tests.ui import scenes

QUESTION = (
    "Is a heat pump cheaper than a gas boiler over 15 years for a house that needs 18,000 kWh?"
)
PLAN = Plan(
    (
        Subtask("1", "What do electricity and gas cost per kWh now, and how did they change?",
                "look_up"),
        Subtask("2", "Which seasonal figure do heat pumps reach in measured houses?", "look_up"),
        Subtask("3", "What do both systems cost to buy and to keep?", "reason"),
        Subtask("4", "What are the costs over 15 years at 18,000 kWh a year?", "compute",
                ("1", "2", "3")),
        Subtask("5", "How often is the heat pump cheaper when prices vary?", "simulate", ("4",)),
    )
)  # fmt: skip
FIRST = "Over 15 years a heat pump is usually cheaper to run, but costs more to buy."
CODE = """\
# costs over the years, with what it takes to buy and to keep
heat = 18_000
years = 15

def total(price, figure, buy, keep):
    return buy + years * (heat / figure * price + keep)

pump = total(0.31, 3.4, buy=24_000, keep=120)
boiler = total(0.12, 0.92, buy=11_000, keep=190)
print(f"{pump:,.0f} {boiler:,.0f}")
"""
ANSWER = """**Yes: about 50,400 € for the heat pump and 49,100 € for the boiler today, and the heat \
pump is cheaper in 71 % of 10,000 price paths** [1][2].

## What it rests on

| | Heat pump | Gas boiler |
|---|--:|--:|
| To buy | 24,000 € | 11,000 € |
| Energy over 15 years | 24,618 € | 35,217 € |
| To keep | 1,800 € | 2,850 € |

The seasonal figure of 3.4 was measured in 47 houses [2].

*Cut short: How often is the heat pump cheaper when prices vary? Out of time after 40 s.*
"""
SOURCES = (
    Source(1, "Energy prices for households", "https://prices.example.org/households", "a", True),
    Source(2, "Heat pumps in 47 houses", "https://lab.example.fi/47-houses", "b", True),
)


def started(question: str = QUESTION) -> RunStarted:
    return scenes.started(question, "deep", strategy_reason="a question with many parts")


def beginning() -> list[Event]:
    """The first plain answer, and the plan being made."""
    return [
        *scenes.step(
            *("s1", "main", "Answer right away"),
            _allotted("Answer right away", 30.0, 0.2),
            *scenes.streamed(FIRST, "s1", "draft"),
            scenes.called("s1", 612, 41, 2100),
            summary="",
        ),
        *scenes.step(
            *("s2", "supervisor", "Plan"),
            _allotted("Plan", 97.0, 2.6),
            scenes.called("s2", 940, 210, 5200, "supervisor"),
            summary="5 parts",
        ),
    ]


def proposal(plan: Plan = PLAN) -> PlanMade:
    return PlanMade(plan=plan, step_id="s2", proposed=True)


def looking_up() -> list[Event]:
    query = "household electricity and gas price per kWh"
    return [
        PlanMade(plan=PLAN, step_id="s2"),
        _part("s3", "researcher", "1"),
        _allotted(PLAN.subtasks[0].question, 60.0, 8.2),
        _part("s4", "researcher", "2"),
        _allotted(PLAN.subtasks[1].question, 60.0, 8.3),
        *scenes.tool(
            *("c1", "web_search", "s3", {"query": query}),
            scenes.searched(query, "duckduckgo", "ok", results=8, ms=640),
            summary="8 results",
            ms=655,
        ),
        *scenes.tool(
            *("c2", "web_fetch", "s3", {"url": SOURCES[0].url}),
            scenes.read(SOURCES[0].url, SOURCES[0].title, 9_120),
            summary="9,120 characters",
            ms=810,
        ),
        scenes.called("s3", 2210, 96, 3900),
        StepFinished(step_id="s3", summary="0.31 € for electricity, 0.12 € for gas"),
        scenes.called("s4", 1980, 74, 3100),
        StepFinished(step_id="s4", summary="3.4 on average in 47 houses"),
    ]


def reasoning() -> list[Event]:
    votes = {
        "value": "24,000 € and 11,000 €",
        "answers": [
            {"member": "qwen3:4b", "value": "24,000 € and 11,000 €"},
            {"member": "gemma3:4b", "value": "24000 and 11000 euros"},
            {"member": "llama3.2:3b", "value": "30,000 €"},
        ],
        "votes": 2, "asked": 3, "answered": 3, "rounds": 1,
    }  # fmt: skip
    return [
        _part("s5", "swarm", "3"),
        _allotted(PLAN.subtasks[2].question, 55.0, 15.8),
        StepStarted(step_id="s6", agent="swarm", title="qwen3:4b", parent_id="s5"),
        StepStarted(step_id="s7", agent="swarm", title="gemma3:4b", parent_id="s5"),
        scenes.called("s6", 880, 60, 2600, "swarm"),
        StepFinished(step_id="s6"),
        scenes.called("s7", 880, 71, 3300, "swarm"),
        StepFinished(step_id="s7"),
        Verdict(by="swarm", ok=True, details=votes, step_id="s5"),
        StepFinished(step_id="s5", summary="24,000 € and 11,000 €"),
    ]


def computing() -> list[Event]:
    """A part that code computes; it is still at it when this ends."""
    return [
        _part("s8", "researcher", "4"),
        _allotted(PLAN.subtasks[3].question, 60.0, 22.0),
        scenes.called("s8", 1460, 180, 4800, "researcher"),
        *scenes.tool("code-1", "run_python", "s8", {"code": CODE}, summary="50,418 49,067", ms=4),
    ]


def ending() -> list[Event]:
    """The last part runs out of time; what there is, is put together and computed anew."""
    recomputed = {"candidate": "50,400 €", "recomputed": "50418", "agreed": True, "code_ran": True}
    return [
        StepFinished(step_id="s8", summary="50,418 € and 49,067 €"),
        _part("s9", "researcher", "5"),
        _allotted(PLAN.subtasks[4].question, 40.0, 30.0),
        StepFinished(step_id="s9", status="stopped", summary="out of time after 40 s"),
        *scenes.step(
            *("s10", "supervisor", "Synthesis"),
            _allotted("Synthesis", 60.0, 71.0),
            *scenes.streamed(ANSWER, "s10"),
            scenes.called("s10", 3620, 240, 8100, "supervisor"),
        ),
        Verdict(by="numeric", ok=True, details=recomputed),
        AnswerGiven(text=ANSWER, question_type="boolean", sources=SOURCES, grounded=True),
        RunFinished(status="answered", usage=Usage(8, 12_582, 972), t=84.0),
    ]


def deep() -> list[Event]:
    return [*beginning(), *looking_up(), *reasoning(), *computing(), *ending()]


def _part(step_id: str, agent: str, part: str) -> StepStarted:
    title = next(each.question for each in PLAN.subtasks if each.id == part)
    return StepStarted(step_id=step_id, agent=agent, title=title, part=part)


def _allotted(part: str, seconds: float, elapsed: float) -> BudgetSpent:
    return BudgetSpent(elapsed_s=elapsed, remaining_s=300 - elapsed, part=part, part_s=seconds)
