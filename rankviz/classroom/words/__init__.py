"""What an answer in a room comes from, in words."""
