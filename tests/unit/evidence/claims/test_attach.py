from desktop_agent.evidence.claims.citation_check import attach_citations
from tests.unit.evidence.claims.labelled import stored

EIFFEL = stored(
    2,
    "Eiffel Tower",
    "The Eiffel Tower stands in Paris. It was completed in 1889. It is 330 metres tall.",
)
UNREAD = stored(1, "Eiffel Tower", "")
SOURCES = {1: UNREAD, 2: EIFFEL}


def test_a_supported_sentence_gets_its_citation_before_the_full_stop():
    text = "The Eiffel Tower is 330 m tall."
    assert attach_citations(text, SOURCES) == "The Eiffel Tower is 330 m tall [2]."


def test_what_no_source_says_and_headings_code_questions_and_quotes_are_untouched():
    text = (
        "The Eiffel Tower is 350 m tall. The Eiffel Tower stands in Lyon.\n\n"
        "The Eiffel Tower was not completed in 1889.\n\n"
        "# The Eiffel Tower stands in Paris\n\n> The Eiffel Tower stands in Paris.\n\n"
        "```\nThe Eiffel Tower stands in Paris.\n```\n\nDoes the Eiffel Tower stand in Paris?"
    )
    assert attach_citations(text, SOURCES) == text


def test_doing_it_twice_changes_nothing():
    text = (
        "**The Eiffel Tower stands in Paris.** It was completed in 1889\n\n- 330 metres tall is it!"
    )
    once = attach_citations(text, SOURCES)
    assert once != text
    assert attach_citations(once, SOURCES) == once
