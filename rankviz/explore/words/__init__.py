"""Sentences of the page Explore."""
