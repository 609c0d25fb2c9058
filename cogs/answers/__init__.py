"""Every interaction finds its handler and is answered in time, visible only to the right people."""
