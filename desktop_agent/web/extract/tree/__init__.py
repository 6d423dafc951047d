"""A page as a tree that is safe to walk."""
