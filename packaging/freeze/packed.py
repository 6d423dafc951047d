"""What is packed in a build for Linux, and unpacked by the program when it is first needed."""

import hashlib
import lzma
from pathlib import Path


def pack(program: Path, folder: Path) -> Path:
    """Packs ``program`` into ``folder``; the name tells the SHA-256 of what is within.

    `desktop_agent.tools.sandbox.monty` unpacks it. Equal programs give equal bytes.
    """
    content = program.read_bytes()
    packed = folder / f"{program.stem}-{hashlib.sha256(content).hexdigest()}.xz"
    packed.write_bytes(lzma.compress(content, preset=9))
    return packed
