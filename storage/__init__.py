"""Saves: what is stored of tables and people, and where."""
