"""Whole runs in tables, figures and sentences."""
