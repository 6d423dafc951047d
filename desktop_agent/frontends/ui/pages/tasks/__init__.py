"""The page that lists tasks: background runs and scheduled questions."""
