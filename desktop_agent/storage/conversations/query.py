"""What a person typed into the search box, as phrases to look for."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from desktop_agent.storage.conversations.storable import storable
from desktop_agent.storage.conversations.terms import LETTER, fold, pairs, pieces

_QUOTED = re.compile('"([^"]*)"|“([^”]*)”|([^\\s"“]+)')
_PHRASES_MOST = 12
_WORDS_MOST = 32
_CHARS_MOST = 1_000


@dataclass(frozen=True)
class Phrase:
    """Words that stand next to each other, or a run of characters; the last word may go on."""

    words: tuple[str, ...]
    run: bool = False
    prefix: bool = False

    @property
    def fts(self) -> str:
        """It, in the language of FTS5; no word holds a quote."""
        if not self.run:
            return f'"{" ".join(self.words)}"' + (" *" if self.prefix else "")
        run = self.words[0]
        return f'"{" ".join(pairs(run))}"' if len(run) > 1 else f'signs : "{run}"'

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """Finds it in a folded text."""
        if self.run:
            return re.compile(re.escape(self.words[0]))
        words = r"[\W_]+".join(map(re.escape, self.words))
        end = f"{LETTER}*" if self.prefix else f"(?!{LETTER})"
        return re.compile(f"(?<!{LETTER}){words}{end}")


def phrases(text: str) -> tuple[Phrase, ...]:
    """Gives what is looked for: what stands between spaces or quotes, all of which must be there.

    The last word may be the beginning of one, unless a space or a quote closes it, or it is a
    single letter, with which too much begins.
    """
    text = storable(text[:_CHARS_MOST])
    out: list[Phrase] = []
    for found in _QUOTED.finditer(text):
        open_end = found[3] is not None and found.end() == len(text)
        out.extend(_phrases_of(found[1] or found[2] or found[3] or "", open_end=open_end))
    return tuple(dict.fromkeys(out[:_PHRASES_MOST]))


def _phrases_of(text: str, *, open_end: bool) -> Iterator[Phrase]:
    words: list[str] = []
    for piece in pieces(fold(text)):
        if not piece.run:
            words.append(piece.text)
            continue
        if words:
            yield Phrase(tuple(words[:_WORDS_MOST]))
            words = []
        yield Phrase((piece.text,), run=True)
    if words:
        prefix = open_end and len(words) <= _WORDS_MOST and len(words[-1]) > 1
        yield Phrase(tuple(words[:_WORDS_MOST]), prefix=prefix)
