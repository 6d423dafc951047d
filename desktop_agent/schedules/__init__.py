"""Questions that are asked by themselves, at their times, while the program is open."""
