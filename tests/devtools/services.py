"""Servers of the test run's own on loopback, a Redis and distccd. A missing one is a skip that says what to install."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

import pytest

WAIT_S = 20.0


def needed(program: str, package: str) -> str:
    """The program, else a visible skip."""
    found = shutil.which(program, path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin")
    if found is None:
        pytest.skip(f"{program} is not installed; apt-get install {package}")
    return found


def free_port() -> int:
    """A port of loopback that nobody has."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    assert isinstance(port, int)
    return port


class Service:
    """A process that listens on `port`."""

    def __init__(self, command: list[str], port: int, folder: Path) -> None:
        self.port = port
        self.log = folder / f"service-{port}.log"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        deadline = time.monotonic() + WAIT_S
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                return
            except OSError:
                assert self.process.poll() is None, self.log.read_text(errors="replace")
                assert time.monotonic() < deadline, f"nobody listens on {port}"
                time.sleep(0.02)

    def kill(self) -> None:
        """Ends it and its children at once."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def redis(folder: Path) -> Service:
    """An empty Redis that keeps nothing on disk."""
    program, port = needed("redis-server", "redis-server"), free_port()
    options = [
        "--port",
        str(port),
        "--bind",
        "127.0.0.1",
        "--save",
        "",
        "--appendonly",
        "no",
        "--dir",
        str(folder),
    ]
    return Service([program, *options], port, folder)


def distccd(folder: Path) -> Service:
    """A distccd that takes jobs from this machine alone."""
    program, port = needed("distccd", "distcc"), free_port()
    options = [
        "--no-detach",
        "--daemon",
        "--allow",
        "127.0.0.1",
        "--listen",
        "127.0.0.1",
        "--port",
        str(port),
    ]
    limits = ["--jobs", "2", "--log-stderr", "--log-level", "info", "--enable-tcp-insecure"]
    user = ["--user", "nobody"] if os.getuid() == 0 else []  # it refuses to work as root
    return Service([program, *options, *limits, *user], port, folder)
