"""The comparison of two runs as text, and as plain data."""

from __future__ import annotations

from rankviz.compare.words.sweep import sweep_name
from rankviz.display.number_format import fixed_decimals
from rankviz.runs.two_runs import ComparedRuns
from rankviz.runs.words.tables import PLACES, both_values
from rankviz.runs.words.winner_flips import LETTERS, choice_head, flip_sentences
from rankviz.texts import Texts


def compared_runs_text(found: ComparedRuns) -> str:
    """Print a comparison for a terminal: the means, who wins along each number, and what flips under which choices."""
    texts = Texts("en")
    first, second = (fixed_decimals(mean, PLACES) for mean in found.means)
    lines = [f"{found.measure}: A {first}, B {second}"]
    if values := both_values(("A", "B"), found.counts, texts):
        lines.append(texts("runs.flips_both", **values))
    for key, each in found.flips.items():
        lines.append(texts("winner_flips.over", measure=found.measure) + f" {sweep_name(each.sweep, texts)}:")
        lines += [f"  {said}" for said in flip_sentences(each, found.present[key], texts)]
        lines += [f"  {' '.join(each.flipping)}"] if each.flipping else []
    if len(found.cells) > 1:
        lines.append(texts("runs.flips_list"))
        for cell in found.cells:
            side = "second" if cell.mean_ahead > 0 else "first" if cell.mean_ahead < 0 else ""
            ahead = f"{LETTERS[side]} {fixed_decimals(abs(cell.mean_ahead), PLACES)}" if side else "="
            lines.append("  ".join([f"  {choice_head(cell, texts)}:", ahead, " ".join(cell.flipped)]).rstrip())
    return "\n".join(lines)


def compared_runs_record(found: ComparedRuns) -> dict[str, object]:
    """A comparison as plain data, numbers with all digits."""
    flips = {
        key: {
            "x": each.x.tolist(),
            "shares": dict(zip(("first", "even", "second"), each.shares.tolist(), strict=True)),
            "mean_ahead": each.mean_ahead.tolist(),
            "crossings": list(each.crossings),
            "flipping": list(each.flipping),
        }
        for key, each in found.flips.items()
    }
    cells = [
        {"choices": dict(each.choices), "mean_ahead": each.mean_ahead, "won": list(each.won), "flipped": list(each.flipped)}
        for each in found.cells
    ]
    counts = dict(zip(("first", "second", "both"), found.counts, strict=True))
    return {"measure": found.measure, "means": list(found.means), "queries": counts, "flips": flips, "cells": cells}
