import pytest

from desktop_agent.evidence.question.follow_ups import is_self_contained
from tests.unit.evidence.question.table import cases

LEANING = [
        "and its population?", "what about the second one?", "who is he?", "why?", "How old is she",
        "Did he win?", "What is the capital of it?", "What does it mean?", "who wrote that",
        "Tell me more", "which one is bigger?", "how many people live there?", "And in 2020?",
        "What is the population of this country?", "What are their names?", "In French?", "ok",
        "How does it work?", "Explain that", "When did they break up?", "What is this?", "thanks",
        "How much does it cost?", "the latter?", "Who founded it?", "Can you give another example?",
        "What is the reason for their success?", "Are you sure?", "Und warum?", "Wer ist er?",
        "Et sa population ?", "Quelle est sa population ?", "¿Y su población?", "", "?",
        "What did you say about Paris?", "And who is she?",
]  # fmt: skip
WHOLE = [
        "Is it true that the moon is round?", "Who is the CEO of Nvidia and how old is he?",
        "why do cats lick their paws", "How do plants make their food?", "what time is it in Tokyo",
        "How long does it take to boil an egg?", "which one is bigger, Jupiter or Saturn?",
        "When Einstein moved to the US, how old was he?", "Are there sharks in the Baltic Sea?",
        "Who won the election this year?", "And who is the CEO of Intel?", "Who sang It's My Life?",
        "Is it legal to ride a bike on the motorway in Germany?", "What else did Orwell write?",
        "who wrote the book that won the Booker Prize in 1989", "weather in Lisbon", "weather",
        "How does a vaccine work and who invented it?", "What happens if you eat too much salt",
        "Who is the former prime minister of Italy?", "Wann wurde Goethe geboren?",
        "Does it hurt to get a tattoo?", "Quand est né Victor Hugo ?",
        "Who sings that song that goes hello from the other side",
]  # fmt: skip


@pytest.mark.parametrize("text", LEANING + WHOLE)
def test_a_whole_question_stands_alone_and_a_follow_up_does_not(text: str):
    assert is_self_contained(text) is (text in WHOLE)


def test_nearly_every_question_of_the_table_stands_alone():
    leaning = [case.text for case in cases() if not is_self_contained(case.text)]
    assert len(leaning) <= len(cases()) * 0.01, leaning
