"""Insert attached text files into the prompt.

Every message of a conversation carries all attachments. They are inserted before every model
call, once the model's context size is known. The result is always the same, so that servers can
reuse their prompt caches.
"""

from collections.abc import Sequence
from dataclasses import replace

from desktop_agent.agents.run_context import RunContext
from desktop_agent.core.events import Notice
from desktop_agent.core.messages import Attachment, Message, ToolSpec
from desktop_agent.core.text import Fence
from desktop_agent.llm.context_window import FIRST_FACTOR, estimate_tokens

IMAGE_TOKENS = 1_600
"""Tokens used by a 1568-pixel image, by Anthropic's formula (pixels / 750) and its limit."""

_SHARE, _LEAST_SHARE = 0.4, 0.1
"""Maximum share of the model's context for all attached texts together, and their share if rules
and tools leave less than that."""
_BESIDE_REPLY = 0.75
"""Share of the context for the prompt."""


def unfold(
    messages: Sequence[Message], fence: Fence, limit: int, tools: Sequence[ToolSpec] = ()
) -> tuple[tuple[Message, ...], tuple[str, ...]]:
    """Insert attached text files as delimited blocks at the start of their messages.

    If the files of a message exceed 40% of ``limit`` (in tokens), or what the rules and ``tools``
    leave of it, the longest are truncated first. Return the new messages and a description of each
    truncation.
    """
    rules = sum(estimate_tokens(each) for each in messages[:1] if each.role == "system")
    left = limit * _BESIDE_REPLY - (rules + sum(map(estimate_tokens, tools))) * FIRST_FACTOR
    room = int(min(limit * _SHARE, max(left, limit * _LEAST_SHARE)) / FIRST_FACTOR)
    removed: list[str] = []
    unfolded: list[Message] = []
    for message in messages:
        texts = [each for each in message.images if not each.is_image]
        blocks: list[str] = []
        for each, kept in zip(texts, _cut_to(texts, room), strict=True):
            size, text = len(each.text), each.text[:kept]
            if kept < size:
                text += f"\n[shortened: {kept:,} of {size:,} characters]"
                removed.append(f"most of the file {each.name} ({size:,} characters)")
            note = f" ({each.note})" if each.note else ""
            # the file name is untrusted too: it appears only on the marked line
            block = fence.wrap(text, f"file {each.name}")
            blocks.append(f"The user attached a file{note}:\n{block}")
        images = tuple(each for each in message.images if each.is_image)
        content = "\n\n".join((*blocks, message.content))
        unfolded.append(replace(message, content=content, images=images))
    return tuple(unfolded), tuple(removed)


def _cut_to(texts: Sequence[Attachment], room: int) -> list[int]:
    """Return how many characters of each text to keep, truncating the longest texts first."""
    tokens = [max(1, estimate_tokens(each.text)) for each in texts]
    kept = [len(each.text) for each in texts]
    for left, place in enumerate(sorted(range(len(texts)), key=tokens.__getitem__)):
        used = min(tokens[place], room // (len(texts) - left))
        kept[place] = kept[place] * used // tokens[place]
        room -= used
    return kept


async def screen(ctx: RunContext) -> None:
    """Warn about attachments that contain instructions to a model, once per run."""
    for each in ctx.question.attachments:
        text = f"{each.name}\n{each.text}"
        if text not in ctx.screened:
            ctx.screened.add(text)
            await ctx.web.screen(text, each.name, "An attached file")


def notify_unused(ctx: RunContext, step_id: str) -> None:
    """Warn that attached images or files are ignored because no model is used."""
    kinds = {each.is_image for each in ctx.question.attachments}
    for text, of_images in (
        ("Images are not looked at without a model.", True),
        ("Attached files are not searched yet: the answer is from the web alone.", False),
    ):
        if of_images in kinds:
            ctx.emit(Notice(text=text, level="warning", step_id=step_id))
