"""What tests and benchmarks need besides rankviz itself: a browser and a running page."""
