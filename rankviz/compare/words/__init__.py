"""Texts on the comparison of two lists: values, winners, effects, sweeps and similarity."""
