"""The parts of a live class: what the teacher's page and the phones are given. Pure."""
