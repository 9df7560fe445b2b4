"""Everything that draws with Streamlit: the pages, their sections and dialogs."""
