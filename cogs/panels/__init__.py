"""From the engine's views to panels, and nothing else: no Discord, no waiting, no memory."""
