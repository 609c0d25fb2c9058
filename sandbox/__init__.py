"""A stand-in for Discord on loopback."""
