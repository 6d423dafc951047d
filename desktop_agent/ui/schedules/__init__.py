"""Questions that are asked by themselves: their list, making one, and those that were missed."""
