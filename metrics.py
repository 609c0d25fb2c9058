"""Every number that the bot counts for Prometheus. `deploy/alerts.yaml` and `deploy/grafana.json` use them."""

from math import nan

from prometheus_client import Counter, Gauge, Histogram

ANSWERS = Histogram(
    "seneschal_answer_seconds",
    "From an interaction's arrival until its answer is sent",
    ["kind"],
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 1.5, 3, 5, 10, 30),
)
REPLIES = Counter("seneschal_replies", "Interactions, by what came of them: done, refused, trouble (Discord's), failed", ["result"])
UNANSWERED = Counter("seneschal_unanswered", "Interactions whose answer Discord didn't accept")
REQUESTS = Counter("seneschal_discord_requests", "Requests to Discord, by the status of the response", ["status"])
COMMITS = Histogram(
    "seneschal_commit_seconds",
    "From a change to a table until it is on the disk",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 30),
)
LOOP_DELAY = Histogram(
    "seneschal_loop_delay_seconds",
    "How late the event loop calls what is due",
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
)
CONNECTED = Gauge("seneschal_connected", "Whether Discord's gateway is connected")
CHANNELS_WAITING = Gauge("seneschal_channels_waiting", "Channels whose messages are to be updated")
CHANNELS_RETRIED = Gauge("seneschal_channels_retried", "Channels whose update failed and will be tried again")
TABLES_IN_MEMORY = Gauge("seneschal_tables_in_memory", "Tables whose game is in memory")
OVERDUE = Gauge("seneschal_overdue_seconds", "How late the earliest thing is that is due at a table and hasn't been done")
DATABASE_BYTES = Gauge("seneschal_database_bytes", "The size of the database and the files beside it")
BACKUP_MADE = Gauge("seneschal_backup_timestamp_seconds", "When the newest backup was made, in seconds since 1970; 0: never")
BACKUP_MADE.set(nan)  # until the bot is to make any
