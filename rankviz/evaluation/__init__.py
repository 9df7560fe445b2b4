"""A metric evaluated: on a list or two, under a convention or a library's profile, or under many of them."""
