"""The comparison of two runs as text, and as plain data."""

from __future__ import annotations

from rankviz.compare.words.sweep import sweep_name
from rankviz.display.number_format import fixed_decimals
from rankviz.runs.two_runs import ComparedRuns
from rankviz.runs.words.tables import PLACES, both_values
from rankviz.runs.words.winner_flips import LETTERS, choice_head, flip_sentences
from rankviz.texts import Texts


def compared_runs_text(compared: ComparedRuns) -> str:
    """Print a comparison for a terminal: the means, who wins along each number, and what flips under which choices."""
    texts = Texts("en")
    first, second = (fixed_decimals(mean, PLACES) for mean in compared.means)
    lines = [f"{compared.measure}: A {first}, B {second}"]
    if values := both_values(("A", "B"), compared.counts, texts):
        lines.append(texts("runs.flips_both", **values))
    for key, each in compared.flips.items():
        lines.append(texts("winner_flips.over", measure=compared.measure) + f" {sweep_name(each.sweep, texts)}:")
        lines += [f"  {sentence}" for sentence in flip_sentences(each, compared.present[key], texts)]
        lines += [f"  {' '.join(each.flipping)}"] if each.flipping else []
    if len(compared.cells) > 1:
        lines.append(texts("runs.flips_list"))
        for cell in compared.cells:
            side = "second" if cell.mean_ahead > 0 else "first" if cell.mean_ahead < 0 else ""
            ahead = f"{LETTERS[side]} {fixed_decimals(abs(cell.mean_ahead), PLACES)}" if side else "="
            lines.append("  ".join([f"  {choice_head(cell, texts)}:", ahead, " ".join(cell.flipped)]).rstrip())
    return "\n".join(lines)


def compared_runs_record(compared: ComparedRuns) -> dict[str, object]:
    """Return a comparison as plain data, numbers with all digits."""
    flips = {
        key: {
            "x": each.x.tolist(),
            "shares": dict(zip(("first", "even", "second"), each.shares.tolist(), strict=True)),
            "mean_ahead": each.mean_ahead.tolist(),
            "crossings": list(each.crossings),
            "flipping": list(each.flipping),
        }
        for key, each in compared.flips.items()
    }
    cells = [
        {"choices": dict(each.choices), "mean_ahead": each.mean_ahead, "won": list(each.won), "flipped": list(each.flipped)}
        for each in compared.cells
    ]
    counts = dict(zip(("first", "second", "both"), compared.counts, strict=True))
    return {"measure": compared.measure, "means": list(compared.means), "queries": counts, "flips": flips, "cells": cells}
