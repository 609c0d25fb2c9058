"""Discord: one cog per thing a person does."""

from cogs.bot import SeneschalBot

__all__ = ["SeneschalBot"]
