"""Ways in which a file can be damaged."""

import random
from pathlib import Path

WAYS = ("flipped bytes", "a page of zeros", "torn off", "garbage", "nothing in it", "a text")


def damage(path: Path, dice: random.Random, way: str = "") -> bytes:
    """Damages a file, one of `WAYS`; gives what it holds then."""
    data = bytearray(path.read_bytes())
    way = way or dice.choice(WAYS)
    size = max(1, len(data))
    match way:
        case "flipped bytes":
            for _ in range(dice.choice((1, 3, 50))):
                if data:
                    data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
        case "a page of zeros":
            start = dice.randrange(size) // 4096 * 4096
            data[start : start + 4096] = bytes(len(data[start : start + 4096]))
        case "torn off":
            del data[dice.randrange(size) :]
        case "garbage":
            start = dice.randrange(size)
            end = min(len(data), start + dice.choice((16, 4096, 40_000)))
            data[start:end] = dice.randbytes(end - start)
        case "nothing in it":
            data.clear()
        case _:
            data[:] = b"This is no such file. \xff\xfe\x00 " * dice.choice((1, 400))
    path.write_bytes(data)
    return bytes(data)
