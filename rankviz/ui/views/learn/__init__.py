"""A payload for each part of the page Learn."""
