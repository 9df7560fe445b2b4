"""What parts are given that stand on several pages."""
