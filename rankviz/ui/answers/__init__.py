"""How an edit is answered: pure functions, which run on a server and in a reader's browser."""
