"""What other tools print or take, read into lists: dictionaries, `_rank_eval`, rows of results."""
