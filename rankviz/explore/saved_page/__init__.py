"""A state as one file of HTML: to be sent, printed and handed out. It has no script, and asks nobody for anything."""
