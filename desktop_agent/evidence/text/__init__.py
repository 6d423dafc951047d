"""Text processing for evidence: folding, sentences, dates, numbers and language."""
