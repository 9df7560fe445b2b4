"""What Explore says of a list."""
