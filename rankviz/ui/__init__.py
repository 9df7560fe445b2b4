"""The pages of the app and what they are made of."""
