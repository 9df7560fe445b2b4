"""What the parts of the page Learn are given."""
