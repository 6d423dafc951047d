"""What runs beside the code, within the walls: the standard library alone, nothing of the program."""
