"""The services of the program for other programs, by the Model Context Protocol."""
