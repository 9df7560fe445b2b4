"""Responds to requests of the browser with the parts of a page, on a server or without one."""
