"""The messages of tables: what they are for, and keeping them in sync with what is committed."""
