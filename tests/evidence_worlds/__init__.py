"""Small hand-written webs: questions, what engines answer, the pages behind, the right outcome."""
