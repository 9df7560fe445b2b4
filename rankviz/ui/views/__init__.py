"""An analysis as the data of the page's parts; nothing here loads Streamlit."""
