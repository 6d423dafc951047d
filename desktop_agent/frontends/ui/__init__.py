"""The graphical user interface, which contains all code that depends on Qt."""
