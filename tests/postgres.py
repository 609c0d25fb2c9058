"""A PostgreSQL server for tests, in its own folder; nothing else can reach it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import quote

from storage.server import name_of

OWNER = "postgres"
QUICK = ("fsync=off", "full_page_writes=off", "autovacuum=off", "max_connections=60")


def programs() -> Path | None:
    """Return the folder with the newest server that is installed (Debian: postgresql)."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[-3]))
    named = shutil.which("postgres")
    return found[-1].parent if found else Path(named).parent if named else None


class PostgresServer:
    """A server that listens in its own folder. `follows`: the one whose standby it is, until it is promoted. `disk`:
    where to put it."""

    def __init__(self, programs: Path, follows: PostgresServer | None = None, disk: Path | None = None) -> None:
        self.programs = programs
        self.folder = Path(tempfile.mkdtemp(prefix="seneschal-postgres-", dir=disk))
        self._names = count(1)
        self._process: subprocess.Popen[bytes]
        if os.geteuid() == 0:  # the server refuses to run as root
            shutil.chown(self.folder, OWNER)
        if follows is None:
            own = ("--auth", "trust", "--encoding", "UTF8", "--no-locale")
            self._run("initdb", "--pgdata", "data", "--username", OWNER, "--no-sync", *own)
        else:
            of = ("--host", str(follows.folder), "--username", OWNER)
            self._run("pg_basebackup", "--pgdata", "data", "--no-sync", "--checkpoint", "fast", "--write-recovery-conf", *of)
        self.start()

    def url(self, name: str = "postgres") -> str:
        """Return the address of a database."""
        return f"postgresql://{OWNER}@/{name}?host={quote(str(self.folder))}"

    @property
    def pid(self) -> int:
        return self._process.pid

    def create(self, template: str = "template1") -> str:
        """Create a database, empty or as a copy of the one at an address; return its address."""
        name = f"test_{next(self._names)}"
        self.sql(self.url(), f"CREATE DATABASE {name} TEMPLATE {name_of(template)}")
        return self.url(name)

    def drop(self, url: str) -> None:
        """Drop a database, even if it's in use."""
        self.sql(self.url(), f"DROP DATABASE {name_of(url)} WITH (FORCE)")

    def sql(self, url: str, statement: str) -> list[tuple[str, ...]]:
        """Run a statement behind the bot's back; return its rows as strings."""
        said = self._run("psql", url, "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--command", statement)
        return [tuple(line.split("|")) for line in said.splitlines()]

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        settings = [part for each in QUICK for part in ("-c", each)]
        command = [str(self.programs / "postgres"), "-D", "data", "-k", str(self.folder), "-c", "listen_addresses=", *settings]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder, **self._user)
        while self._call("pg_isready", "--quiet", "--host", str(self.folder)).returncode:
            assert self._process.poll() is None, (self.folder / "log").read_text()

    def sure(self, url: str, statement: str) -> None:
        """Run a statement until it says yes: `t`."""
        while self.sql(url, statement) != [("t",)]:
            time.sleep(0.05)

    def kill(self) -> None:
        """Kill the server, without any cleanup."""
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait()

    def remove(self) -> None:
        """Stop the server, and delete all of it."""
        self.kill()
        shutil.rmtree(self.folder)

    @property
    def _user(self) -> dict[str, Any]:
        """Return the account that runs the programs."""
        return {"user": OWNER, "group": OWNER, "extra_groups": []} if os.geteuid() == 0 else {}

    def _call(self, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [str(self.programs / program), *arguments]
        return subprocess.run(command, cwd=self.folder, text=True, capture_output=True, **self._user)

    def _run(self, program: str, *arguments: str) -> str:
        """Run one of the server's programs, and return what it says."""
        done = self._call(program, *arguments)
        assert done.returncode == 0, done.stderr
        return done.stdout
