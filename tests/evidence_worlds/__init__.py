"""Small hand-written webs: questions, search results, pages and the right outcome."""
