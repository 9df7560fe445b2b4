"""One list under one metric: its value, the choices, the formula, the charts."""
