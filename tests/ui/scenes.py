"""Scenes for the stage: what happens in a run, as the agents would tell it."""

from typing import Any

from PySide6.QtCore import QAbstractItemModel
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from desktop_agent.core.events import (
    AnswerGiven,
    BudgetSpent,
    Channel,
    DiscoveryFlagged,
    Event,
    ModelCall,
    Network,
    PageRead,
    RunFinished,
    RunStarted,
    SearchAttempt,
    SearchFailed,
    StepFinished,
    StepStarted,
    TextDelta,
    ThinkingDelta,
    ToolFinished,
    ToolStarted,
    Verdict,
)
from desktop_agent.core.research import EngineAttempt, Outcome, Source, Usage

QUESTION = "How do heat pumps compare with gas boilers in cold winters?"

FOLLOW_UPS = (
    "How much does a heat pump cost to install?",
    "Which heat pumps still work below −20 °C, and how much of their output is left at such \
temperatures?",
)

DRAFT = """Heat pumps stay efficient in the cold, but their output falls as it gets colder.

## In short

- At **−10 °C** a modern air-source heat pump still delivers about *2 to 2.5 kWh* of heat per kWh of \
electricity [1].
- A condensing gas boiler delivers about 0.92 kWh per kWh of gas at any outdoor temperature [2].

- In field tests in Finland the seasonal figure was **2.6** and it never failed [3].

> The lower the flow temperature of the heating, the better every heat pump does [1].

So the heat pump uses less energy in every month of the year.
"""

ANSWER = """**Heat pumps use about half the energy of a gas boiler even in cold winters**, but they \
need a correctly sized unit and cost more to buy [1][3].

## How they compare

| At −10 °C | Air-source heat pump | Condensing gas boiler |
|---|--:|--:|
| Heat per kWh of energy | 2.0–2.5 kWh | 0.92 kWh |
| Output against +7 °C | about 75 % | 100 % |
| Back-up needed | below −20 °C | none |

- At **−10 °C** a modern air-source heat pump still delivers about *2 to 2.5 kWh* of heat per kWh of \
electricity [1].
- A condensing gas boiler delivers about 0.92 kWh per kWh of gas at any outdoor temperature [2].
- In field tests in Finland the seasonal figure was **2.6** [3].

> The lower the flow temperature of the heating, the better a heat pump does [1].

## Running costs

A rule of thumb, with prices per kWh:

```python
def cheaper(electricity: float, gas: float, cop: float = 2.6) -> str:
    # compare the price of one kWh of heat
    return "heat pump" if electricity / cop < gas / 0.92 else "gas boiler"
```

1. Look up both prices on your bill.
2. Divide each by the figure above.
3. The smaller one is cheaper to run.
"""

SOURCES = (
    Source(
        1,
        "Heat pumps in cold climates: field results",
        "https://energy.example.org/cold",
        "a",
        True,
    ),
    Source(
        2,
        "Condensing boilers: seasonal efficiency",
        "https://www.heating.example.com/boilers",
        "b",
        True,
    ),
    Source(
        3, "A winter with air-source heat pumps in Finland", "https://lab.example.fi/winter-study"
    ),
)


def pieces(text: str, size: int = 24) -> list[str]:
    return [text[at : at + size] for at in range(0, len(text), size)]


def delta(text: str, step: str = "s", channel: Channel = "final") -> TextDelta:
    return TextDelta(step_id=step, channel=channel, text=text)


def streamed(text: str, step: str, channel: Channel = "final") -> list[TextDelta]:
    return [TextDelta(step_id=step, channel=channel, text=piece) for piece in pieces(text)]


def started(question: str = QUESTION, strategy: str = "verified", **about: Any) -> RunStarted:
    usual: dict[str, Any] = {"provider": "ollama", "model": "qwen3:4b", "budget_s": 300}
    return RunStarted(question=question, strategy=strategy, **(usual | about))


def called(step: str, prompt: int, completion: int, ms: int, agent: str = "main") -> ModelCall:
    return ModelCall(
        agent=agent,
        model="qwen3:4b",
        prompt_tokens=prompt,
        completion_tokens=completion,
        ms=ms,
        step_id=step,
        context_tokens=16384,
    )


def read(url: str, title: str, chars: int, **about: Any) -> PageRead:
    return PageRead(url=url, final_url=url, title=title, chars=chars, **about)


def step(step_id: str, agent: str, title: str, *events: Event, **finished: Any) -> list[Event]:
    begun = StepStarted(step_id=step_id, agent=agent, title=title)
    return [begun, *events, StepFinished(step_id=step_id, **finished)]


def tool(
    call_id: str,
    name: str,
    step_id: str,
    arguments: dict[str, str],
    *events: Event,
    **finished: Any,
) -> list[Event]:
    begun = ToolStarted(call_id=call_id, tool=name, arguments=arguments, step_id=step_id)
    usual: dict[str, Any] = {"ok": True}
    return [begun, *events, ToolFinished(call_id=call_id, tool=name, **(usual | finished))]


def searched(query: str, engine: str, outcome: str, **about: Any) -> SearchAttempt:
    return SearchAttempt(engine=engine, query=query, outcome=outcome, **about)


