"""What people do: slash commands, and what each button does."""
