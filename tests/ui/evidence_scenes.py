"""Scenes of evidence, marks and verdicts, as the agents would tell them."""

from dataclasses import replace

from desktop_agent.core.events import (
    AnswerGiven,
    Event,
    EvidenceFound,
    ModelCall,
    RunFinished,
    RunStarted,
    SearchAttempt,
    TextDelta,
    Verdict,
)
from desktop_agent.core.research import CitationCheck, Claim, Mark, Passage, Source, Usage
from tests.ui import scenes

FIELD = "In the field the units still delivered 2.1 to 2.5 kWh of heat per kWh of electricity at −10 °C."
WINTER = "The mean seasonal performance factor over the winter was 2.6."


def _claim(text: str, *checks: CitationCheck, reason: str = "") -> Claim:
    marks: tuple[Mark, ...] = ("supported", "partly", "contradicted", "unconfirmed")
    best = min(checks, key=lambda check: marks.index(check.mark), default=None)
    if best is None:
        return Claim(text, mark="unconfirmed", reason=reason)
    return Claim(
        text,
        tuple(check.source for check in checks),
        best.mark,
        best.quote,
        best.start,
        best.end,
        best.reason,
        checks,
    )


def _good(source: int, quote: str) -> CitationCheck:
    return CitationCheck(source, "supported", quote, 120, 120 + len(quote), "a")


CLAIMS = (
    _claim("**Heat pumps use about half the energy of a gas boiler even in cold winters**, but they "
           "need a correctly sized unit and cost more to buy [1][3].",
           CitationCheck(
               1, "partly",
               "Measured over the season the houses used 40 to 55 % less energy than with gas.",
               10, 88, "a", "the page says nothing of what a unit costs"),
           CitationCheck(3, "unconfirmed", reason="the page was not read, only its snippet")),
    _claim("At **−10 °C** a modern air-source heat pump still delivers about *2 to 2.5 kWh* of heat "
           "per kWh of electricity [1].", _good(1, FIELD)),
    _claim("A condensing gas boiler delivers about 0.92 kWh per kWh of gas at any outdoor "
           "temperature [2].",
           CitationCheck(
               2, "contradicted",
               "Condensing operation needs a return temperature below 55 °C; the seasonal "
               "efficiency of the tested boilers was 0.86.",
               40, 160, "b", "the page says 0.86, not 0.92")),
    _claim("In field tests in Finland the seasonal figure was **2.6** [3].", _good(3, WINTER)),
    _claim("The lower the flow temperature of the heating, the better a heat pump does [1].",
           _good(1, "Each degree less of flow temperature saves about 2 % of electricity.")),
    _claim("| Output against +7 °C | about 75 % | 100 % |", reason="no source holds 75 %"),
)  # fmt: skip


def _search(query: str, ms: int, results: int = 0) -> SearchAttempt:
    outcome = "ok" if results else "no_results"
    return scenes.searched(query, "duckduckgo", outcome, results=results, ms=ms)


EVIDENCE = EvidenceFound(
    question="What is the latest stable version of Python?",
    intent="latest_version_of_software",
    entity="Python",
    extracted_answer="3.14.2",
    confidence=0.91,
    sources=(
        Source(1, "Download Python", "https://www.python.org/downloads/", "a", True),
        Source(2, "Python | endoflife.date", "https://endoflife.date/python", "b", True),
        Source(3, "Python (programming language)", "https://en.wikipedia.org/wiki/Python"),
    ),
    candidates=(
        {
            "value": "3.14.2",
            "confidence": 0.91,
            "domains": ("python.org", "endoflife.date"),
            "sources": (1, 2),
            "why": "2 domains agree, one of them the project's own; the newest release",
        },
        {
            "value": "3.13.1",
            "confidence": 0.22,
            "domains": ("wikipedia.org",),
            "sources": (3,),
            "why": "an older release, from a snippet",
        },
    ),
    passages=(
        Passage(1, "Download the latest version: Python 3.14.2", "Downloads", 10, 52),
        Passage(2, "3.14 was released on 7 October 2025; latest 3.14.2", "", 80, 130),
    ),
    notes=("The page of Wikipedia was not read: its snippet names an older release.",),
)

EVIDENCE_ANSWER = """**3.14.2** is the latest stable version of Python [1][2].

> Download the latest version: Python 3.14.2 [1]

> 3.14 was released on 7 October 2025; latest 3.14.2 [2]
"""


def checked(action: str = "kept") -> list[Event]:
    """A verified run whose citations were checked and whose answer was held to the evidence."""
    *first, answer, finished = scenes.verified()
    assert isinstance(answer, AnswerGiven)
    reason = "the draft said 3.6" if action == "replaced" else ""
    grounding = {"value": "2.6", "reason": reason, "action": action}
    counts = {"supported": 3, "partly": 1, "contradicted": 1, "unconfirmed": 1}
    return [
        *first,
        *scenes.step(
            *("s5", "claims", "Check citations"),
            Verdict(by="grounding", ok=action == "kept", details=grounding),
            Verdict(by="claims", ok=False, details=counts),
        ),
        AnswerGiven(text=answer.text, sources=answer.sources, claims=CLAIMS, grounded=True),
        finished,
    ]


