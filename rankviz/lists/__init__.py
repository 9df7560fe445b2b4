"""Lists: what was typed, the rules that arrange it into ranks, and reading pasted text."""
