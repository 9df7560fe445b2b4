"""The figures of a state, each with its title and a text for those who cannot see it."""
