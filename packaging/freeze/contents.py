"""What goes into the frozen program, and what stays out."""

import os
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path, PurePosixPath

from freeze.bundled import Entry

PACKAGES = (
    "desktop_agent",
    "keyring.backends",  # found by their entry points, so by no import
    "publicsuffixlist",
    "pydantic_monty",
    "secretstorage",
    "jeepney",
    "snowballstemmer",
)
"""Packages with modules that no import statement names: all of them are taken."""

NOT_WANTED = (
    # no window of ours, no tests, no installers, no development
    "tkinter", "_tkinter", "turtle", "turtledemo", "idlelib", "test", "lib2to3", "ensurepip",
    "pydoc_data", "distutils", "venv", "pip", "setuptools", "uv", "hatchling", "PyInstaller",
    # libraries under the GPL, and the terminal's, which nothing here uses
    "readline", "_gdbm", "_dbm", "dbm.gnu", "dbm.ndbm", "nis", "curses", "_curses",
    "_curses_panel", "rlcompleter",
    "numpy._core._simd",  # 3 MB for numpy's own tests
    # of ONNX Runtime, all but what runs a model; the last two describe models in another form
    "onnxruntime.backend", "onnxruntime.datasets", "onnxruntime.quantization", "onnxruntime.tools",
    "onnxruntime.transformers", "google.protobuf", "flatbuffers",
)  # fmt: skip
"""Modules that are left out even where something would import them."""

STOOD_IN_FOR = ("pillow", "tiktoken", "regex", "flatbuffers", "protobuf")
"""Distributions that something names and nothing needs: see `stand_ins`."""

_QT_PLUGINS = {
    "iconengines": {"qsvgicon"},
    "imageformats": {"qgif", "qico", "qjpeg", "qsvg", "qwebp"},
    "platforminputcontexts": {
        "composeplatforminputcontextplugin",
        "ibusplatforminputcontextplugin",
    },
    "platforms": {"qcocoa", "qoffscreen", "qwayland", "qwindows", "qxcb"},
    "platformthemes": {"qxdgdesktopportal"},
    "printsupport": {"cupsprintersupport"},
    "styles": {"qmacstyle", "qmodernwindowsstyle"},
    "wayland-decoration-client": {"adwaita", "bradient"},
    "wayland-graphics-integration-client": {"qt-plugin-wayland-egl"},
    "wayland-shell-integration": {"xdg-shell", "qt-shell", "fullscreen-shell-v1"},
}
# Qt's own libraries that come along with plugins and are linked by nothing that is left
_QT_LIBRARIES = {
    "Concurrent", "Core", "DBus", "Gui", "Network", "OpenGL", "PrintSupport", "Svg", "WaylandClient",
    "WaylandEglClientHwIntegration", "Widgets", "WlShellIntegration", "XcbQpa",
}  # fmt: skip
_QT_MODULES = {"QtCore", "QtDBus", "QtGui", "QtNetwork", "QtPrintSupport", "QtSvg", "QtWidgets"}
_QT_TRANSLATIONS = {"qtbase_zh_CN.qm"}

_NOT_LOADED_ENDS = (".pyi", "py.typed", ".pyx", ".pxd", ".h", ".c", ".ts")

# Libraries of the system that are taken along on Linux: those that a desktop may lack, or has in
# another version. Everything else (glibc, X11, GL, fontconfig, GLib, D-Bus) is the system's, which
# mends it; the package declares it.
_TAKEN_ALONG = (
    "libpython", "libffi.", "libssl.", "libcrypto.", "libbz2.", "liblzma.", "libsqlite3.",
    "libuuid.", "libexpat.", "libxcb-cursor.", "libxcb-icccm.", "libxcb-image.",
    "libxcb-keysyms.", "libxcb-render-util.", "libxcb-util.",
)  # fmt: skip


