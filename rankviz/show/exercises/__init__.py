"""Practice questions in words, and the files that hold them."""
