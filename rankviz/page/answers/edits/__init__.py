"""What a person does to lists and choices: an edit is one struct, as the browser sends it, with the function that makes it."""
