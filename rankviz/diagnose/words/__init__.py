"""What Diagnose says of a number, a tool and the libraries."""
