"""How alike two orders of the same documents are; importing this package fills the table LIKENESSES."""

from importlib import import_module

from rankviz.compare.similarity.registry import FAMILIES, SIMILARITIES, Similarity

for family in FAMILIES:
    import_module(f"{__name__}.{family}")

__all__ = ["SIMILARITIES", "Similarity"]
