"""Lessons: what stands in their files, and what must hold of a list."""
