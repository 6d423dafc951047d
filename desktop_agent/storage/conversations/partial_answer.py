"""What there is of an answer, by the events of its run."""

from collections.abc import Iterable

from desktop_agent.core.events import AnswerGiven, Channel, Event, TextDelta, ToolStarted


def answer_of(events: Iterable[Event]) -> str:
    """Gives the answer, or as much as was written of it: the final text, else the draft.

    The text of a channel is that of its last step; what was written before a tool call was not the
    answer.
    """
    texts: dict[Channel, tuple[str, list[str]]] = {}
    for event in events:
        match event:
            case AnswerGiven(text=text):
                return text
            case TextDelta(channel="draft" | "final" as channel, step_id=step, text=text):
                if channel not in texts or texts[channel][0] != step:
                    texts[channel] = (step, [])
                texts[channel][1].append(text)
            case ToolStarted(step_id=step):
                texts = {key: kept for key, kept in texts.items() if step not in ("", kept[0])}
    for channel in ("final", "draft"):
        text = "".join(texts.get(channel, ("", []))[1])
        if text:
            return text
    return ""
