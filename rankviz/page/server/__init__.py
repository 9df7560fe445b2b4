"""The server behind the page: its route for questions, the processes that answer them, and its headers."""
