"""Operating system layer: worker processes and the program's resource files."""
