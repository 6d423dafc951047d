"""The pictures of the window: what is set up for each, and how they are taken."""
