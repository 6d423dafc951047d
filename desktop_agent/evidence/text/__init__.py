"""Text processing for evidence: folding, sentences, dates, numbers, language."""
