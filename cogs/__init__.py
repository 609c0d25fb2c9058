"""Discord: one cog per thing a person does."""
