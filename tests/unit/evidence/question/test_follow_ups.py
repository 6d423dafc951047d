"""What a follow-up is understood as, by rule. The rules were written with this table: no figure."""

import pytest

from desktop_agent.evidence.question.follow_ups import (
    is_about_wording,
    is_self_contained,
    possible_topic,
    speaks_of_both,
    stand_alone,
)
from tests.unit.evidence.question.table import cases

CURIE = (
    "When was Marie Curie born?",
    "**7 November 1867** is when Marie Curie was born, as the sources say [1].",
)
MICROSOFT = (
    "Who founded Microsoft?",
    "Microsoft was founded by Bill Gates and Paul Allen in April 1975 [1].",
)
HAMBURG = ("What is the population of Hamburg?", "Hamburg has about 1.9 million inhabitants [2].")
INCEPTION = ("When was Inception released?", "It came out on 16 July 2010 [1].")
HAMLET = ("Who wrote Hamlet?", "**William Shakespeare** wrote it around 1600 [1].")
CUP = ("Who won the World Cup in 2014?", "Germany won it in Rio [1].")
CHANCELLOR = ("Who is the chancellor of Germany?", "**Friedrich Merz** is the chancellor [1].")
CANBERRA = ("What is the capital of Australia?", "The capital of Australia is Canberra [1].")
KILIMANJARO = ("What is the tallest mountain in Africa?", "Mount Kilimanjaro, in Tanzania [1].")
TOWER = ("Where is the Eiffel Tower?", "It stands in Paris, France [1].")
HUSBAND = ("Who was Marie Curie's husband?", "Her husband was Pierre Curie [1].")
EINSTEIN = ("Wann wurde Albert Einstein geboren?", "Am 14. März 1879 in Ulm [1].")
KOELN = ("Wie viele Einwohner hat Köln?", "Rund 1,1 Millionen [1].")
PHILHARMONIE = ("Wann wurde die Elbphilharmonie eröffnet?", "Am 11. Januar 2017 [1].")
HUGO = ("Quand est né Victor Hugo ?", "Le 26 février 1802 à Besançon [1].")
AIRBUS = ("Quand Airbus a-t-elle été fondée ?", "En 1970 [1].")
AMELIE = ("Qui a réalisé Amélie ?", "**Jean-Pierre Jeunet** a réalisé le film [1].")
PICASSO = ("¿Cuándo nació Pablo Picasso?", "El 25 de octubre de 1881 [1].")
MADRID = ("¿Cuántos habitantes tiene Madrid?", "Unos 3,3 millones [1].")
QUIJOTE = ("¿Quién escribió Don Quijote?", "Lo escribió **Miguel de Cervantes** [1].")
JULI = ("居里夫人是什么时候出生的？", "1867年11月7日。")
BERLIN_ZH = ("柏林的人口是多少？", "约370万人。")
WEIRUAN = ("谁创立了微软公司？", "**比尔·盖茨**和保罗·艾伦。")
JAVA = ("What is the difference between Java and Python?", "Java is typed statically [1].")
LOWER = ("when did marie curie die", "She died in 1934.")
LOWER_CITY = ("what is the population of hamburg", "About 1.9 million.")
ALBUM = ("What is the latest album by Iron Maiden?", "**Senjutsu** is the latest album [1].")

