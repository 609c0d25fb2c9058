"""What is stored, and where."""
