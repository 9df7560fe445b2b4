"""Builds the response to a request: pure functions, which run on a server or in a reader's browser."""
