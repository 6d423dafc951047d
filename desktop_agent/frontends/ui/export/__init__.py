"""Exports of conversations: Markdown, HTML, PDF, JSON."""
