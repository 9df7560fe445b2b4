"""What the parts of the page Diagnose are given."""
