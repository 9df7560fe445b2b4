"""The browser components: one small JavaScript module, one style sheet and one typed function each."""
