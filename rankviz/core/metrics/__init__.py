"""The metrics by family; importing this package fills the table METRICS."""

from importlib import import_module

from rankviz.core.metrics.registry import FAMILIES, METRICS, Metric

for family in FAMILIES:
    import_module(f"{__name__}.{family}")

__all__ = ["METRICS", "Metric"]
