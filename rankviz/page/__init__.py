"""What stands on a page: a question of the browser in, the parts of the page out, on a server or without one."""
