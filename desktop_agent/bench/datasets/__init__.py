"""The public data sets, one reader a file; each takes the file as it is published."""
