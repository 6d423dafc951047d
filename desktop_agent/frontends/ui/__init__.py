"""The graphical user interface; the only package that depends on Qt."""
