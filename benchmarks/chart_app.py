"""A bare page with one chart: what a first visit has to load at least once a page shows a chart."""

import plotly.graph_objects as go
import streamlit as st

st.plotly_chart(go.Figure(go.Bar(y=[3, 2, 3, 0, 1, 2])))
