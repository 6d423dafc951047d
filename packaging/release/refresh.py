"""Says that what is offered is still what is offered: signs the timestamp anew, each week.

PYTHONPATH=packaging python -m release.refresh REPOSITORY            (the key in the environment)
PYTHONPATH=packaging python -m release.refresh REPOSITORY --snapshot (each fortnight)
PYTHONPATH=packaging python -m release.refresh REPOSITORY --mend     (after keys were changed)
PYTHONPATH=packaging python -m release.refresh REPOSITORY --files    (twice a year)
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from release.key_files import KeyFiles
from release.repository import Repository


def main(arguments: Sequence[str]) -> int:
    """Does what the words say."""
    parser = argparse.ArgumentParser(prog="release.refresh", description=__doc__.partition("\n")[0])
    parser.add_argument("repository", type=Path, help="the folder that is uploaded")
    parser.add_argument("--keys", type=Path, help="the folder of key files")
    parser.add_argument("--snapshot", action="store_true", help="sign the snapshot as well")
    parser.add_argument("--mend", action="store_true", help="sign what old keys have signed")
    parser.add_argument("--files", action="store_true", help="sign the list of files as well")
    options = parser.parse_args(arguments)
    repository = Repository(options.repository, KeyFiles(options.keys))
    if options.mend:
        repository.mend()
    elif options.files:
        repository.publish(repository.files())
    elif options.snapshot:
        repository.resign_snapshot()
    else:
        repository.resign_timestamp()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
