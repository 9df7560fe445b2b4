"""Known mistakes as data: in formulas, in what a formula is given, and which of them are usual with which metric."""
