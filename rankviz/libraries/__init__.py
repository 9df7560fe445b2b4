"""What libraries compute, and how they are called: a profile and a program for each, as data."""
