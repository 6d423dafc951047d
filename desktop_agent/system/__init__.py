"""Operating system layer: worker processes, threads and the program's resource files."""
