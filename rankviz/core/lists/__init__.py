"""Lists: what was typed, and the rules that arrange it into ranks."""
