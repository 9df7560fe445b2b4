"""Whether two checkouts answer the same questions with the same bytes."""
