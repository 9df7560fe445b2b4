"""Two orders of the same judged documents: what each document does to the difference, and when the winner flips."""
