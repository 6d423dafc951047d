"""The page that lists background runs."""
