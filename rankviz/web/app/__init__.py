"""The script of the page, in a folder without others: Streamlit takes a folder `pages` beside a script for scripts, too."""
