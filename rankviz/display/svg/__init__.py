"""Figures as SVG, from the same plain dictionaries that Plotly draws on the page: without a browser, nothing computed twice.

A figure keeps its light colours; what shows it may exchange them by a style sheet, for they are plain attributes.
"""
