"""The state of a question, built from live or replayed events of its run. Independent of Qt."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Literal
from urllib.parse import unquote

from desktop_agent.core.answers import AnswerVerdict, follow_up_questions, verdict_on
from desktop_agent.core.conversations import StoredTurn, first_words
from desktop_agent.core.events import (
    AnswerGiven,
    ApprovalAsked,
    ApprovalGiven,
    BudgetSpent,
    Channel,
    Event,
    EvidenceFound,
    Notice,
    PageRead,
    PlanMade,
    RunFinished,
    RunStarted,
    SearchAttempt,
    SearchFailed,
    SleepEnded,
    SleepStarted,
    StepStarted,
    TaskStarted,
    TextDelta,
    ThinkingDelta,
    ToolStarted,
    Verdict,
)
from desktop_agent.core.messages import Attachment
from desktop_agent.core.plan import Plan
from desktop_agent.core.research import Discovery, Source
from desktop_agent.core.text import short_line

Activity = Literal[
    "start", "think", "search", "read", "keep", "tool", "approve", "draft", "check",
    "refine", "write", "gather", "verify", "query", "plan", "review", "recompute", "code", "cite",
    "ground", "notice", "sleep", "pause", "task",
]  # fmt: skip
_SUBJECT_MOST = 60
_STEPS: Mapping[str, Activity] = {
    "evidence": "gather",
    "verifier": "verify",
    "searcher": "query",
    "answerer": "write",
    "supervisor": "plan",
    "numeric": "recompute",
    "claims": "cite",
    "grounding": "ground",
    "consulter": "check",
}
"""The activity shown when a step of an agent starts; other agents' steps begin with thinking."""


@dataclass(slots=True)
class ChannelText:
    """The text of a channel's latest step, without any discarded preamble."""

    step_id: str = ""
    pieces: list[str] = field(default_factory=list)
    version: int = 0
    """Incremented when the text starts over, so that views start over as well."""

    @property
    def text(self) -> str:
        return "".join(self.pieces)

    def add(self, step_id: str, piece: str) -> None:
        """Append text. If it belongs to a new step, discard the earlier text."""
        if step_id != self.step_id:
            self.clear()
            self.step_id = step_id
        self.pieces.append(piece)

    def clear(self) -> None:
        self.step_id = ""
        if self.pieces:
            self.pieces = []
            self.version += 1


