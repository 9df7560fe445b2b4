"""Payloads of the teacher's page and of the phones. Pure."""
