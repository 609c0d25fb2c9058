"""Turning the engine's views into panels, and nothing else: no Discord, no waiting, no state."""
