"""Builds the page as files: one list with its answers, or all of it with Python, for a place where no server runs."""
