"""Practice questions and lessons in words."""
