"""The command-line interface, with one module per command."""
