"""Conversations and answers for the world outside: Markdown, HTML, PDF, JSON and paper."""
