"""Question sets: their links and files, questions about a teacher's own list, and how well it separates mistakes."""
