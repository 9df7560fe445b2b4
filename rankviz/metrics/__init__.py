"""The metrics by family; importing this package fills the table METRICS."""

from rankviz.metrics import areas, browsing, gains, labels, pairs, positions, ratings, sets, sets_at_r
from rankviz.metrics.registry import METRICS, Metric

__all__ = ["METRICS", "Metric", "areas", "browsing", "gains", "labels", "pairs", "positions", "ratings", "sets", "sets_at_r"]
