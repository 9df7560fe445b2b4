"""What is said of whole runs: tables, figures, sentences."""
