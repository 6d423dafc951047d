"""The page of the person's own documents: what is indexed, how far that is, and searching it."""