FOLLOW_UPS = [
    # pronouns and possessives
    (CURIE, "And where did she die?", "Marie Curie"),
    (CURIE, "And her husband?", "Marie Curie husband"),
    (LOWER, "and where was she born", "marie curie"),
    (MICROSOFT, "When was it founded?", "Microsoft founded"),
    (HUSBAND, "When was he born?", "Pierre Curie born"),
    (HAMBURG, "And its area?", "Hamburg area"),
    (KILIMANJARO, "How high is it?", "Mount Kilimanjaro"),
    (CHANCELLOR, "How old is he?", "Friedrich Merz"),
    # places
    (HAMBURG, "how many people live there now?", "Hamburg now"),
    (CANBERRA, "How many people live there?", "Canberra"),
    (TOWER, "What else can I see there?", "Paris"),
    # definite descriptions
    (MICROSOFT, "Who runs the company today?", "Microsoft today"),
    (INCEPTION, "When was the film shot?", "Inception shot"),
    (HAMLET, "Where was the author born?", "William Shakespeare born"),
    # ellipsis
    (HAMBURG, "What about Berlin?", "population Berlin, not Hamburg"),
    (LOWER_CITY, "and berlin?", "population berlin"),
    (CUP, "And in 2018?", "won World Cup 2018"),
    (HAMBURG, "and in 1950?", "population Hamburg 1950"),
    (CHANCELLOR, "and before him?", "Chancellor Germany Friedrich Merz"),
    (CHANCELLOR, "And of Austria?", "chancellor Austria, not Germany"),
    (CURIE, "Where?", "Marie Curie born"),
    (JAVA, "Which one is faster?", "Difference Java Python faster"),
    # German
    (EINSTEIN, "Und wann ist er gestorben?", "Albert Einstein gestorben"),
    (EINSTEIN, "Und Isaac Newton?", "Wann Newton geboren, not Albert Einstein"),
    (KOELN, "Und Düsseldorf?", "viele Einwohner Düsseldorf, not Köln"),
    (KOELN, "Wie viele waren es 1950?", "Köln 1950"),
    (PHILHARMONIE, "Wie hoch ist sie?", "Elbphilharmonie"),
    # French
    (HUGO, "Où est-il mort ?", "Victor Hugo"),
    (HUGO, "Et Émile Zola ?", "né, not Victor Hugo"),
    (AIRBUS, "Où est son siège ?", "Airbus"),
    (AMELIE, "Quand le film est-il sorti ?", "Amélie"),
    # Spanish
    (PICASSO, "¿Y dónde murió?", "Pablo Picasso murió"),
    (PICASSO, "¿Y Salvador Dalí?", "Cuándo nació Dalí, not Pablo Picasso"),
    (MADRID, "¿Y Barcelona?", "Cuántos habitantes Barcelona, not Madrid"),
    (QUIJOTE, "¿Cuándo se publicó el libro?", "Cuándo Don Quijote"),
    # Chinese
    (JULI, "她的丈夫是谁？", "居里夫人"),
    (BERLIN_ZH, "那上海呢？", "上海的人口是多少, not 柏林的人口是多少"),
    (WEIRUAN, "这家公司的总部在哪里？", "微软"),
    # more of the kind
    (("Who painted the Mona Lisa?", "Leonardo da Vinci painted it."),
     "How much is the painting worth?", "Mona Lisa worth"),
    (("Wie hoch ist die Zugspitze?", "2962 m"), "In welchem Bundesland liegt der Berg?",
     "Zugspitze"),
    (("《流浪地球》是哪年上映的？", "2019年"), "导演是谁？", "《流浪地球》"),
    (("长江有多长？", "6300公里"), "黄河呢？", "黄河有多长, not 长江有多长"),
    # no word stands for the subject, or one that cannot simply be replaced
    (("What is the largest lake in Africa?", "**Lake Victoria** [1]."), "how deep",
     "Lake Victoria"),
    (("when was python 3.12 released", "**2 October 2023** [1]."), "and 3.13?",
     "python 3.13 released"),
    (("boiling point of ethanol at sea level", "**78 °C** [1]."), "and methanol?",
     "boiling point methanol"),
    (("Wie heißt der höchste Berg Österreichs?", "Der **Großglockner** [1]."),
     "wie hoch ist der?", "Großglockner"),
    (("Who won Wimbledon in 2023?", "**Carlos Alcaraz** [1]."), "and among the women?",
     "won Wimbledon 2023 women"),
    # what is meant is named by the question, or by its answer alone
    (("who designed the sydney opera house?", "It was the Danish architect Jørn Utzon [1]."),
     "did he ever go back to see it", "sydney opera house utzon"),
]  # fmt: skip


@pytest.mark.parametrize(("turn", "text", "subject"), FOLLOW_UPS)
def test_a_follow_up_is_understood_as_about_its_subject(
    turn: tuple[str, str], text: str, subject: str
) -> None:
    told = stand_alone(text, [turn]).casefold()
    wanted, _, wrong = subject.casefold().partition(", not ")
    assert all(word in told for word in wanted.split())
    assert not wrong or wrong not in told
    if ": " in told:
        assert all(word.strip("?¿") in told for word in text.casefold().split()[1:])


NEW_SUBJECTS = [
    "Is it true that the moon is round?", "Who is the CEO of Nvidia and how old is he?",
    "what time is it in Tokyo",
    "How long does it take to boil an egg?",
    "When Einstein moved to the US, how old was he?",
    "Who is the former prime minister of Italy?",
    "Is it legal to ride a bike on the motorway in Germany?", "What else did Orwell write?",
    "who wrote the book that won the Booker Prize in 1989", "Wann wurde Goethe geboren?",
    "How does a vaccine work and who invented it?", "What happens if you eat too much salt",
    "Quand est né Victor Hugo ?", "¿Dónde está Sevilla?",
    "Quelle est la capitale de la Suède ?", "上海有多少人口？", "谁是法国总统？",
    "wie viele einwohner hat tromsø",
    "quién dirigió el espíritu de la colmena",
    'Who is the artist of the album "Giant Steps"?',
    "The Boston Bruins play in a league that was formerly known as what from 1988 to 1996?",
]  # fmt: skip


