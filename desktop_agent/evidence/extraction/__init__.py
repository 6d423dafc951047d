"""Extract candidate answers from search results and pages."""
