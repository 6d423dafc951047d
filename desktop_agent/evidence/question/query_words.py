"""The words of a first query in the language of its question."""

import re
from collections.abc import Mapping

from desktop_agent.evidence.pack import Intent, Reading

_ALBUM = {
    "de": "neuestes {studio}Album {year}",
    "fr": "dernier album {studio} {year}",
    "es": "último álbum {studio} {year}",
    "it": "ultimo album {studio} {year}",
    "pt": "último álbum {studio} {year}",
    "nl": "nieuwste {studio}album {year}",
}
_STUDIO = {
    "de": "Studio-",
    "fr": "studio",
    "es": "de estudio",
    "it": "in studio",
    "pt": "de estúdio",
    "nl": "studio",
}
_SONG = {
    "de": "Lied gesungen von Original",
    "fr": "chanson interprète original",
    "es": "canción cantada por artista original",
    "it": "canzone cantata da artista originale",
    "pt": "música cantada por artista original",
    "nl": "lied gezongen door origineel",
}
_HOLDER = {
    "de": "aktuell {year}",
    "fr": "actuel {year}",
    "es": "actual {year}",
    "it": "attuale {year}",
    "pt": "atual {year}",
    "nl": "huidige {year}",
}
_VERSION = {
    "de": "aktuelle Version {year}",
    "fr": "dernière version {year}",
    "es": "última versión {year}",
    "it": "ultima versione {year}",
    "pt": "última versão {year}",
    "nl": "nieuwste versie {year}",
}
_EVENTS: Mapping[str, Mapping[str, str]] = {
    "born": {
        "de": "geboren Geburtsdatum",
        "fr": "né date de naissance",
        "es": "nacido fecha de nacimiento",
        "it": "nato data di nascita",
        "pt": "nascido data de nascimento",
        "nl": "geboren geboortedatum",
    },
    "died": {
        "de": "gestorben Todesdatum",
        "fr": "mort date de décès",
        "es": "murió fecha de muerte",
        "it": "morto data di morte",
        "pt": "morreu data da morte",
        "nl": "overleden sterfdatum",
    },
    "released": {
        "de": "erschienen Veröffentlichung Datum",
        "fr": "date de sortie",
        "es": "fecha de lanzamiento estreno",
        "it": "data di uscita",
        "pt": "data de lançamento",
        "nl": "uitgebracht releasedatum",
    },
    "founded": {
        "de": "gegründet Gründungsjahr",
        "fr": "fondé date de création",
        "es": "fundación año fundado",
        "it": "fondata anno di fondazione",
        "pt": "fundada ano de fundação",
        "nl": "opgericht oprichting jaar",
    },
}
_OTHERS = {
    Intent.LATEST_ALBUM: _ALBUM,
    Intent.PERFORMER: _SONG,
    Intent.TITLE_HOLDER: _HOLDER,
    Intent.LATEST_VERSION: _VERSION,
}


def native_words(reading: Reading, year: int) -> str:
    """Gives what stands beside the entity in a query of the question's own language.

    Empty where the question is in English or in a language that is not in the tables.
    """
    table = _EVENTS.get(reading.detail, {}) if reading.intent is Intent.EVENT_DATE else None
    table = _OTHERS.get(reading.intent, {}) if table is None else table
    asked = reading.text.casefold()
    studio = _STUDIO.get(reading.language, "") if re.search(r"est[uú]dio|studio", asked) else ""
    words = table.get(reading.language, "")
    return " ".join(words.format(studio=studio, year=year).split())
