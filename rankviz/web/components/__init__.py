"""How Streamlit mounts the page's JavaScript."""
