"""From computed arrays to what a person reads: numbers, formulas, sentences, charts. Nothing is computed here."""
