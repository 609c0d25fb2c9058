"""The messages of tables: what they are for, and keeping them in step with what is committed."""
