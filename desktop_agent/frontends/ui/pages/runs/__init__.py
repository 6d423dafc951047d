"""The page of background runs."""
