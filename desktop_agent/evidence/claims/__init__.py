"""Check an answer's sentences against the sources that they cite."""
