"""The operating system below everything: worker processes and the program's own files."""
