"""Tries an installed build as a person would: ``smoke.py [--root FOLDER] [--user ID] EXECUTABLE``.

Run it with the checkout's Python, in the checkout: its servers answer the build on loopback. With
``--root`` the executable lies in that root and is run in it (`chroot`), with nothing but what is in
there. It needs Xvfb and xdotool, and dbus-daemon and gnome-keyring for the keyring. One line a check;
the exit status is the number of those that failed.
"""

import argparse
import sys
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "packaging"), str(Path(__file__).parent)]

from artefact import Artefact  # noqa: E402 - after the path is set
from checks import terminal, window  # noqa: E402

CHECKS: tuple[Callable[[Artefact, Path], str], ...] = (
    terminal.tells_its_version,
    terminal.examines_itself,
    terminal.reads_a_page_for_evidence,
    terminal.finds_a_document,
    terminal.writes_a_pdf,
    terminal.embeds_a_text,
    terminal.runs_code,
    terminal.serves_mcp,
    terminal.keeps_a_key_in_the_keyring,
    terminal.says_that_there_is_no_keyring,
    window.answers_in_the_window,
    window.is_one_window_only,
)


def main() -> int:
    """Runs all checks; gives how many failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", type=Path)
    parser.add_argument("--user", type=int, default=None)
    parser.add_argument("--pictures", type=Path, help="where to keep what the window showed")
    parser.add_argument("--only", default="", help="a word in the names of the checks to run")
    parser.add_argument("executable")
    given = parser.parse_args()
    failed = 0
    pictures = given.pictures or Path(tempfile.mkdtemp(prefix="smoke-"))
    pictures.mkdir(parents=True, exist_ok=True)
    chosen = [check for check in CHECKS if given.only in check.__name__]
    for check in chosen:
        with Artefact(given.executable, given.root, given.user) as artefact:
            try:
                said = check(artefact, pictures)
                left = artefact.left_running()
                if left:
                    raise AssertionError(f"still running: {left}")  # noqa: TRY301 - a check as the others
                mark = "ok"
            except Exception as error:  # noqa: BLE001 - told, and the next check goes on
                failed += 1
                said, mark = f"{type(error).__name__}: {error}", "FAILED"
                traceback.print_exc()
        print(f"{mark:<7} {check.__name__.replace('_', ' ')}: {said}", flush=True)
    print(f"{len(chosen) - failed} of {len(chosen)} checks passed; pictures in {pictures}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
