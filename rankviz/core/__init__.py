"""How a list gets its number: conventions, lists, metrics, and the record of each computation. It knows no library."""
