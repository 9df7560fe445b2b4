"""The code that has a library compute a list: a module a family."""
