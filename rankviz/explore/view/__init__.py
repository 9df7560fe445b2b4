"""What the parts of the page Explore are given."""
