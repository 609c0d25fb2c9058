"""What can be done at a table, by topic: functions that return a `Command` for `TableService.act`."""
