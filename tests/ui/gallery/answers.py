"""Answers that show what the window can render, as scenes for the stage."""

from collections.abc import Sequence
from dataclasses import replace

from desktop_agent.core.events import (
    AnswerGiven,
    Network,
    PageRead,
    RunFinished,
    StepFinished,
    StepStarted,
    TextDelta,
)
from desktop_agent.core.research import CitationCheck, Claim, Source, Usage
from tests.ui import scenes
from tests.ui.evidence_scenes import FIELD, WINTER
from tests.ui.stage import Step

RICH_QUESTION = "Explain how a binary search works, with code and its cost."
RICH = """A **binary search** finds a value in a sorted list by halving what is left [1].

1. Compare the value with the one in the middle.
2. Go on in the half where it must be:
   - the left half when it is *smaller*,
   - the right half when it is *larger*.
3. Stop when nothing is left.

```python
def find(values: list[int], wanted: int) -> int | None:
    low, high = 0, len(values)
    while low < high:  # what is left is values[low:high]
        middle = (low + high) // 2
        if values[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low if low < len(values) and values[low] == wanted else None
```

Each step halves the rest, so the number of steps is at most $\\lceil \\log_2 (n + 1) \\rceil$:

$$T(n) = T\\left(\\frac{n}{2}\\right) + O(1) = O(\\log n)$$

| Values | Linear search | Binary search |
|--:|--:|--:|
| 1,000 | 500 | 10 |
| 1,000,000 | 500,000 | 20 |
| 1,000,000,000 | 500,000,000 | 30 |

> The idea is simple, the details are not: for years most published versions had a fault [2].

- [x] The list is sorted
- [x] The middle is computed without overflow
- [ ] Equal values: this finds the first of them

See also `bisect.bisect_left` in the [standard library](https://docs.example.org/bisect).

"""

_RICH_SOURCES = (
    Source(1, "Searching sorted lists", "https://algorithms.example.org/search", "c", True),
    Source(2, "Why the textbook version was wrong", "https://blog.example.com/midpoint", "d", True),
)


PAGE = f"""Heat pumps in cold climates: field results

Air-source heat pumps take heat from the outdoor air. As the air gets colder there is less to take, \
and the compressor has to lift it further. This report follows 40 houses over one winter.

Method

Electricity and heat were metered every five minutes. Houses with a wood stove were left out, and so \
were days on which a meter failed. Nothing was corrected for the weather.

Results

{FIELD} At −20 °C it was 1.6 to 1.9, and the back-up heater ran on eleven days. {WINTER} The best \
house reached 3.2, the worst 2.1; the difference is almost all in the flow temperature.

Each degree less of flow temperature saves about 2 % of electricity. Radiators sized for 45 °C are \
therefore worth more than a better unit.

What the report does not say

The price of the units and of their fitting was not recorded. Noise was measured, and is reported \
in a part of its own.
"""


def answer(
    question: str, text: str, sources: tuple[Source, ...], claims: tuple[Claim, ...] = ()
) -> list[Step]:
    return [
        scenes.started(question),
        StepStarted(step_id="s1", agent="main", title="Write the answer"),
        *(TextDelta(step_id="s1", channel="final", text=each) for each in scenes.pieces(text, 400)),
        StepFinished(step_id="s1", status="ok"),
        AnswerGiven(text=text, sources=sources, claims=claims, grounded=bool(claims)),
        RunFinished(status="answered", usage=Usage(2, 4_100, 610), t=12.4),
    ]


def rich() -> list[Step]:
    return answer(RICH_QUESTION, RICH, _RICH_SOURCES)


def stored(events: Sequence[Step], snapshot: str) -> list[Step]:

    def kept(source: Source) -> Source:
        return replace(source, snapshot=snapshot) if source.snapshot else source

    return [
        replace(each, sources=tuple(kept(source) for source in each.sources))
        if isinstance(each, AnswerGiven)
        else each
        for each in events
    ]


def cited(snapshot: str) -> list[Step]:

    def check(quote: str) -> CitationCheck:
        start = PAGE.index(quote)
        return CitationCheck(1, "supported", quote, start, start + len(quote), snapshot)

    def claim(text: str, quote: str) -> Claim:
        one = check(quote)
        return Claim(text, (1,), one.mark, one.quote, one.start, one.end, "", (one,))

    text = (
        "At −10 °C a heat pump still delivers 2.1 to 2.5 kWh of heat per kWh of electricity [1].\n\n"
        "Over a whole winter the figure was 2.6 [1]."
    )
    first, second = text.split("\n\n")
    url = scenes.SOURCES[0].url
    source = Source(1, scenes.SOURCES[0].title, url, snapshot, True)
    begun, *rest = answer(
        scenes.QUESTION, text, (source,), (claim(first, FIELD), claim(second, WINTER))
    )
    read = PageRead(url=url, final_url=url, title=source.title, chars=len(PAGE), snapshot=snapshot)
    return [
        begun,
        Network(host="energy.example.org", purpose="page", bytes_sent=520, bytes_received=61_200),
        read,
        *rest,
    ]
