"""What all pages present in the same way: numbers, formulas, sentences, charts, the glossary. Nothing is computed here."""
