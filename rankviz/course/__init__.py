"""Sets of questions and lessons: what a course is made of. Their states are links, and a link is a whole set."""
