"""Takes out of ICU's data what the window has no use for: icu.py FOLDER, of a frozen program.

Qt is linked to ICU, whose data library holds 30 MiB: names of currencies, units, languages and
regions in 800 locales, transliterations, dictionaries, tables of old encodings. Qt asks it for the
order of words (kept for all languages), and for the names of time zones (kept for the languages
of the window). Done on Linux, where PySide6 brings ICU along; elsewhere Qt uses the system.
"""

import re
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

_FORMAT = b"CmnD"
_FORMAT_AT = 12  # of the header, which begins with its own size
_ALIGNED = 16
# folders of items of which only the languages of the window are kept; "" is the top one
_BY_LANGUAGE = {"", "zone"}
_KEPT_WHOLE = {"coll"}
_LANGUAGES = re.compile(
    r"(root|pool|res_index|en|en_US|en_GB|en_001|zh|zh_Hans\w*|zh_Hant\w*|zh_CN)\.res"
)
_LOCALE = re.compile(r"[a-z]{2,3}(_\w+)?\.res")
_DROPPED = re.compile(r".*\.(cnv|spp|cfu)|unames\.icu|cnvalias\.icu|.*_POSIX\.res")

_ASSEMBLY = """\
.section .note.GNU-stack,"",@progbits
.section .rodata
.globl {symbol}
.type {symbol}, @object
.balign 64
{symbol}:
.incbin "{data}"
.size {symbol}, . - {symbol}
"""


def wanted(name: str) -> bool:
    """Whether an item of the data is kept; ``name`` is as in "coll/de.res"."""
    folder, _, file = name.rpartition("/")
    if folder in _KEPT_WHOLE:
        return True
    if folder not in _BY_LANGUAGE or _DROPPED.fullmatch(file):
        return False
    return _LANGUAGES.fullmatch(file) is not None or _LOCALE.fullmatch(file) is None


def thinned(data: bytes) -> bytes:
    """Gives the same data without what is not `wanted`; ``data`` may have more behind it.

    Raises:
        ValueError: it is no data of ICU.
    """
    if data[_FORMAT_AT : _FORMAT_AT + 4] != _FORMAT:
        raise ValueError("this is no data of ICU")
    (header,) = struct.unpack_from("<H", data)
    items = _items(data, header)
    kept = [(name, start, end) for name, start, end in items if wanted(name.partition("/")[2])]
    names, places = b"", []
    for name, _start, _end in kept:
        places.append(len(names))
        names += name.encode("ascii") + b"\0"
    first = 4 + 8 * len(kept)
    body = bytearray(first + len(names))
    struct.pack_into("<I", body, 0, len(kept))
    body[first:] = names
    for index, (_name, start, end) in enumerate(kept):
        body += bytes(-len(body) % _ALIGNED)
        struct.pack_into("<II", body, 4 + 8 * index, first + places[index], len(body))
        body += data[header + start : header + end]
    return data[:header] + bytes(body)


def _items(data: bytes, header: int) -> list[tuple[str, int, int]]:
    """Name, start and end of each item; places count from the end of the header, as ICU's do."""
    (count,) = struct.unpack_from("<I", data, header)
    table = [struct.unpack_from("<II", data, header + 4 + 8 * index) for index in range(count)]
    found = []
    for index, (name_at, start) in enumerate(table):
        end_of_name = data.index(b"\0", header + name_at)
        name = data[header + name_at : end_of_name].decode("ascii")
        # the size of the last one stands nowhere; it is small, and is not kept
        end = table[index + 1][1] if index + 1 < count else start
        found.append((name, start, end))
    return found


def thin_library(library: Path) -> int:
    """Writes the library anew with less data in it; gives the bytes that were won."""
    whole = library.read_bytes()
    begins = whole.index(_FORMAT) - _FORMAT_AT
    version = library.name.rpartition(".")[2]
    with tempfile.TemporaryDirectory() as folder:
        data, source, compiled = (Path(folder, name) for name in ("data", "data.s", "data.o"))
        data.write_bytes(thinned(whole[begins:]))
        source.write_text(_ASSEMBLY.format(symbol=f"icudt{version}_dat", data=data))
        built = Path(folder, library.name)
        for command in (
            ["as", "-o", str(compiled), str(source)],
            [
                "ld",
                "-shared",
                "-z",
                "noexecstack",
                "-soname",
                library.name,
                "-o",
                str(built),
                str(compiled),
            ],
        ):
            subprocess.run(command, check=True)
        shutil.copyfile(built, library)
    return len(whole) - library.stat().st_size


def main(folder: Path) -> None:
    """Thins the library where there is one and the tools for it."""
    for library in folder.rglob("libicudata.so.*"):
        if library.is_symlink():
            continue
        if shutil.which("as") and shutil.which("ld"):
            print(f"ICU's data: {thin_library(library) / 2**20:.1f} MiB less")
        else:
            print("ICU's data is left whole: binutils are not installed.")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
