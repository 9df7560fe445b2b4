"""Charts as plain data for Plotly, from numbers and ready-made texts."""
