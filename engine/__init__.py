"""The rules of the game, pure: no Discord, no I/O, no clock, no global randomness, no asyncio."""
