"""Documents that are not HTML."""
