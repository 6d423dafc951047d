"""Packs pictures into an icon of macOS: icon.py FOLDER ICON.icns, as linux/icons.py drew them."""

import struct
import sys
from collections.abc import Mapping
from pathlib import Path

# the kinds of the format that hold PNG, by width; some widths stand for two densities
KINDS = {
    32: (b"ic11",),
    64: (b"ic12",),
    128: (b"ic07",),
    256: (b"ic08", b"ic13"),
    512: (b"ic09", b"ic14"),
}

_CHUNK = struct.Struct(">4sI")


def packed(pictures: Mapping[int, bytes]) -> bytes:
    """Gives the file; ``pictures`` are PNG by their width."""
    body = b"".join(
        _CHUNK.pack(kind, _CHUNK.size + len(picture)) + picture
        for size, picture in sorted(pictures.items())
        for kind in KINDS[size]
    )
    return _CHUNK.pack(b"icns", _CHUNK.size + len(body)) + body


def main(folder: Path, icon: Path) -> None:
    """Reads the pictures of all sizes and writes the icon."""
    drawn = {size: folder / f"{size}x{size}" / "apps" / "desktop-agent.png" for size in KINDS}
    icon.write_bytes(packed({size: path.read_bytes() for size, path in drawn.items()}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
