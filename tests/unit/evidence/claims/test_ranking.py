from collections.abc import Sequence
from dataclasses import replace

from desktop_agent.core.research import Passage, QuestionType
from desktop_agent.evidence.passages import Ranking
from desktop_agent.evidence.records import Document, Intent, Reading

HONEY = """# Honey

Bees make honey from the nectar of flowers. It keeps for years, because it holds little water and much
sugar, so that microbes cannot grow in it.

## Trade

China produced 458,100 tonnes of honey in 2020. Turkey came second.
"""
BREAD = "# Bread\n\nBread is made of flour and water. Yeast lets the dough rise."


def reading(text: str, kind: QuestionType = QuestionType.FACTUAL) -> Reading:
    return Reading(text, Intent.GENERAL, "", question_type=kind)


def best_passages(asked: Reading, documents: Sequence[Document]) -> tuple[Passage, ...]:
    return Ranking(asked, documents).best()


def test_the_passage_with_the_rarer_words_is_first_in_any_script():
    documents = (Document(1, "u", "Honey", text=HONEY), Document(2, "v", "Bread", text=BREAD))
    best, *_ = best_passages(reading("Why does yeast make dough rise?"), documents)
    assert best.source == 2
    text = "富士山は日本で最も高い山です。\n\n東京は日本の首都です。"
    best, *_ = best_passages(reading("日本の首都はどこですか"), (Document(1, "u", "", text=text),))
    assert "東京" in best.text


def test_pages_that_do_not_speak_to_the_question_give_nothing():
    documents = (Document(1, "u", "Honey", text=HONEY), Document(2, "v", "Bread", text=BREAD))
    assert best_passages(reading("Who designed the Golden Gate Bridge?"), documents) == ()
    assert best_passages(reading("Which metals conduct water badly?"), documents) == ()


def test_a_question_is_answered_from_pages_and_snippets():
    snippet = "Honey does not spoil: it keeps for years."
    documents = (Document(1, "u", "Honey", text=HONEY), Document(2, "v", "Jars", snippet=snippet))
    found = best_passages(reading("Why does honey keep for years?"), documents)
    assert {passage.source for passage in found} == {1, 2}
    page = next(passage for passage in found if passage.source == 1)
    assert HONEY[page.start : page.end] == page.text
    assert next(passage for passage in found if passage.source == 2).start == -1


def test_a_number_is_preferred_where_one_is_asked_for():
    text = "Honey is produced in China in large amounts.\n\nChina produced 458,100 tonnes of honey."
    documents = (Document(1, "u", "Honey", text=text),)
    question = reading("How many tonnes of honey does China produce?", QuestionType.NUMERIC)
    best, *_ = best_passages(question, documents)
    assert "458,100" in best.text


def test_the_same_text_is_given_once_and_a_source_twice_at_most():
    said = "Honey keeps for years because it holds little water."
    jars = "\n\n".join(f"Honey keeps {n} years in jar {n}." for n in range(9))
    documents = [
        Document(n, "u", "Honey", text=text) for n, text in enumerate((said, said, jars), 1)
    ]
    found = best_passages(reading("How long does honey keep?"), documents)
    assert sum(passage.text == said for passage in found) == 1
    assert sum(passage.source == 3 for passage in found) <= 2


FILM = "The film was first shown in Boston in 1951. It was made on a farm near the town."
CENSUS = "The population of the United States was 331 million. Few people moved in that year."


def test_how_a_question_is_spelt_does_not_matter():
    documents = (
        Document(1, "u", "Honey", text=HONEY),
        Document(2, "v", "The Farmer's Wife", text=FILM),
        Document(3, "w", "Census", text=CENSUS),
    )
    for text in ("when was The Farmer\u2019s Wife first shown", "WHEN WAS FARMERS WIFE SHOWN"):
        assert best_passages(reading(text), documents)[0].source == 2, text
    for text in ("population usa", "What is the population of the U.S.?", "popluation of the us"):
        assert best_passages(reading(text), documents)[0].source == 3, text


def test_the_best_sentence_of_a_passage_has_its_place():
    documents = (Document(1, "u", "Honey", text=HONEY),)
    best, *_ = best_passages(reading("Why does honey keep for years?"), documents)
    assert best.text[slice(*best.best)].startswith("It keeps for years")
    table = "| Year | Tonnes |\n| --- | --- |\n| 2019 | 444 |\n| 2020 | 458 |"
    documents = (Document(1, "u", "Honey by year", text=table),)
    best, *_ = best_passages(reading("How much honey was there in 2020?"), documents)
    assert best.text[slice(*best.best)] == "| 2020 | 458 |"


def test_a_passage_that_is_near_in_meaning_needs_no_word_of_the_question():
    documents = (
        Document(1, "u", "Honey", text="Honey is sold in jars. A jar is made of glass."),
        Document(2, "v", "Nectar", text="Bees gather it from flowers and dry it in the hive."),
    )
    asked = reading("How does honey come about?")
    ranking = Ranking(asked, documents)
    assert [each.source for each in ranking.best()] == [1]
    near = {each: 0.7 if each.source == 2 else 0.2 for each in ranking.shortlist()}
    assert len(near) == 2
    assert {each.source for each in ranking.best(similarity=near)} == {1, 2}


def test_the_page_on_what_the_question_names_comes_first():
    region = "Cities of the region by population: Sandby, Norfolk; Holt, Norfolk; Cley, Norfolk."
    own = "Sandby is a town in Norfolk. The population was 13,527 in 2021."
    documents = (
        Document(1, "u", "North coast", text=region),
        Document(2, "v", "Sandby (Norfolk)", text=own),
    )
    best, *_ = best_passages(reading("What is the population of Sandby, Norfolk?"), documents)
    assert best.source == 2


def test_beside_a_passage_with_every_word_of_the_question_one_stray_word_is_not_shown():
    notes = Document(1, "u", "Notes", text="The county pays 60 % of the harbour wall.")
    film = Document(2, "v", "Films", text="She had a part in Pay It Forward, a film of 2000.")
    others = [Document(n, f"w{n}", "Bread", text=f"{n} kinds of flour.") for n in range(3, 7)]
    asked = reading("How much does the county pay for the harbour wall?")
    assert [each.source for each in best_passages(asked, (notes, film, *others))] == [1]
    vague = replace(notes, text="The harbour wall is old.")
    assert [each.source for each in best_passages(asked, (vague, film, *others))] == [1, 2]
