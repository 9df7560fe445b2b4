"""Text that is pasted or opened, read into lists."""
