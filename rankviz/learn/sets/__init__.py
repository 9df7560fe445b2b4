"""Sets of questions: their links and files, lists of one's own, and how telling a list is."""
