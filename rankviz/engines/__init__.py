"""Whole runs in engines that hold more rows than one process: they bring whole queries to the core and compute no metric.

`rankviz.engines.duckdb` needs duckdb, `rankviz.engines.spark` needs pyspark; neither is loaded before it is called.
"""
