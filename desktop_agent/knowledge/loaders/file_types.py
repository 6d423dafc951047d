"""Supported file types by suffix."""

from typing import Final

CODE: Final = {
    ".py": "python", ".pyi": "python", ".pyx": "cython", ".ipy": "python",
    ".c": "c", ".h": "c", ".cc": "cpp", ".cpp": "cpp", ".cxx": "cpp", ".hh": "cpp", ".hpp": "cpp",
    ".cu": "cuda", ".m": "objective-c", ".mm": "objective-c++", ".cs": "csharp", ".fs": "fsharp",
    ".vb": "vb.net", ".java": "java", ".kt": "kotlin", ".kts": "kotlin", ".scala": "scala",
    ".groovy": "groovy", ".gradle": "groovy", ".clj": "clojure", ".go": "go", ".rs": "rust",
    ".swift": "swift", ".dart": "dart", ".zig": "zig", ".nim": "nim", ".d": "d",
    ".js": "javascript", ".mjs": "javascript", ".cjs": "javascript", ".jsx": "jsx",
    ".ts": "typescript", ".tsx": "tsx", ".vue": "vue", ".css": "css", ".scss": "scss",
    ".sass": "sass", ".less": "less", ".php": "php", ".rb": "ruby", ".pl": "perl", ".pm": "perl",
    ".lua": "lua", ".r": "r", ".jl": "julia", ".hs": "haskell", ".ml": "ocaml", ".mli": "ocaml",
    ".elm": "elm", ".ex": "elixir", ".exs": "elixir", ".erl": "erlang", ".lisp": "common-lisp",
    ".el": "emacs-lisp", ".scm": "scheme", ".rkt": "racket", ".f90": "fortran", ".f": "fortran",
    ".pas": "pascal", ".ada": "ada", ".adb": "ada", ".cob": "cobol", ".asm": "nasm", ".s": "gas",
    ".v": "verilog", ".sv": "systemverilog", ".vhd": "vhdl", ".sql": "sql", ".sh": "bash",
    ".bash": "bash", ".zsh": "bash", ".fish": "fish", ".ps1": "powershell", ".bat": "batch",
    ".cmd": "batch", ".cmake": "cmake", ".mk": "make", ".tf": "terraform", ".proto": "protobuf",
    ".graphql": "graphql", ".sol": "solidity", ".tcl": "tcl", ".awk": "awk", ".nix": "nix",
}  # fmt: skip
"""Source code suffixes, with the Pygments name of each language."""

DATA: Final = {
    ".json": ("json", "application/json"), ".jsonl": ("json", "application/jsonl"),
    ".ndjson": ("json", "application/jsonl"), ".geojson": ("json", "application/geo+json"),
    ".xml": ("xml", "application/xml"), ".xsd": ("xml", "application/xml"),
    ".xsl": ("xslt", "application/xml"), ".toml": ("toml", "application/toml"),
    ".yaml": ("yaml", "application/yaml"), ".yml": ("yaml", "application/yaml"),
    ".ini": ("ini", "text/plain"), ".cfg": ("ini", "text/plain"), ".conf": ("ini", "text/plain"),
    ".properties": ("properties", "text/plain"), ".log": ("text", "text/plain"),
    ".bib": ("bibtex", "application/x-bibtex"), ".diff": ("diff", "text/x-diff"),
    ".patch": ("diff", "text/x-diff"),
}  # fmt: skip
"""Suffixes of line-oriented text, with the Pygments name and the media type."""

TEXT: Final = {
    ".md": "text/markdown", ".markdown": "text/markdown", ".mdown": "text/markdown",
    ".mdx": "text/markdown", ".qmd": "text/markdown", ".rmd": "text/markdown",
    ".txt": "text/plain", ".text": "text/plain", ".rst": "text/x-rst", ".adoc": "text/asciidoc",
    ".org": "text/org", ".tex": "application/x-latex", ".srt": "application/x-subrip",
    ".vtt": "text/vtt",
}  # fmt: skip
TABLES: Final = {".csv": "text/csv", ".tsv": "text/tab-separated-values"}
HTML: Final = {".html": "text/html", ".htm": "text/html", ".xhtml": "application/xhtml+xml"}
_OTHERS: Final = {
    ".pdf",
    ".docx",
    ".docm",
    ".pptx",
    ".pptm",
    ".xlsx",
    ".xlsm",
    ".epub",
    ".odt",
    ".ipynb",
    ".eml",
}

SUFFIXES: Final = frozenset({*CODE, *DATA, *TEXT, *TABLES, *HTML, *_OTHERS})
"""All supported suffixes, in lower case and with their dot."""
