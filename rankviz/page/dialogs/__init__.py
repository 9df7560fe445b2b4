"""The dialogs of the header as parts of a response: examples, paste, link and file, a link for a class, a question, help."""
