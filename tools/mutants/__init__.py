"""A fixed list of faults, and which tests find them."""
