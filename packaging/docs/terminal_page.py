"""The reference of the terminal, made from the parser of its commands."""

import argparse

_HEAD = """# Terminal

`desktop-agent` without a command opens the window. Every command and every option stands below, made from
the parser that reads them. Results go to standard output, progress to standard error.

| exit status | means |
| --- | --- |
| 0 | answered, or done |
| 1 | failed; the reason stands on standard error |
| 2 | wrong usage |
| 3 | not enough evidence for an answer |
| 130 | interrupted |
"""


def terminal_page(parser: argparse.ArgumentParser) -> str:
    """Gives the page as Markdown: a section a command, with its arguments."""
    return "\n".join([_HEAD, *(_commands(parser, (parser.prog,)))])


def _commands(parser: argparse.ArgumentParser, words: tuple[str, ...]) -> list[str]:
    parts: list[str] = []
    for action in parser._actions:  # noqa: SLF001 - argparse has no other way to ask what it knows
        if not isinstance(action, argparse._SubParsersAction):  # noqa: SLF001 - as above
            continue
        for name, command in action.choices.items():
            parts += _command(command, (*words, name))
            parts += _commands(command, (*words, name))
    return parts


def _command(command: argparse.ArgumentParser, words: tuple[str, ...]) -> list[str]:
    level = "#" * min(len(words), 3)
    parts = [f"\n{level} {' '.join(words[1:])}\n", command.description or "", ""]
    usage = command.format_usage().removeprefix("usage: ").split()
    parts += ["```text", " ".join(usage), "```", ""]
    rows = [
        f"| {_cell(name)} | {_cell(_told(command, action))} |"
        for action in command._actions  # noqa: SLF001 - as above
        if (name := _name(action))
    ]
    if rows:
        parts += ["| argument | what it is |", "| --- | --- |", *rows]
    return parts


def _name(action: argparse.Action) -> str:
    if isinstance(action, argparse._HelpAction | argparse._SubParsersAction):  # noqa: SLF001 - as above
        return ""
    value = action.metavar if isinstance(action.metavar, str) else (action.dest or "").upper()
    if action.choices is not None and action.metavar is None:
        value = "|".join(str(each) for each in action.choices)
    if not action.option_strings:
        return f"`{value}`"
    names = ", ".join(action.option_strings)
    return f"`{names}`" if action.nargs == 0 else f"`{names} {value}`"


def _told(command: argparse.ArgumentParser, action: argparse.Action) -> str:
    shown = (action.help or "") % {"prog": command.prog, "default": action.default}
    return shown[:1].upper() + shown[1:]


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ").replace("<", "&lt;")
