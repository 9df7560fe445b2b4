"""Practice questions, sets of them, and lessons: drawn, judged, put into words, shown, and written to files."""
