"""Some collections and passages, as a person who researches heat pumps might have them."""

from pathlib import Path

from desktop_agent.core.knowledge import (
    CollectionInfo,
    IngestProgress,
    KnowledgeHit,
    Place,
    Problem,
    SourceInfo,
)
from tests.ui.knowledge.scripted import ScriptedKnowledge, hit, record

HOME = Path.home()
PAPERS = str(HOME / "Documents" / "Papers" / "Heat pumps")
NOTES = str(HOME / "Notes")
OFFER = str(HOME / "Documents" / "Offers" / "Offer for the house on the hill, third revision.docx")
COLLECTIONS = (
    CollectionInfo(
        "c1", "Heating", "files",
        (
            SourceInfo(1, "c1", "folder", PAPERS, 212, 3),
            SourceInfo(2, "c1", "file", OFFER, 1),
        ),
        213, 18_240, 18_240, 412_000_000, 3,
    ),
    CollectionInfo(
        "c2", "Notes", "files",
        (
            SourceInfo(3, "c2", "folder", NOTES, 940),
            SourceInfo(4, "c2", "folder", "/media/disk/Old notes", 120, missing=True),
        ),
        1_060, 6_310, 4_020, 9_400_000,
    ),
    CollectionInfo(
        "pages", "Pages read and discoveries", "pages",
        (
            SourceInfo(5, "pages", "snapshots", "snapshots", 86),
            SourceInfo(6, "pages", "discoveries", "discoveries", 3),
        ),
        89, 2_411, 2_411, 3_900_000,
    ),
)  # fmt: skip
WINTER = record(
    f"{PAPERS}/Field study of one winter in Finland.pdf",
    "Heat pumps in cold climates: a field study over one winter",
)
STANDARD = record(f"{PAPERS}/standards/EN 14825 notes.md", "Notes on seasonal performance")
MAIL = record(f"{NOTES}/mail/Re: defrost cycles.eml", "Re: defrost cycles", "c2")
PAGE = record(
    "snapshot:ab12",
    "Air source heat pumps below −15 °C",
    "pages",
    url="https://energy.example.org/cold",
)
_WINTER_TEXT = (
    "4.2 Measured performance\n\nAcross the 40 houses the seasonal figure lay between 2.1 and 3.0, "
    "with a mean of 2.6. Below −15 °C every heat pump still gave heat, but the share of the backup "
    "heater rose steeply; the worst house reached 2.1 because its heat pump was undersized and its "
    "flow temperature was set to 55 °C.\nDefrosting took 4 % of the energy."
)
HITS: tuple[KnowledgeHit, ...] = (
    hit(WINTER, _WINTER_TEXT, "heat pump",
        Place(1_204, 1_204 + len(_WINTER_TEXT), 7, "", ("Results", "Measured performance"))),
    hit(STANDARD,
        "The standard rates a heat pump at four outdoor temperatures and weighs them by the hours "
        "of a mean year. For the colder climate the design point lies at −22 °C, which is why a "
        "figure for Helsinki can not be compared with one for Strasbourg.", "heat pump",
        Place(310, 560, headings=("Seasonal performance", "Climates"), first_line=14, last_line=19)),
    hit(PAGE,
        "An air source heat pump loses capacity as the air gets colder: at −15 °C most units give "
        "60 to 70 % of what they give at +7 °C. Manufacturers state the lowest temperature at "
        "which they work, and the backup heater covers the rest.", "heat pump",
        Place(2_050, 2_300, headings=("Capacity in the cold",))),
    hit(MAIL,
        "The heat pump defrosts every 45 minutes when it is just above freezing and damp, and "
        "hardly ever at −20 °C, where the air is too dry to ice the coil.", "heat pump",
        Place(0, 150)),
)  # fmt: skip
PROBLEMS = (
    Problem(1, f"{PAPERS}/Scanned report 1987.pdf", "It holds pictures of text, and no text.",
            "Run it through a program that recognises text, and save it with the text."),
    Problem(1, f"{PAPERS}/Contract (signed).pdf", "It is protected by a password.",
            "Save a copy without one."),
    Problem(1, f"{PAPERS}/all measurements.csv", "It is larger than 50 MiB.",
            "Raise knowledge.max_file_mb, or split it."),
)  # fmt: skip
READING = IngestProgress(
    "reading", 348, 1_273, 9_020, 0, 0, 3, 0, 214.0, f"{NOTES}/2025/Insulation first.md"
)
EMBEDDING = IngestProgress("embedding", 1_273, 1_273, 24_550, 9_800, 24_550, 3, 0, 1_260.0)


def filled() -> ScriptedKnowledge:
    """Gives a knowledge base with all of this in it."""
    knowledge = ScriptedKnowledge(COLLECTIONS, HITS)
    knowledge.faults = PROBLEMS
    before = "Heat pumps in cold climates.\n\n" + "An introduction that nobody reads. " * 40
    text = before[:1_203] + "\n" + _WINTER_TEXT + "\n\n5 Discussion\n\n" + "What it means. " * 200
    knowledge.texts = {WINTER.key: text}
    for each in HITS[1:]:
        filler = "x" * each.place.start
        knowledge.texts[each.document.key] = filler + each.text
    return knowledge
