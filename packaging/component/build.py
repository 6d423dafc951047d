"""Builds the archive of a component for this system, and the list of those in a folder.

PYTHONPATH=packaging python -m component.build build dist/components
PYTHONPATH=packaging python -m component.build index dist/components
"""

import argparse
import hashlib
import importlib
import json
import stat
import sys
import tempfile
import textwrap
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from freeze import bundled, notices, sbom

from component.content import compile_all, files_of, unpack_wheels
from component.locked import download, parts_of
from desktop_agent.storage.components import (
    MANIFEST,
    Build,
    build_for_here,
    misfit,
    read_manifest,
    unpack,
)

ROOT = Path(__file__).resolve().parents[2]
_EPOCH = (1980, 1, 1, 0, 0, 0)


def main(arguments: Sequence[str]) -> int:
    """Does what the words say."""
    parser = argparse.ArgumentParser(prog="component.build", description=__doc__.partition("\n")[0])
    parser.add_argument("action", choices=("build", "index"))
    parser.add_argument("folder", type=Path, help="where the archives are")
    parser.add_argument("--name", default="lancedb", help="which component (default: lancedb)")
    options = parser.parse_args(arguments)
    if options.action == "build":
        print(build(options.name, options.folder))
    print(write_index(options.folder))
    return 0


def build(name: str, folder: Path) -> Path:
    """Makes the archive of a component from the project's locks; gives its path."""
    parts = parts_of(name, ROOT / "requirements-dev.lock", ROOT / "requirements.lock")
    version = next(part.version for part in parts if part.name == name)
    with tempfile.TemporaryDirectory() as temporary:
        wheels = download(parts, Path(temporary, "wheels"))
        content = Path(temporary, "content")
        unpack_wheels(wheels, content)
        write_notices(content, name, version)
        compile_all(content)
        archive = write_archive(content, build_for_here(name, version), folder)
        _try_out(archive, Path(temporary, "tried"))
    return archive


def write_notices(content: Path, name: str, version: str) -> None:
    """Writes who made what is in it, and the licences, beside the packages.

    Raises:
        LookupError: a licence text is missing, or a licence is one that we cannot hand on.
    """
    sys.path.insert(0, str(content))
    try:
        entries = [(place, str((content / place).resolve()), "DATA") for place in files_of(content)]
        found = (part for part in bundled.parts_of(entries, ()) if part.name != "Python")
        parts = [_with_text(part) for part in found]
    finally:
        sys.path.remove(str(content))
        importlib.invalidate_caches()
    notices.check(parts)
    texts = [f"{name} {version}, an addition to Desktop Agent, contains the work of others:\n"]
    for part in parts:
        texts.append(f"\n{'=' * 78}\n{part.name} {part.version}\n{part.licence}\n{part.home}\n")
        texts += [f"\n--- {label}\n\n{text.strip()}" for label, text in notices.texts_of(part)]
    (content / "NOTICES.txt").write_text("\n".join(texts) + "\n", encoding="utf-8")
    sbom.write(content / "sbom.cdx.json", parts, version=version)


def write_archive(content: Path, of: Build, folder: Path) -> Path:
    """Packs a folder; the same files give the same bytes."""
    files = files_of(content)
    told = {
        "form": 1,
        "name": of.name,
        "version": of.version,
        "system": of.system,
        "machine": of.machine,
        "python": of.python,
        "files": {path: _told(content / path) for path in files},
    }
    folder.mkdir(parents=True, exist_ok=True)
    archive = folder / of.file_name
    with zipfile.ZipFile(archive, "w") as target:
        _put(target, MANIFEST, json.dumps(told, indent=0).encode())
        for path in files:
            _put(target, path, (content / path).read_bytes())
    return archive


def write_index(folder: Path) -> Path:
    """Writes the list of the archives in a folder, which the program asks for."""
    listed = []
    for path in sorted(folder.glob("*.zip")):
        with zipfile.ZipFile(path) as opened:
            manifest = read_manifest(opened.read(MANIFEST))
        of = manifest.build
        about = {"version": of.version, "unpacked": manifest.unpacked}
        listed.append(
            {
                "name": of.name,
                "version": of.version,
                "system": of.system,
                "machine": of.machine,
                "python": of.python,
                "target": f"components/{path.name}",
                "custom": about,
            }
        )
    index = folder / "index.json"
    told = json.dumps({"form": 1, "components": listed}, indent=1)
    index.write_text(told + "\n", encoding="utf-8")
    return index


def _with_text(part: bundled.Part) -> bundled.Part:
    """Adds the text of a licence whose name alone a package tells; it is the same for everybody."""
    text = Path(__file__).parent / "licences" / f"{part.licence}.txt"
    if part.texts or not text.exists():
        return part
    return replace(part, texts=((text.name, text.read_text(encoding="utf-8")),))


def _told(path: Path) -> tuple[int, str]:
    data = path.read_bytes()
    return len(data), hashlib.sha256(data).hexdigest()


def _put(target: zipfile.ZipFile, name: str, data: bytes) -> None:
    info = zipfile.ZipInfo(name, _EPOCH)
    info.create_system = 3  # as Unix does, wherever it is built
    info.external_attr = (stat.S_IFREG | 0o644) << 16
    info.compress_type = zipfile.ZIP_DEFLATED
    target.writestr(info, data, compresslevel=9)


def _try_out(archive: Path, folder: Path) -> None:
    """Unpacks it as the program does, which refuses what it would not take."""
    manifest = unpack(archive, folder, 0, lambda _done: None, bool)
    why = misfit(manifest.build)
    if why:
        raise SystemExit(f"the program would not use it: {why}")
    sizes = f"{archive.stat().st_size / 1e6:.0f} MB, {manifest.unpacked / 1e6:.0f} MB unpacked"
    print(textwrap.indent(f"{len(manifest.files)} files, {sizes}", "  "))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
