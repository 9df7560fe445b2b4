"""The dialogs of the header as parts of an answer: examples, paste, link and file, a link for a class, a question, help."""
