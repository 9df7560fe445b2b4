"""Causes of answers and derivations, in words."""
