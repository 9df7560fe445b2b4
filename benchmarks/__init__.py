"""The goals for speed, measured: `make bench` and `make bench-sessions`. Nothing here is a test with a time limit."""
