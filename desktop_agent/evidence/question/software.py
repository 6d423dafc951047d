"""Well-known software, and the sites that publish its versions."""

from collections.abc import Mapping
from functools import cache

_SITES: Mapping[str, str] = {
    "python": "python.org",
    "node.js": "nodejs.org",
    "node": "nodejs.org",
    "nodejs": "nodejs.org",
    "rust": "rust-lang.org",
    "go": "go.dev",
    "golang": "go.dev",
    "java": "oracle.com",
    "jdk": "openjdk.org",
    "openjdk": "openjdk.org",
    "kotlin": "kotlinlang.org",
    "scala": "scala-lang.org",
    "swift": "swift.org",
    "ruby": "ruby-lang.org",
    "php": "php.net",
    "perl": "perl.org",
    "julia": "julialang.org",
    "r": "r-project.org",
    "haskell": "haskell.org",
    "ghc": "haskell.org",
    "elixir": "elixir-lang.org",
    "erlang": "erlang.org",
    "dart": "dart.dev",
    "flutter": "flutter.dev",
    "typescript": "typescriptlang.org",
    "deno": "deno.com",
    "bun": "bun.sh",
    "zig": "ziglang.org",
    "lua": "lua.org",
    ".net": "dotnet.microsoft.com",
    "dotnet": "dotnet.microsoft.com",
    "gcc": "gcc.gnu.org",
    "llvm": "llvm.org",
    "clang": "llvm.org",
    "cmake": "cmake.org",
    "git": "git-scm.com",
    "django": "djangoproject.com",
    "flask": "flask.palletsprojects.com",
    "fastapi": "fastapi.tiangolo.com",
    "rails": "rubyonrails.org",
    "ruby on rails": "rubyonrails.org",
    "laravel": "laravel.com",
    "spring boot": "spring.io",
    "react": "react.dev",
    "vue": "vuejs.org",
    "vue.js": "vuejs.org",
    "angular": "angular.dev",
    "svelte": "svelte.dev",
    "next.js": "nextjs.org",
    "jquery": "jquery.com",
    "bootstrap": "getbootstrap.com",
    "tailwind css": "tailwindcss.com",
    "numpy": "numpy.org",
    "scipy": "scipy.org",
    "pandas": "pandas.pydata.org",
    "matplotlib": "matplotlib.org",
    "scikit-learn": "scikit-learn.org",
    "pytorch": "pytorch.org",
    "tensorflow": "tensorflow.org",
    "qt": "qt.io",
    "pyside6": "qt.io",
    "ollama": "ollama.com",
    "llama.cpp": "github.com/ggml-org",
    "postgresql": "postgresql.org",
    "postgres": "postgresql.org",
    "mysql": "mysql.com",
    "mariadb": "mariadb.org",
    "sqlite": "sqlite.org",
    "mongodb": "mongodb.com",
    "redis": "redis.io",
    "elasticsearch": "elastic.co",
    "kafka": "kafka.apache.org",
    "docker": "docker.com",
    "kubernetes": "kubernetes.io",
    "terraform": "hashicorp.com",
    "ansible": "ansible.com",
    "jenkins": "jenkins.io",
    "nginx": "nginx.org",
    "apache": "httpd.apache.org",
    "openssl": "openssl-library.org",
    "openssh": "openssh.com",
    "curl": "curl.se",
    "ffmpeg": "ffmpeg.org",
    "linux": "kernel.org",
    "linux kernel": "kernel.org",
    "kernel": "kernel.org",
    "ubuntu": "ubuntu.com",
    "debian": "debian.org",
    "fedora": "fedoraproject.org",
    "linux mint": "linuxmint.com",
    "opensuse": "opensuse.org",
    "alpine linux": "alpinelinux.org",
    "freebsd": "freebsd.org",
    "openbsd": "openbsd.org",
    "android": "android.com",
    "ios": "apple.com",
    "ipados": "apple.com",
    "macos": "apple.com",
    "watchos": "apple.com",
    "windows": "microsoft.com",
    "windows 11": "microsoft.com",
    "visual studio": "microsoft.com",
    "visual studio code": "code.visualstudio.com",
    "vs code": "code.visualstudio.com",
    "vscode": "code.visualstudio.com",
    "intellij idea": "jetbrains.com",
    "pycharm": "jetbrains.com",
    "vim": "vim.org",
    "neovim": "neovim.io",
    "emacs": "gnu.org",
    "firefox": "mozilla.org",
    "thunderbird": "thunderbird.net",
    "chrome": "chromereleases.googleblog.com",
    "google chrome": "chromereleases.googleblog.com",
    "safari": "apple.com",
    "tor browser": "torproject.org",
    "libreoffice": "libreoffice.org",
    "gimp": "gimp.org",
    "inkscape": "inkscape.org",
    "blender": "blender.org",
    "krita": "krita.org",
    "audacity": "audacityteam.org",
    "vlc": "videolan.org",
    "obs studio": "obsproject.com",
    "godot": "godotengine.org",
    "unity": "unity.com",
    "unreal engine": "unrealengine.com",
    "minecraft": "minecraft.net",
    "wordpress": "wordpress.org",
    "drupal": "drupal.org",
    "nextcloud": "nextcloud.com",
    "home assistant": "home-assistant.io",
    "gnome": "gnome.org",
    "kde plasma": "kde.org",
    "wine": "winehq.org",
    "virtualbox": "virtualbox.org",
    "qgis": "qgis.org",
    "latex": "latex-project.org",
    "zotero": "zotero.org",
    "keepassxc": "keepassxc.org",
    "signal": "signal.org",
}
_IN_INDEX: Mapping[str, tuple[str, ...]] = {
    "pypi.org": (
        *("django", "flask", "fastapi", "numpy", "scipy", "pandas", "matplotlib", "scikit-learn"),
        *("pytorch", "tensorflow", "pyside6", "ansible", "requests", "httpx", "pydantic", "pytest"),
        *("ruff", "mypy", "sqlalchemy", "celery", "pillow", "poetry", "uv"),
    ),
    "npmjs.com": (
        *("react", "vue", "vue.js", "angular", "svelte", "next.js", "jquery", "bootstrap"),
        *("typescript", "express", "webpack", "vite", "eslint", "prettier"),
    ),
    "crates.io": ("tokio", "serde", "ripgrep", "clap"),
    "rubygems.org": ("rails", "sinatra"),
    "packagist.org": ("laravel",),
}


@cache
def _indexes() -> Mapping[str, str]:
    return {name: index for index, names in _IN_INDEX.items() for name in names}


def _plain(name: str) -> str:
    """Return the name in lower case, without a trailing version number."""
    words = name.casefold().split()
    while len(words) > 1 and words[-1][:1].isdigit():
        words.pop()
    return " ".join(words)


def is_known(name: str) -> bool:
    """Return whether a name, with or without a version number, is that of well-known software."""
    return _plain(name) in _SITES or _plain(name) in _indexes() or name.casefold() in _SITES


def site_of(name: str) -> str:
    """Return the domain of the project's own site, or "" if it is unknown."""
    return _SITES.get(name.casefold()) or _SITES.get(_plain(name), "")


def index_of(name: str) -> str:
    """Return the domain of the package index that lists the software, or ""."""
    return _indexes().get(_plain(name), "")
