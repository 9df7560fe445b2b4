"""A live class: a room with phones, what is asked there, the bars of the answers, and the server for it."""
