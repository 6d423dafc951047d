"""Packs pictures into an icon of Windows: icon.py FOLDER ICON.ico, as linux/icons.py drew them."""

import struct
import sys
from collections.abc import Mapping
from pathlib import Path

SIZES = (16, 24, 32, 48, 64, 128, 256)

_HEADER = struct.Struct("<HHH")
_ENTRY = struct.Struct("<BBBBHHII")
_ICON = 1


def packed(pictures: Mapping[int, bytes]) -> bytes:
    """Gives the file; ``pictures`` are PNG by their width. Windows reads PNG in it since Vista."""
    head = _HEADER.pack(0, _ICON, len(pictures))
    place = len(head) + _ENTRY.size * len(pictures)
    entries, body = b"", b""
    for size, picture in sorted(pictures.items()):
        side = size % 256  # 256 is written as 0
        entries += _ENTRY.pack(side, side, 0, 0, 1, 32, len(picture), place + len(body))
        body += picture
    return head + entries + body


def main(folder: Path, icon: Path) -> None:
    """Reads the pictures of all sizes and writes the icon."""
    drawn = {size: folder / f"{size}x{size}" / "apps" / "desktop-agent.png" for size in SIZES}
    icon.write_bytes(packed({size: path.read_bytes() for size, path in drawn.items()}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
