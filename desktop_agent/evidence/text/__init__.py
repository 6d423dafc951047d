"""Text as evidence reads it: folding, sentences, dates, numbers, language."""
