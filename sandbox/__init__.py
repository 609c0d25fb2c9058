"""A stand-in for Discord on loopback: the real bot talks to it through the real discord.py, and people through a web page.

See ``docs/sandbox.md``. Nothing here knows about the bot, its engine or its tables.
"""
