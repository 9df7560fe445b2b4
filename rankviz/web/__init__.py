"""The app: the script that Streamlit runs, its pages, its session, and the components that bring the page to the browser."""
