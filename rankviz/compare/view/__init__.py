"""What the parts of the page Compare are given."""
