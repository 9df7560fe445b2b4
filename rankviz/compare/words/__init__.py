"""What Compare says of two lists."""
