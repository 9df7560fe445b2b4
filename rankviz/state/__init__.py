"""What a page shows as a whole, and how it is written into links and files."""