def gathering() -> list[Event]:
    """The main agent thinks and searches: one engine blocks, the next answers, two pages are read."""
    query = "heat pump efficiency −10 °C field test"
    page, title = "https://energy.example.org/cold", "Heat pumps in cold climates: field results"
    thought = (
        "The question compares two ways of heating in the cold. I need measured seasonal "
        "figures for both, and what happens to the output at low temperatures."
    )
    return [
        *step(
            *("s1", "main", "Think and gather evidence"),
            ThinkingDelta(step_id="s1", channel="draft", text=thought),
            TextDelta(step_id="s1", channel="draft", text="I will look that up."),
            called("s1", 812, 96, 3120),
            status="ok",
            summary="asks for web_search, web_fetch",
        ),
        *tool(
            *("c1", "web_search", "s1", {"query": query}),
            searched(query, "duckduckgo", "blocked", ms=412, detail="a challenge page"),
            Network(
                host="lite.duckduckgo.com", purpose="search", bytes_sent=812, bytes_received=14210
            ),
            searched(query, "tavily", "ok", results=8, ms=934),
            Network(host="api.tavily.com", purpose="search", bytes_sent=640, bytes_received=22480),
            summary="8 results",
            ms=1351,
        ),
        *tool(
            *("c2", "web_fetch", "s1", {"url": page}),
            read(page, title, 18_420),
            Network(
                host="energy.example.org", purpose="page", bytes_sent=520, bytes_received=61200
            ),
            summary="18,420 characters",
            ms=702,
        ),
        BudgetSpent(elapsed_s=9.0, remaining_s=291.0),
    ]


def drafting(text: str = DRAFT) -> list[Event]:
    written = (*streamed(text, "s2", "draft"), called("s2", 6204, 188, 6410))
    summary = f"{len(text)} characters"
    return step("s2", "main", "Write the answer", *written, status="ok", summary=summary)


def refining() -> list[Event]:
    details = {
        "verdict": "revise",
        "missing": ["what it costs to run"],
        "faults": ["“every month of the year” does not follow from the results"],
        "note": "",
        "follow_ups": FOLLOW_UPS,
    }
    return [
        *step(
            *("s3", "consulter", "Critique the draft"),
            delta('{"missing": ["what it costs to run"], ', "s3", "critique"),
            delta('"faults": [], "verdict": "revise"}', "s3", "critique"),
            called("s3", 6588, 44, 1980, "consulter"),
            status="ok",
        ),
        Verdict(by="consulter", ok=False, details=details),
        *step(
            *("s4", "main", "Refine the answer"),
            *streamed(ANSWER, "s4"),
            called("s4", 6702, 402, 11870),
            status="ok",
        ),
        DiscoveryFlagged(
            title="Seasonal figure of 2.6 in Finland",
            description="Field tests over one winter.",
            url="https://lab.example.fi/winter-study",
        ),
        AnswerGiven(text=ANSWER, sources=SOURCES, grounded=True),
    ]


USAGE = Usage(model_calls=4, prompt_tokens=20_306, completion_tokens=730)


def verified() -> list[Event]:
    return [
        *gathering(),
        *drafting(),
        *refining(),
        RunFinished(status="answered", usage=USAGE, t=24.6),
    ]


def approved() -> list[Event]:
    """The critique finds nothing: the draft is the answer."""
    return [
        *drafting(),
        Verdict(by="consulter", ok=True, details={"verdict": "ok"}),
        AnswerGiven(text=DRAFT, sources=SOURCES[:2]),
        RunFinished(status="answered", usage=USAGE),
    ]


def from_memory() -> list[Event]:
    """No engine answers: the model says what it knows, marked as such."""
    text = (
        "Web search failed, so this is from memory and unchecked.\n\n"
        "Modern air-source heat pumps still give about **two units of heat** per unit of "
        "electricity at −10 °C."
    )
    attempts = (
        EngineAttempt("duckduckgo", "heat pumps", Outcome.BLOCKED),
        EngineAttempt("tavily", "heat pumps", Outcome.NETWORK_ERROR),
    )
    return [
        StepStarted(step_id="s1", agent="main", title="Think and gather evidence"),
        *tool(
            *("c1", "web_search", "s1", {"query": "heat pumps"}),
            searched("heat pumps", "duckduckgo", "blocked", ms=380),
            searched("heat pumps", "tavily", "network_error", ms=90),
            searched("heat pumps", "brave", "skipped", detail="no API key"),
            SearchFailed(attempts=attempts),
            ok=False,
            summary="search failed",
            ms=480,
        ),
        *streamed(text, "s2"),
        AnswerGiven(text=text, from_internal_knowledge=True),
        RunFinished(status="answered", usage=Usage(2, 1900, 120), t=7.9),
    ]


def failing() -> list[Event]:
    error = "Ollama does not have the model qwen3:8b."
    remedy = "Pull it with: ollama pull qwen3:8b, or choose another model below."
    return [
        *step("s1", "main", "Think and gather evidence", status="failed", summary=error),
        RunFinished(status="failed", error=error, pullable="qwen3:8b", remedy=remedy),
    ]


def press(widget: QWidget, text: str) -> None:
    next(each for each in widget.findChildren(QPushButton) if each.text() == text).click()


def labels(widget: QWidget) -> str:
    """Return the texts of a widget's labels that are not hidden."""
    return " | ".join(label.text() for label in widget.findChildren(QLabel) if not label.isHidden())


def rows_of(model: QAbstractItemModel) -> list[str]:
    """Return what stands in the first column of each row that is under no other."""
    return [model.index(row, 0).data() for row in range(model.rowCount())]
