"""Texts and tables of Diagnose on a number, a tool and the libraries."""
