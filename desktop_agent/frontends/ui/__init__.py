"""The graphical interface: all code that depends on Qt."""
