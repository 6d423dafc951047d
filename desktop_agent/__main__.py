"""The entry point, which runs a command or opens the window."""

import os
import sys
from collections.abc import Callable, Mapping, Sequence

_CODE = "--code-worker"
_CODE_RUNNER = "--code-runner"


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program with ``argv`` (``sys.argv[1:]`` if None) and return its exit status."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if getattr(sys, "frozen", False) and _starts_process(arguments):
        from multiprocessing import freeze_support

        freeze_support()  # runs the helper process, then exits
    worker = _WORKERS.get(arguments[0]) if arguments else None
    if worker is not None:
        return worker(*arguments[1:])
    if arguments[:1] in ([_CODE], [_CODE_RUNNER]):
        return _run_code(*arguments)
    if arguments and not _is_run(arguments):
        return _run_command(arguments)
    try:
        return _open_window(os.environ, *arguments)
    except KeyboardInterrupt:
        return 130


def _run_command(arguments: Sequence[str]) -> int:
    """Run a command; until it starts, Ctrl-C ends the process without a traceback."""
    # `signal` would first import half of the standard library
    import _signal  # type: ignore[import-not-found]

    usual = _signal.getsignal(_signal.SIGINT)
    changed = False
    try:
        if usual is _signal.default_int_handler:
            _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
            changed = True
        from desktop_agent.frontends.cli.terminal import run

        return run(arguments)
    except KeyboardInterrupt:
        return 130
    finally:
        if changed:
            _signal.signal(_signal.SIGINT, usual)


def _starts_process(arguments: Sequence[str]) -> bool:
    """Return whether `multiprocessing` started this executable in place of Python."""
    return "--multiprocessing-fork" in arguments or any(
        argument.startswith("from multiprocessing.") for argument in arguments[-1:]
    )


def _is_run(arguments: Sequence[str]) -> bool:
    """Return whether the only argument is an exported run, as when the user opens such a file."""
    return len(arguments) == 1 and arguments[0].lower().endswith(".agentrun")


def _extract_pages(memory_mb: str) -> int:
    from desktop_agent.web.extract.worker_main import main as work

    work(int(memory_mb))
    return 0


def _read_documents(memory_mb: str) -> int:
    from desktop_agent.knowledge.worker_main import main as work

    work(int(memory_mb))
    return 0


def _embed_texts(memory_mb: str, model: str) -> int:
    from desktop_agent.llm.providers.onnx_worker import main as work

    work(int(memory_mb), model)
    return 0


def _write_pdf(memory_mb: str) -> int:
    from desktop_agent.frontends.ui.export.pdf_worker import main as work

    work(int(memory_mb))
    return 0


def _typeset_formulas(memory_mb: str) -> int:
    from desktop_agent.frontends.ui.widgets.formula_worker import main as work

    work(int(memory_mb))
    return 0


_WORKERS: Mapping[str, Callable[..., int]] = {
    "--extraction-worker": _extract_pages,
    "--document-worker": _read_documents,
    "--search-model-worker": _embed_texts,
    "--pdf-worker": _write_pdf,
    "--formula-worker": _typeset_formulas,
}
"""The workers of a frozen build, where no separate interpreter exists."""


def _run_code(kind: str, memory_mb: str = "", *options: str) -> int:
    if kind == _CODE_RUNNER:
        from desktop_agent.tools.sandbox.jail.runner import main as run

        run()
    from desktop_agent.tools.sandbox.monty_worker import main as work

    work(int(memory_mb), *options)
    return 0


def _open_window(environ: Mapping[str, str], file: str = "") -> int:
    if not _has_display(environ):
        from desktop_agent.frontends.cli.output import complain

        complain(
            "There is no display (neither DISPLAY nor WAYLAND_DISPLAY is set), so the window "
            "cannot open.",
            f'Ask in the terminal instead: {_command()} ask "…"; all commands: {_command()} --help',
        )
        return 1
    from desktop_agent.core.errors import AgentError
    from desktop_agent.storage.paths import find_config

    try:
        from pathlib import Path

        from desktop_agent.frontends.ui.start import run

        return run(find_config(environ), str(Path(file).absolute()) if file else "")
    except ImportError as error:
        from desktop_agent.frontends.cli.output import complain

        complain(
            f"Couldn't open the window: {error}.",
            "Install the system libraries that Qt needs (the README names them), or ask in the "
            f"terminal: {_command()} --help",
        )
    except AgentError as error:
        from desktop_agent.frontends.cli.output import complain

        complain(error.message, error.remedy)
    return 1


def _command() -> str:
    """Return a shell command that starts the program on this computer."""
    import shutil
    from pathlib import Path

    if shutil.which("desktop-agent"):
        return "desktop-agent"
    here = Path(sys.executable).with_name("desktop-agent")
    return os.path.relpath(here) if here.exists() else f"{sys.executable} -m desktop_agent"


def _has_display(environ: Mapping[str, str]) -> bool:
    if sys.platform in {"win32", "darwin"}:
        return True
    return any(environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))


if __name__ == "__main__":
    sys.exit(main())
