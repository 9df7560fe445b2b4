"""The metrics by family; importing this package fills the table METRICS."""

from rankviz.metrics import gains, pairs, positions, sets
from rankviz.metrics.registry import METRICS, Metric

__all__ = ["METRICS", "Metric", "gains", "pairs", "positions", "sets"]