class Turn:
    """A question and the state of its run, built up by applying events."""

    def __init__(
        self,
        question: str,
        turn_id: int = 0,
        attachments: Sequence[Attachment] = (),
        events: Iterable[Event] = (),
    ) -> None:
        self.question = question
        self.turn_id = turn_id
        self.attachments = tuple(attachments)
        self.events: list[Event] = []
        self.started: RunStarted | None = None
        self.draft = ChannelText()
        self.final = ChannelText()
        self.critique: Verdict | None = None
        self.grounding: Verdict | None = None
        self.evidence: EvidenceFound | None = None
        self.answer: AnswerGiven | None = None
        self.finished: RunFinished | None = None
        self.queries: set[str] = set()
        """What was searched for."""
        self.pages: dict[str, Source] = {}
        """The pages read, by their URL, as sources without a number."""
        self.tasks: dict[str, str] = {}
        """The questions of the tasks started in the background, by the id of the task."""
        self.sleep: SleepStarted | None = None
        """The sleep or the pause that the run is in."""
        self.understood = ""
        """How a follow-up was understood, or "" if it was taken as it was asked."""
        self.search_failed = False
        self.elapsed_s = 0.0
        self.waits_for_password = False
        """True while the keyring waits, most likely for its password."""
        self.doing: tuple[Activity, str] = ("start", "")
        """The current activity and its subject, such as a query, a host, a tool or a notice."""
        for event in events:
            self.apply(event)

    def apply(self, event: Event) -> None:
        self.events.append(event)
        self.elapsed_s = max(self.elapsed_s, event.t)
        match event:
            case RunStarted():
                self.started = event
            case TextDelta(step_id=step, channel=channel, text=text):
                self._text(channel, step, text)
            case ToolStarted():
                self._tool(event)
            case Verdict(by="consulter"):
                self.critique = event
            case Verdict(by="grounding"):
                self.grounding = event
            case EvidenceFound() if self._is_on_the_question(event):
                self.evidence = event
            case PlanMade(proposed=proposed):
                self.doing = ("review" if proposed else "plan", "")
            case AnswerGiven():
                self.answer = event
            case RunFinished():
                self.finished, self.sleep = event, None
            case _:
                self._activity(event)

    @property
    def running(self) -> bool:
        return self.finished is None

    @property
    def is_from_evidence(self) -> bool:
        """True for the ``evidence`` strategy, whose answers already describe the searches."""
        return self.started is not None and self.started.strategy == "evidence"

    @property
    def shown(self) -> ChannelText:
        """The final text if it exists, otherwise the draft."""
        return self.final if self.final.pieces else self.draft

    @property
    def quotes(self) -> str:
        """Quotes from the sources as Markdown until the answer begins, otherwise ""."""
        if self.evidence is None or self.answer is not None or self.shown.pieces:
            return ""
        return self.evidence.text

    @property
    def shown_is_draft(self) -> bool:
        """True while the text shown is a draft that may still be replaced by the final text."""
        return self.answer is None and bool(self.draft.pieces) and not self.final.pieces

    @property
    def text(self) -> str:
        """The answer as Markdown, or the text received so far if the answer is incomplete."""
        return self.answer.text if self.answer is not None else self.shown.text

    def discovery(self, description: str, url: str = "", title: str = "") -> Discovery:
        """Return a new discovery named after the first words of ``title`` or ``description``."""
        now = datetime.now(UTC).isoformat(timespec="seconds")
        begun = self.started
        conversation, run = (begun.conversation_id, begun.run_id) if begun else ("", "")
        name = first_words(title or description)
        return Discovery(now, name, description, url, conversation, run)

    @property
    def sources(self) -> tuple[Source, ...]:
        """The sources of the answer or the quotes, by number.

        Until they are known, these are the pages read so far.
        """
        found = self.answer or self.evidence
        numbered = found.sources if found is not None else ()
        if self.answer is None and not numbered:
            return tuple(self.pages.values())
        return tuple(sorted(numbered, key=lambda each: each.number))

    def source(self, number: int | None) -> Source | None:
        """Return the source with the given number, or None."""
        return next((each for each in self.sources if each.number == number), None)

    @property
    def follow_ups(self) -> tuple[str, ...]:
        """The follow-up questions proposed by the reviewer."""
        if self.critique is None or self.finished is None or self.finished.status != "answered":
            return ()
        return follow_up_questions(self.critique.details.get("follow_ups"), self.question)

    @property
    def plan(self) -> Plan | None:
        """The last plan of an answered run, or None if it has none or used a template."""
        answered = self.finished is not None and self.finished.status == "answered"
        plans = (event.plan for event in reversed(self.events) if isinstance(event, PlanMade))
        plan = next(plans, None) if answered else None
        return plan if plan is not None and plan.origin != "template" else None

    @property
    def refined(self) -> bool:
        """True if there is a draft and the answer differs from it."""
        draft = self.draft.text.strip()
        return bool(draft) and self.answer is not None and self.answer.text.strip() != draft

    @property
    def verdict(self) -> AnswerVerdict:
        status = self.finished.status if self.finished is not None else ""
        if self.answer is None and status != "insufficient":
            return AnswerVerdict((), "muted")  # the handle or a card says how the run ended
        strategy = self.started.strategy if self.started is not None else ""
        return verdict_on(self.answer, status, strategy=strategy, search_failed=self.search_failed)

    def _is_on_the_question(self, found: EvidenceFound) -> bool:
        """Return whether evidence is about the whole question rather than part of a plan."""
        known = self.evidence.question if self.evidence is not None else found.question
        return found.question in (self.question, known)

    def _text(self, channel: Channel, step: str, text: str) -> None:
        if channel == "draft":
            self.draft.add(step, text)
            self.doing = ("draft", "")
        elif channel == "final":
            self.final.add(step, text)
            self.doing = ("refine" if self.draft.pieces else "write", "")
        elif channel == "critique":
            self.doing = ("check", "")
        elif self.doing[0] == "notice":  # such as how long the model reads
            self.doing = ("think", "")

    def _tool(self, event: ToolStarted) -> None:
        # text before a tool call is not the answer; `run_python` runs in a step of its own
        for channel in (self.draft, self.final):
            own = event.step_id or (channel.step_id if event.tool != "run_python" else "")
            if channel.pieces and own == channel.step_id:
                channel.clear()
        what = event.arguments
        match event.tool:
            case "web_search":
                self.doing = ("search", short_line(str(what.get("query") or ""), _SUBJECT_MOST))
            case "web_fetch":
                self.doing = ("read", host_of(str(what.get("url", ""))))
            case "flag_discovery":
                self.doing = ("keep", "")
            case "run_python":
                self.doing = ("code", "")
            case other:
                self.doing = ("tool", other)

    def _activity(self, event: Event) -> None:
        match event:
            case ThinkingDelta(channel="critique"):
                self.doing = ("check", "")
            case ThinkingDelta():
                self.doing = ("think", "")
            case StepStarted(agent=agent):
                self.doing = (_STEPS.get(agent, "think"), "")
            case SearchAttempt(query=query):
                self.queries.add(query)
            case SearchFailed():
                self.search_failed = True
            case PageRead(final_url=url, title=title):
                self.pages[url] = Source(0, title, url, event.snapshot, read=True)
            case _:
                self._waiting(event)

    def _waiting(self, event: Event) -> None:
        match event:
            case Notice(text=text, question=question):
                self.doing = ("notice", text)
                self.understood = question or self.understood
            case BudgetSpent(elapsed_s=elapsed):
                self.elapsed_s = max(self.elapsed_s, elapsed)
            case SleepStarted(by_person=by_person, reason=reason):
                self.sleep = event
                paused: Activity = "pause" if by_person else "sleep"
                self.doing = (paused, "" if by_person else short_line(reason, _SUBJECT_MOST))
            case SleepEnded():
                self.sleep = None
                self.doing = ("think", "")
            case TaskStarted(task_id=task_id, question=question):
                self.tasks[task_id] = question
                self.doing = ("task", short_line(question, _SUBJECT_MOST))
            case ApprovalAsked(server=server, tool=tool):
                self.doing = ("approve", f"{server}: {tool}" if server else tool)
            case ApprovalGiven() if self.doing[0] == "approve":
                self.doing = ("tool", self.doing[1])


def turn_of(stored: StoredTurn) -> Turn:
    """Rebuild a stored turn by applying its events."""
    return Turn(stored.question, stored.id, stored.attachments, stored.events)


def host_of(url: str) -> str:
    """Return the host of a URL for display, or the file name of a file URL."""
    if url.startswith("file:"):
        return unquote(url.rstrip("/").rpartition("/")[2])
    host = url.split("://", 1)[-1].split("/", 1)[0].rsplit("@", 1)[-1]
    return host.removeprefix("www.")
