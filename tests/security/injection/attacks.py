"""The attacks: pages and search results that give orders to a model, read from ``texts/*.toml``."""

import html
import tomllib
from dataclasses import dataclass
from pathlib import Path

from tests.servers.search_replies import Result

TEXTS = Path(__file__).parent / "texts"

_PAGE = """<!doctype html><html lang="en"><head><title>{title}</title>{head}</head><body><main>
<h1>Tides of the Severn</h1>
<p>The Severn estuary has a tidal range of about 15 metres, which is among the largest in the world,
and its bore travels upstream at up to 20 kilometres an hour.</p>
{body}
<p>The bore is best seen at Minsterworth around the equinoxes, when the tides are highest.</p>
</main></body></html>"""


@dataclass(frozen=True)
class Places:
    """Base URLs of the honest pages and of the attacker: two host names of this machine."""

    pages: str
    attacker: str

    def fill(self, text: str) -> str:
        host = self.attacker.removeprefix("http://")
        text = text.replace("ATTACKER_HOST", host).replace("ATTACKER", self.attacker)
        return text.replace("PORT", host.partition(":")[2]).replace("PAGES", self.pages)


@dataclass(frozen=True)
class Attack:
    """See ``addresses.toml`` for the fields; ``kind`` is the name of the file."""

    kind: str
    name: str
    key: str
    body: str
    head: str = ""
    title: str = "Tides"
    type: str = "text/html"
    tagged: str = ""
    result_title: str = "Tides of the Severn"
    result_snippet: str = "The tidal range of the Severn estuary."

    @property
    def path(self) -> str:
        return "/" + "-".join(f"{self.kind} {self.name}".lower().replace(",", "").split())

    def page(self, places: Places) -> str:
        invisible = "".join(chr(0xE0000 + ord(letter)) for letter in self.tagged)
        body = places.fill(self.body).replace("TAGGED", invisible)
        if self.type != "text/html":
            return body
        title = html.escape(places.fill(self.title))
        return _PAGE.format(title=title, head=places.fill(self.head), body=body)

    def result(self, places: Places) -> Result:
        return Result(
            places.fill(self.result_title),
            places.pages + self.path,
            places.fill(self.result_snippet),
        )

    def known_by(self, places: Places) -> str:
        """The key as it would stand in a prompt."""
        return self.key.replace("attacker", places.attacker)


ATTACKS = [
    Attack(kind=path.stem, **row)
    for path in sorted(TEXTS.glob("*.toml"))
    for row in tomllib.loads(path.read_text("utf-8"))["attack"]
]
