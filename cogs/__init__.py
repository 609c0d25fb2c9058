"""Discord: one cog per thing a person does."""

from cogs.bot import SeneschalBot, ShardedBot

__all__ = ["SeneschalBot", "ShardedBot"]
