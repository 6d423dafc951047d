"""What the window can be told to do: one table for the keyboard, the palette and the cheat sheet."""
