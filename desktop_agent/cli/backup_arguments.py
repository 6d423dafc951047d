"""The options of ``backup``, ``restore`` and ``diagnostics``."""

import argparse

from desktop_agent.cli.argument_types import path


def add_backup_arguments(backup: argparse.ArgumentParser) -> None:
    """Adds those of ``backup``."""
    backup.add_argument(
        "file", type=path, metavar="FILE", help="the file to write; one that is there is replaced"
    )
    backup.add_argument(
        "--with-index",
        action="store_true",
        help="put the index of your documents in too; without, it is made anew after restoring",
    )
    backup.add_argument("--json", action="store_true", help="print what is in it as JSON")


def add_restore_arguments(restore: argparse.ArgumentParser) -> None:
    """Adds those of ``restore``."""
    restore.add_argument("file", type=path, metavar="FILE", help="a backup")
    way = restore.add_mutually_exclusive_group()
    way.add_argument("--look", action="store_true", help="only tell what is in it")
    way.add_argument("--yes", action="store_true", help="do not ask whether to replace everything")
    restore.add_argument("--json", action="store_true", help="print what is in it as JSON")


def add_diagnostics_arguments(diagnostics: argparse.ArgumentParser) -> None:
    """Adds those of ``diagnostics``."""
    diagnostics.add_argument("file", type=path, metavar="FILE", help="the ZIP file to write")
