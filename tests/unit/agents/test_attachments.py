"""What a model is told of attached files."""

from desktop_agent.core.fence import Fence
from desktop_agent.core.messages import Attachment, Message
from desktop_agent.llm.context_window import estimate_tokens, unfold

FENCE = Fence("0123456789abcdef")
PICTURE = Attachment("a.png", "image/png", data=b"x")


def text(name: str, words: str, note: str = "") -> Attachment:
    return Attachment(name, "text/plain", words, note=note)


def asked(*attached: Attachment) -> tuple[Message, ...]:
    return (Message("system", "Rules."), Message("user", "What is it?", images=attached))


def test_a_text_stands_before_the_question_as_a_marked_block():
    messages, removed = unfold(asked(PICTURE, text("a.md", "Height: 15 m", "cut")), FENCE, 8_000)
    block = FENCE.wrap("Height: 15 m", "file a.md")
    told = f"The user attached a file (cut):\n{block}\n\nWhat is it?"
    assert messages == (Message("system", "Rules."), Message("user", told, images=(PICTURE,)))
    assert removed == ()


def test_texts_take_up_at_most_two_fifths_of_the_context_and_short_ones_stay_whole():
    long, short = text("long.txt", "word " * 20_000), text("short.txt", "a short one")
    messages, removed = unfold(asked(long, short), FENCE, 4_000)
    told = messages[1].content
    assert 1_200 < estimate_tokens(told) < 1_600
    assert "a short one" in told
    (_system, chinese), _removed = unfold(asked(text("a.txt", "潮" * 20_000)), FENCE, 4_000)
    assert estimate_tokens(chinese.content) < 1_600  # cut by tokens, not by characters
    assert "of 100,000 characters]" in told
    assert removed == ("most of the file long.txt (100,000 characters)",)


def test_the_same_messages_are_unfolded_byte_for_byte_alike():
    messages = asked(text("a", "x " * 9_000))
    longer = (*messages, Message("assistant", "Draft"), Message("user", "Judge it."))
    assert unfold(longer, FENCE, 2_000)[0][:2] == unfold(messages, FENCE, 2_000)[0]
