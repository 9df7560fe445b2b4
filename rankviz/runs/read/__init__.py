"""From files of any known form to columns: TREC text, tables, impression logs."""
