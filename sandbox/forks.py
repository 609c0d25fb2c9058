"""Processes of one Python program that are there at once: its code is loaded a single time, and each of them is a fork of that."""

from __future__ import annotations

import asyncio
import importlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path


class Fork:
    """A process of a `Program`."""

    def __init__(self, pid: int) -> None:
        self._process = os.pidfd_open(pid)

    def send_signal(self, number: signal.Signals) -> None:
        """Raises ProcessLookupError if it has ended."""
        signal.pidfd_send_signal(self._process, number)

    async def wait(self) -> None:
        """Until it has ended."""
        loop, over = asyncio.get_running_loop(), asyncio.Event()
        loop.add_reader(self._process, over.set)
        try:
            await over.wait()
        finally:
            loop.remove_reader(self._process)

    def __del__(self) -> None:
        os.close(self._process)


class Program:
    """A module with a `main(arguments)`, loaded in a process that does nothing but fork. It ends with whoever made it."""

    def __init__(self, module: str, folder: Path) -> None:
        self._mother = subprocess.Popen(
            [sys.executable, "-m", "sandbox.forks", module],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    async def start(self, env: Mapping[str, str]) -> Fork:
        """A new process of it, with this environment."""
        return Fork(await asyncio.to_thread(self._fork, json.dumps(dict(env))))

    def _fork(self, env: str) -> int:
        assert self._mother.stdin is not None and self._mother.stdout is not None
        print(env, file=self._mother.stdin, flush=True)
        return int(self._mother.stdout.readline())


def forever(module: str) -> None:
    """Load the module; then, for each line that comes in, run it in a fork with the environment that the line says."""
    program = importlib.import_module(module)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks for exit codes, and what has ended shall be gone
    for line in sys.stdin:
        child = os.fork()
        if child:
            print(child, flush=True)
            continue
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.dup2(os.open(os.devnull, os.O_RDONLY), sys.stdin.fileno())
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
        os.environ.clear()
        os.environ.update(json.loads(line))
        sys.exit(program.main([]))


if __name__ == "__main__":
    forever(sys.argv[1])
