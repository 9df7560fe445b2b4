"""What the teacher's page and the phones are given. Pure."""
