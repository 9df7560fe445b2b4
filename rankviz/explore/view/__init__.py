"""Payloads of the parts of the page Explore."""
