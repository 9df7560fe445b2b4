"""Builds the page as files that need no server: one list with all its responses, or the whole page with Python."""
