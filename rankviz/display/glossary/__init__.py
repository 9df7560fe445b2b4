"""The words and symbols of the field: what each is, and what it is on the list that is shown."""
