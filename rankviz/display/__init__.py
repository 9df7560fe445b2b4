"""What all pages say alike: numbers, formulas, sentences, charts, the glossary. Nothing is computed here."""
