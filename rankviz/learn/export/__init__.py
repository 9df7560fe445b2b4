"""Practice questions as files: for Moodle, on paper, as JSON."""
