"""Says in what two recordings differ."""

import difflib
from collections.abc import Iterator
from pathlib import Path

from tests.baseline.pictures import told_apart

_LINES = 12
_WIDTH = 300


def differences(before: Path, after: Path) -> Iterator[str]:
    """Yield a text for each file that is not the same in both folders."""
    names = {
        str(f.relative_to(top)) for top in (before, after) for f in top.rglob("*") if f.is_file()
    }
    for name in sorted(names):
        old, new = before / name, after / name
        if not old.exists() or not new.exists():
            yield f"{name}: only in {before if old.exists() else after}"
        elif old.read_bytes() != new.read_bytes():
            told = told_apart(old, new) if name.endswith(".png") else _changed_lines(old, new)
            if told:
                yield f"{name}: {told}"


def _changed_lines(old: Path, new: Path) -> str:
    texts = [
        file.read_text(encoding="utf-8", errors="surrogatepass").split("\n") for file in (old, new)
    ]
    found = [
        line
        for line in difflib.unified_diff(*texts, n=0, lineterm="")
        if line[:3] not in ("---", "+++")
    ]
    shown = [_around(line, found) for line in found[:_LINES]]
    more = [f"… and {len(found) - _LINES} more lines"] if len(found) > _LINES else []
    return "\n  ".join(["", *shown, *more])


def _around(line: str, others: list[str]) -> str:
    """Return a line, or of a long one what is around its first difference from its counterpart."""
    sign = {"-": "+", "+": "-"}.get(line[:1], "")
    close = max(
        (o for o in others if sign and o.startswith(sign)),
        key=lambda o: _shared(o, line),
        default="",
    )
    start = max(0, _shared(close, line) - _WIDTH // 2) if len(line) > _WIDTH else 0
    return ascii(line[0] + ("…" if start else "") + line[max(1, start) : start + _WIDTH])[1:-1]


def _shared(one: str, other: str) -> int:
    """Return how many characters two lines begin with alike, behind their signs."""
    pairs = zip(one[1:], other[1:], strict=False)
    return next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
