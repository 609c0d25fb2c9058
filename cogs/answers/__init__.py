"""Every interaction finds its handler and is answered, in time, for the right eyes."""
