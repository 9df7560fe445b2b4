"""The server of a live class: rooms, sockets of phones, the routes of both pages."""
