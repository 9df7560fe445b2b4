"""How an edit is answered; nothing here loads Streamlit."""
