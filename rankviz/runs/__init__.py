"""Whole runs: reading them, finding the judged documents in them, and what two of them differ in."""
