"""The server behind the page: its route for requests, the worker processes that respond to them, and its headers."""