@pytest.mark.parametrize("text", NEW_SUBJECTS)
@pytest.mark.parametrize("turn", [CURIE, MICROSOFT, KOELN])
def test_a_question_about_something_else_is_left_as_it_is(turn: tuple[str, str], text: str) -> None:
    assert stand_alone(text, [turn]) == text


def test_the_subject_is_carried_through_several_follow_ups() -> None:
    turns = [CURIE, ("And where did she die?", "In Passy, France [1].")]
    assert stand_alone("And her husband?", turns) == "Marie Curie, Passy, France: her husband?"
    turns = [MICROSOFT, ("When was it founded?", "In 1975."), ("How old is he?", "70.")]
    assert "Bill Gates" in stand_alone("Where was he born?", turns)
    told = stand_alone("And its revenue?", turns)
    assert told.startswith("Microsoft")
    assert told.endswith(": its revenue?")
    turns = [HAMBURG, ("And Berlin?", "3.7 million [1].")]
    assert stand_alone("and in 1950?", turns) == "What is the population of Berlin in 1950?"
    turns = [MICROSOFT, CURIE]
    told = stand_alone("When did she die?", turns)
    assert told.startswith("Marie Curie")
    assert "Microsoft" not in told
    turns = [EINSTEIN, ("Wo ist er gestorben?", "In **Princeton** [1].")]
    assert "Princeton" in stand_alone("Wie viele Menschen leben dort?", turns)
    turns = [MICROSOFT, ("what was its revenue in 2023", "$212 billion [1].")]
    assert stand_alone("and in 2019?", turns).endswith("what was its revenue in 2019")


@pytest.mark.parametrize("text", ["new topic: how deep is it?", "Rien à voir : qui chante ?"])
def test_after_an_announced_change_of_topic_nothing_is_carried_along(text: str) -> None:
    assert stand_alone(text, [CURIE]) == text


def test_a_pronoun_of_an_answer_is_no_name_of_the_question() -> None:
    told = "The Ostra lighthouse is tall. It stands on a reef."
    turns = [("what can you tell me about visiting the ostra lighthouse?", told)]
    assert stand_alone("how tall is it?", turns) == "ostra lighthouse: how tall is it?"


@pytest.mark.parametrize("text", ["", "?", "x" * 2_000, "{x} {0} \\1 %s?", "\x00", "🙂", "and"])
def test_whatever_is_asked_it_is_a_text(text: str) -> None:
    assert isinstance(stand_alone(text, [CURIE, (text, text)]), str)
    assert stand_alone(text, []) == text


def test_questions_with_a_name_and_no_reference_need_no_conversation() -> None:
    told = [case.text for case in cases() if is_self_contained(case.text)]
    assert len(told) >= len(cases()) * 0.6
    leaning = [text for turn, text, _ in FOLLOW_UPS if is_self_contained(text, turn[0])]
    assert not leaning


@pytest.mark.parametrize("text", ["shorter", "Translate that into German", "In French?", "thanks!"])
def test_a_request_for_other_words_is_none_for_a_search(text: str) -> None:
    assert is_about_wording(text)
    assert not is_about_wording("And when was she born?")


@pytest.mark.parametrize(
    ("topic", "question", "both", "one"),
    [
        (
            "brisket, oven",
            "can i freeze the leftovers",
            "Freezing leftovers of a brisket",
            "Freezing leftovers of rice",
        ),
        (
            "Gotthard-Basistunnel",
            "was hat die Bauzeit gekostet",
            "Die Bauzeit des Gotthard-Basistunnels kostete Milliarden",
            "Die Bauzeit des Flughafens kostete Milliarden",
        ),
    ],
)
def test_a_result_on_the_topic_and_the_question_tells_what_was_meant(topic, question, both, one):
    assert speaks_of_both(both, topic, question)
    assert not speaks_of_both(one, topic, question)
    assert not speaks_of_both(topic, topic, question)


@pytest.mark.parametrize(
    "text", ["Who wrote Dracula?", "and how heavy is it?", "what does Kilimanjaro mean"]
)
def test_a_question_with_a_name_or_a_pronoun_is_not_in_doubt(text):
    history = [("Who wrote Ulysses?", "**James Joyce** wrote it [1].")]
    assert possible_topic("can i freeze the leftovers", history) == "Ulysses, James Joyce"
    assert possible_topic(text, history) == ""
