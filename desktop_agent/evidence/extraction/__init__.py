"""From results and pages to candidates for the answer, and how sure each of them is."""
