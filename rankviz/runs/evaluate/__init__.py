"""From columns to values: judged documents found, ranked and measured, piece by piece."""
