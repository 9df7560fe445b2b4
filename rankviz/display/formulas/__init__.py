"""A record as formulas: LaTeX, MathML, text, and what a notebook shows."""