def struck() -> list[Event]:
    """An answer that lost a statement because a source contradicts it."""
    quote = "The lighthouse is 47 metres tall."
    against = CitationCheck(
        1, "contradicted", quote, 0, len(quote), "a", "the source says 47 metres, not 12 metres"
    )
    claims = (
        _claim(
            "It stands 3 km from the harbour [1].", _good(1, "It stands 3 km from the harbour.")
        ),
        replace(_claim("The lighthouse is 12 metres tall.", against), struck=True),
    )
    source = Source(1, "Lighthouses of the coast", "https://coast.example.org/", "a", True)
    text = "It stands 3 km from the harbour [1]."
    return [
        _begun("verified", "How tall is the lighthouse?"),
        TextDelta(step_id="s1", channel="draft", text="The lighthouse is 12 metres tall [1]. "),
        TextDelta(step_id="s1", channel="draft", text=text),
        Verdict(by="claims", ok=True, details={"supported": 1, "struck": 1}),
        AnswerGiven(text=text, sources=(source,), claims=claims),
        RunFinished(status="answered", t=6.1),
    ]


def _begun(strategy: str, question: str = EVIDENCE.question) -> RunStarted:
    without = strategy == "evidence"
    return scenes.started(
        question,
        strategy,
        strategy_reason="no model is available: Ollama is not running" if without else "",
        provider="none" if without else "ollama",
        model="" if without else "qwen3:4b",
    )


def gathered() -> list[Event]:
    return scenes.step(
        *("e1", "evidence", "Gather evidence"),
        _search("Python latest stable version 2026", 612, 9),
        scenes.read("https://www.python.org/downloads/", "Download Python", 6_204),
        scenes.read("https://endoflife.date/python", "Python | endoflife.date", 4_810),
        EVIDENCE,
        status="ok",
        summary="3.14.2, 91 %",
    )


def evidence() -> list[Event]:
    sources = EVIDENCE.sources
    first = _good(1, "Download the latest version: Python 3.14.2")
    second = _good(2, "3.14 was released on 7 October 2025; latest 3.14.2")
    claims = (
        _claim("**3.14.2** is the latest stable version of Python [1][2].", first, second),
        _claim(f"{first.quote} [1]", first),
        _claim(f"{second.quote} [2]", second),
    )
    return [
        _begun("evidence"),
        *gathered(),
        *scenes.streamed(EVIDENCE_ANSWER, "e2"),
        Verdict(by="claims", ok=True, details={"supported": 3}),
        AnswerGiven(text=EVIDENCE_ANSWER, sources=sources, claims=claims, grounded=True),
        RunFinished(status="answered", t=4.2),
    ]


def insufficient() -> list[Event]:
    text = (
        "Insufficient evidence: nothing that was seen answers the question.\n\nWhat was searched:\n\n- “tallest sunflower Ytre Arna record”\n- “"
        "sunflower record holder Ytre Arna” (the results did not speak of it)\n\n"
        "To keep in mind:\n\n- Not confident enough in any answer; found: 3.42 m (0.31)."
    )
    question = "Who holds the village record for the tallest sunflower in Ytre Arna?"
    found = EvidenceFound(
        question=question,
        intent="current_title_holder",
        entity="tallest sunflower in Ytre Arna",
        candidates=(
            {
                "value": "3.42 m",
                "confidence": 0.31,
                "domains": ("garden.example.no",),
                "sources": (1,),
                "why": "one page of unknown standing",
            },
        ),
        sources=(Source(1, "Sunflowers of 2019", "https://garden.example.no/2019", "a", True),),
        notes=("Two rounds of results did not mention Ytre Arna.",),
        sufficient=False,
    )
    return [
        _begun("evidence", question),
        *scenes.step(
            *("e1", "evidence", "Gather evidence"),
            _search("tallest sunflower Ytre Arna record", 540, 7),
            _search("“Ytre Arna” sunflower record holder", 480),
            scenes.read("https://garden.example.no/2019", "Sunflowers of 2019", 1_940),
            found,
            summary="nothing sure",
        ),
        AnswerGiven(text=text, sources=found.sources),
        RunFinished(status="insufficient", t=5.1),
    ]


def team() -> list[Event]:
    def call(agent: str, step: str) -> ModelCall:
        return scenes.called(step, 1_820, 24, 1_460, agent)

    lacking = {
        "round": 1,
        "said": "no",
        "note": "the date of the release is not known",
        "query": "Python 3.14.2 release date",
    }

    return [
        _begun("team"),
        *gathered(),
        *scenes.step(
            *("t1", "verifier", "Is this enough?"),
            TextDelta(step_id="t1", channel="work", text="<verify>no</verify> no date is known"),
            call("verifier", "t1"),
        ),
        Verdict(by="verifier", ok=False, details=lacking),
        *scenes.step(
            *("t2", "searcher", "Search for what is missing"),
            call("searcher", "t2"),
            _search(lacking["query"], 701, 8),
        ),
        Verdict(by="verifier", ok=True, details={"round": 2, "said": "yes"}),
        *scenes.step(
            *("t3", "answerer", "Write the answer"),
            *scenes.streamed(EVIDENCE_ANSWER, "t3"),
            call("answerer", "t3"),
        ),
        Verdict(
            by="grounding", ok=True, details={"value": "3.14.2", "reason": "", "action": "kept"}
        ),
        Verdict(by="claims", ok=True, details={"supported": 3}),
        AnswerGiven(text=EVIDENCE_ANSWER, sources=EVIDENCE.sources, grounded=True),
        RunFinished(status="answered", usage=Usage(3, 5_460, 72), t=11.8),
    ]