def standard_library() -> list[str]:
    """Names every module of the standard library: code that a model wrote may import it."""
    names = sorted(name for name in sys.stdlib_module_names if _wanted(name))
    folder = Path(sysconfig.get_path("stdlib"))
    for name in list(names):
        names += _modules_under(folder / name, name)
    # a name of the standard library may be another system's
    return [
        each for each in names if "." in each or each in sys.builtin_module_names or find_spec(each)
    ]


def _wanted(name: str) -> bool:
    parts = name.split(".")
    hidden = ("_test", "_xxtest", "_xxsub", "_xxinterp", "__phello__", "__hello__", "_ctypes_test")
    return (
        not any(".".join(parts[:end]) in NOT_WANTED for end in range(1, len(parts) + 1))
        and not {"test", "tests", "__main__"} & set(parts)
        and not name.startswith(hidden)
        and name not in {"antigravity", "this"}
    )


def _modules_under(folder: Path, package: str) -> Iterator[str]:
    for path in sorted(folder.rglob("*.py")):
        inside = path.relative_to(folder).with_suffix("")
        name = ".".join((package, *inside.parts))
        if path.name != "__init__.py" and _wanted(name) and not inside.name[0].isdigit():
            yield name


def wanted_module(name: str) -> bool:
    """Whether a module of a package that is taken whole belongs to the program."""
    return _wanted(name) and not {"conftest", "_pyinstaller"} & set(name.split("."))


def kept(entries: Iterable[Entry]) -> list[Entry]:
    """Gives the collected files that belong to the program; a link goes with where it lies and what it leads to."""
    return [
        (place, source, kind)
        for place, source, kind in entries
        if wanted_file(place, source) and (kind != "SYMLINK" or wanted_file(source, source))
    ]


def wanted_file(place: str, source: str) -> bool:
    """Whether a collected file is kept; ``place`` is where in the program it would lie."""
    path = PurePosixPath(place.replace("\\", "/"))
    if "PySide6" in path.parts:
        return _wanted_of_qt(path)
    if path.name.endswith(_NOT_LOADED_ENDS) or path.name.startswith("libonnxruntime.so"):
        return False  # the second is for programs in C: the module for Python has its own copy
    if "tests" in path.parts or "isoschematron" in path.parts:
        return False
    if path.parent.name.endswith(".dist-info"):
        return path.name in {"METADATA", "entry_points.txt", "top_level.txt"}
    if any(part.endswith(".dist-info") for part in path.parts):
        return False  # licences and lists of parts: they stand in one file each for all
    windows = os.environ.get("SYSTEMROOT", r"C:\Windows")
    if sys.platform == "win32" and Path(source).is_relative_to(windows):
        return False  # the C runtime, which every Windows that Qt runs on has
    if sys.platform == "linux" and ".so" in path.name and _of_the_system(source):
        return path.name.startswith(_TAKEN_ALONG)
    return True


def _of_the_system(source: str) -> bool:
    return source.startswith(("/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/"))


def _wanted_of_qt(path: PurePosixPath) -> bool:
    parts, name = path.parts, path.name
    if "plugins" in parts:
        kind = parts[parts.index("plugins") + 1]
        return name.split(".")[0].removeprefix("lib") in _QT_PLUGINS.get(kind, ())
    if "translations" in parts:
        return name in _QT_TRANSLATIONS
    frameworks = [part for part in parts if part.endswith(".framework")]
    if frameworks:  # macOS
        return frameworks[0].removeprefix("Qt").removesuffix(".framework") in _QT_LIBRARIES
    if name.startswith("Qt") and not name.startswith("Qt6"):  # a module of the binding
        return name.split(".")[0] in _QT_MODULES
    if name.startswith(("libQt6", "Qt6")):
        return name.removeprefix("lib").removeprefix("Qt6").split(".")[0] in _QT_LIBRARIES
    return not name.startswith(("opengl32sw", "d3dcompiler")) and "qml" not in parts
