"""Measures of the similarity of two orders; importing this package fills the table SIMILARITIES."""

from importlib import import_module

from rankviz.compare.similarity.registry import FAMILIES, SIMILARITIES, Similarity

for family in FAMILIES:
    import_module(f"{__name__}.{family}")

__all__ = ["SIMILARITIES", "Similarity"]
