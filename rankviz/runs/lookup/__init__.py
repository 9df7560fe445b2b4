"""Why is a run's mean another number? What may have been done otherwise with its files, its formula or its queries."""
