"""What is asked of a writer or a programmer: no template fits it, whatever words stand in it."""

import re

from desktop_agent.reasoning.phrases import Wording, phrase

_MAKE = ("write", "draft", "compose", "create", "generate", "make", "give me", "implement", "code")
_TEXTS = (
    "email", "e mail", "mail", "letter", "poem", "haiku", "sonnet", "limerick", "song", "lyrics",
    "rap", "joke", "story", "speech", "toast", "tweet", "post", "blog", "caption", "slogan",
    "essay", "abstract", "headline", "dialogue", "invitation", "bio", "quiz", "article",
)  # fmt: skip
_CODE = (
    "function", "script", "program", "class", "regex", "sql", "unit test", "component", "macro",
    "formula", "query", "html", "css", "json", "yaml", "dockerfile", "api",
)  # fmt: skip
_OTHER = (
    "translate", "proofread", "rewrite", "rephrase", "paraphrase", "reword", "shorten this", "summarize this", "summarise this", "summarize the following",
    "summarise the following",
    "fix the grammar", "correct my", "refactor", "debug", "stack trace", "traceback", "compile error",
    "in python", "in javascript", "in java", "in rust", "in excel", "regular expression",
    "sql query", "powerpoint", "bash script", "shell script", "python script", "git commit",
    "roleplay", "role play", "pretend to be", "tell me a joke", "play a game",
)  # fmt: skip
_PHRASES = tuple(
    map(phrase, (*(f"{make} … {thing}" for make in _MAKE for thing in (*_TEXTS, *_CODE)), *_OTHER))
)
_CODE_BLOCK = re.compile(
    r"^\s*(?:```|~~~|def \w+\(|import \w+$|from \w+ import |#include|public (?:static|class)\b"
    r"|function \w+\(|SELECT .{1,200} FROM |Traceback )",
    re.MULTILINE,
)


def is_other_work(problem: str, worded: Wording) -> bool:
    """Says whether a text of a certain kind, a translation or code is asked for."""
    return bool(_CODE_BLOCK.search(problem)) or any(each.within(worded) for each in _PHRASES)
