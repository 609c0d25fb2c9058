"""Tests, mirroring the project's tree."""
