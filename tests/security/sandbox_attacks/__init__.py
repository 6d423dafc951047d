"""Code that tries to get out: each piece prints ESCAPED, and what it got, when it does."""
