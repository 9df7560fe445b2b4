"""How a question of a page is answered: pure functions, which run on a server and in a reader's browser."""
