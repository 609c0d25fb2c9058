"""Tests, mirroring the tree of the project."""
